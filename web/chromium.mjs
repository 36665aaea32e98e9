// chromium.mjs — the browser of tests, pictures and measurements: Debian's, without windows if it has one.
import { existsSync } from 'node:fs';

const small = '/usr/bin/chromium-headless-shell';
export const executablePath = existsSync(small) ? small : '/usr/bin/chromium';
