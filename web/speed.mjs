// speed.mjs [TIMES] — how soon the client can be used, and how smoothly dice roll, in Debian's Chromium:
// the median of TIMES (7) visits without a cache to what serve.mjs serves. Prints lines of Markdown.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { executablePath } from './chromium.mjs';

const port = Number(process.env.PECK_TEST_PORT ?? 4173);
const times = Number(process.argv[2] ?? 7);
const root = `http://127.0.0.1:${port}/`;
const match = '#/play/speed?game=heckmeck&options=first%3D0&seats=you,hard,hard&seed=7';

/** In the page: notes the time at which something matches the selector for the first time. */
function watch(selector) {
  const look = () => {
    if (document.querySelector(selector)) window.seenAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

/** Milliseconds from the start of the navigation until the selector matches, in a new browser profile. */
async function ready(browser, size, address, selector) {
  const page = await browser.newPage({ viewport: size });
  await page.addInitScript(watch, selector);
  await page.goto(root + address);
  await page.waitForFunction(() => window.seenAt > 0);
  const time = await page.evaluate(() => window.seenAt);
  await page.close();
  return time;
}

/** The times between frames while dice are thrown and tumble, ms. */
async function frames(browser, size) {
  const page = await browser.newPage({ viewport: size });
  await page.goto(root + match);
  for (const step of ['first', 'last']) // the dice of the first roll: chosen, then set aside
    await page.locator('[data-action]:enabled')[step]().click();
  await page.locator('[data-action=roll]:enabled').waitFor();
  await page.evaluate(() => {
    window.gaps = [];
    let last = performance.now();
    const note = (now) => {
      window.gaps.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await page.locator('[data-action=roll]').click();
  await page.waitForTimeout(1000);
  const gaps = await page.evaluate(() => window.gaps.slice(1));
  await page.close();
  return gaps;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(browser, name, size) {
  const start = [];
  const table = [];
  const gaps = [];
  for (let i = 0; i < times; i++) {
    start.push(await ready(browser, size, '', 'li:nth-child(5) [data-box]'));
    table.push(await ready(browser, size, match, '[data-action]:enabled'));
    gaps.push(...(await frames(browser, size)));
  }
  const rate = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  const late = gaps.filter((gap) => gap > 25).length;
  console.log(
    `| ${name} | ${median(start).toFixed(0)} ms | ${median(table).toFixed(0)} ms ` +
      `| ${rate.toFixed(1)} | ${late} of ${gaps.length} |`,
  );
}

const server = spawn(process.execPath, [fileURLToPath(new URL('serve.mjs', import.meta.url)), `${port}`]);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  console.log('| window | start page usable | first action of a match | frames/s while dice roll | later than 25 ms |');
  console.log('|---|--:|--:|--:|--:|');
  await measure(browser, '360 × 640', { width: 360, height: 640 });
  await measure(browser, '1280 × 800', { width: 1280, height: 800 });
} finally {
  await browser.close();
  server.kill();
}
