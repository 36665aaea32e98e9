// online_alerts.spec.ts — notifications on one's turn: the bell of a slow table, what the service worker shows, and the
// host's webhook. tests/server/alerts.py reads what the server sends. The push service is a stand-in here, and so are the
// notifications of the system, which a browser without windows does not have.
import { expect, test, type Browser, type Page, type Worker } from '@playwright/test';
import { Host } from './host.ts';
import { expectAccessible, expectNarrow, listen } from './judge.ts';

const host = new Host(10);

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => host.start());
test.afterAll(() => host.remove());
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

/** A browser that keeps the client, and whose pushes would come over push.example. */
async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 640 } });
  await context.grantPermissions(['notifications'], { origin: new URL(host.home).origin });
  const page = await context.newPage();
  await listen(page);
  await page.addInitScript(() => {
    if (!localStorage.getItem('peck.settings'))
      localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0, name: 'Anna' }));
    const place = 'test.push';
    const held = () => {
      const key = localStorage.getItem(place);
      return key === null
        ? null
        : {
            endpoint: 'https://push.example/anna',
            toJSON: () => ({ keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
            unsubscribe: () => Promise.resolve(localStorage.removeItem(place)),
          };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(held()),
      // The server's own key is a point of the curve, as a browser's is.
      subscribe: (options: { applicationServerKey: string }) => {
        localStorage.setItem(place, options.applicationServerKey);
        return Promise.resolve(held());
      },
    });
  });
  await page.goto(host.home);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

/** At a table without a clock where Anna sits and plays against bots, the settings beside it. */
async function seated(page: Page): Promise<string> {
  const answer = await page.request.post(`${host.home}api/tables`, {
    headers: { origin: new URL(host.home).origin },
    data: { game: 'nothanks', seats: 3 },
  });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${host.home}#/table/${table}`);
  await page.locator('[data-sit="0"]').click();
  for (const seat of [1, 2]) await page.locator(`[data-bot="${seat}"]`).selectOption('easy');
  await page.locator('[data-ready]').click();
  await expect(page.getByRole('list', { name: 'Players', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  return table;
}

const alerts = (page: Page) =>
  page.evaluate(() => fetch('api/me/export').then((answer) => answer.json()).then((all: { alerts: unknown[] }) => all.alerts.length));

/** As the push service would. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const origin = new URL(host.home).origin;
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await session.detach();
}

interface Seen {
  shown: { title: string; body: string; tag: string }[];
  visited: string[];
}

/** Writes down what the service worker shows, and where a tap on it leads. */
async function watch(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const seen: Seen = { shown: [], visited: [] };
    Object.assign(self, { seen });
    const scope = self as unknown as { registration: object; clients: object };
    Object.assign(scope.registration, {
      showNotification: (title: string, { body, tag }: { body: string; tag: string }) => {
        seen.shown.push({ title, body, tag });
        return Promise.resolve();
      },
    });
    Object.assign(scope.clients, {
      openWindow: (url: string) => Promise.resolve(seen.visited.push(url)),
    });
  });
}

const seen = (worker: Worker) => worker.evaluate(() => (self as unknown as { seen: Seen }).seen);

/** A tap on a notification about that table. */
const tap = (worker: Worker, table: string) =>
  worker.evaluate((data) => {
    const event = new Event('notificationclick');
    Object.assign(event, { notification: { data, close: () => undefined }, waitUntil: () => undefined });
    self.dispatchEvent(event);
  }, table);

test('the bell of a slow online table subscribes, and the service worker speaks the reader’s language', async ({ browser }) => {
  const page = await visitor(browser);
  const table = await seated(page);
  const bell = page.getByRole('button', { name: 'Notify me on my turn' });
  await expect(bell).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
  await expectNarrow(page);
  await bell.click();
  await expect(bell).toHaveAttribute('aria-pressed', 'true');
  expect(await alerts(page)).toBe(1);
  const alert = JSON.stringify({ key: 'turn', table, game: 'nothanks' });
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await watch(worker);
  await deliver(page, alert);
  await expect.poll(async () => (await seen(worker)).shown).toEqual([{ title: 'Your turn', body: 'No Thanks!', tag: table }]);
  await page.getByLabel('Language').selectOption('de');
  await expect
    .poll(async () => {
      await deliver(page, alert);
      return (await seen(worker)).shown.at(-1);
    })
    .toEqual({ title: 'Du bist dran', body: 'Geschenkt', tag: table });
  await tap(worker, 'elsewhere');
  await expect.poll(async () => (await seen(worker)).visited).toEqual(['./#/table/elsewhere']);
  await page.getByRole('button', { name: 'Benachrichtigen, wenn ich dran bin' }).click();
  await expect(page.locator('[data-bell]')).toHaveAttribute('aria-pressed', 'false');
  expect(await alerts(page)).toBe(0);
});

test('the host of an online table sets its webhook', async ({ browser }) => {
  const page = await visitor(browser);
  await seated(page);
  const field = page.getByLabel(/^Webhook/);
  const save = page.getByRole('button', { name: 'Save' });
  await field.fill('http://hooks.example/1');
  await save.click();
  await expect(page.getByText('Enter an address that begins with https://.')).toBeVisible();
  await field.fill('https://hooks.example/1');
  await save.click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(field).toHaveValue('https://hooks.example/1');
});
