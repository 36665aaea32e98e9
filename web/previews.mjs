// previews.mjs — draws games/<game>/web/previews/<box>.png, 1200 × 630: what a messenger shows of a link to a table. Each is
// the picture of its box on the start page of build/web. tools/pictures.sh runs it.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { executablePath } from './chromium.mjs';

const port = 4199;
const server = spawn('node', ['serve.mjs', String(port)], { cwd: new URL('.', import.meta.url), stdio: 'inherit' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' });
  for (let i = 0; ; i++)
    try {
      await page.goto(`http://127.0.0.1:${port}/`);
      break;
    } catch (error) {
      if (i === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  await page.locator('[data-box]').first().waitFor();
  await page.addStyleTag({ content: 'main, .box, .picture { width: 1202px !important; border-radius: 0 !important; padding: 0 !important } .boxes { display: block !important } .picture { height: 632px; aspect-ratio: auto !important }' });
  for (const box of await page.locator('.box').all()) {
    const [id, game] = await box.locator('[data-box]').evaluate((button) => [button.dataset.box, button.dataset.game]);
    const folder = new URL(`../games/${game}/web/previews/`, import.meta.url);
    mkdirSync(folder, { recursive: true });
    const { x, y } = await box.locator('.picture').evaluate((picture) => picture.getBoundingClientRect());
    const clip = { x: Math.ceil(x), y: Math.ceil(y), width: 1200, height: 630 }; // whole pixels, also where it lies between
    await page.screenshot({ path: new URL(`${id}.png`, folder).pathname, fullPage: true, clip });
  }
} finally {
  await browser.close();
  server.kill();
}
