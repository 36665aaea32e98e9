// chromium.mjs — the browser of tests, pictures and measurements: Debian's, without windows if it has one, else the
// one that tools/web.sh has fetched.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fetched = fileURLToPath(new URL('../build/browser/chromium', import.meta.url));
export const executablePath =
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ?? fetched;
