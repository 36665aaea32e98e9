// docs.spec.ts — the documentation of a server: the link to it, the search, and nothing that its policy forbids.
import { expect, test } from '@playwright/test';
import { Host } from './host.ts';

const host = new Host(5);
test.beforeAll(() => host.start());
test.afterAll(() => host.remove());

test('the documentation is one link away and can be searched', async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.addInitScript(() => localStorage.setItem('peck.settings', JSON.stringify({ language: 'en' })));
  await page.goto(host.home);
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(`${host.home}docs/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Peck');
  await expect(page.locator('body')).toHaveAttribute('data-theme', 'auto'); // its scripts ran

  await page.goto(`${host.home}docs/search.html?q=QR+code`);
  await page.locator('#search-results a', { hasText: 'Put it on the internet' }).first().click();
  await expect(page).toHaveURL(/docs\/host\/deploy\.html/);
  await expect(page.getByText('QR code').first()).toBeVisible();

  await page.goto(`${host.home}docs/play/first-evening.html`);
  const width = () => page.getByAltText('Heckmeck on a phone').evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('the search field leads to the results', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${host.home}docs/`);
  await page.getByRole('textbox', { name: 'Search' }).fill('arena');
  await page.keyboard.press('Enter');
  await expect(page.locator('#search-results a', { hasText: 'Measure bots' }).first()).toBeVisible();
});
