// sw.ts — the service worker: stores everything at the first visit, for playing offline.
// A new version waits until the person takes it, or until all pages of the old one are closed: no match
// changes under its players.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

interface Page {
  url: string;
  focus(): Promise<unknown>;
}
declare const self: {
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: { matchAll(of: { type: 'window' }): Promise<Page[]>; openWindow(url: string): Promise<unknown> };
};
/** An event that keeps the worker alive until something is done. */
interface Lasting extends Event {
  waitUntil(done: Promise<unknown>): void;
}
/** Every file of the client; build.mjs fills it in. */
declare const __PRECACHE__: { url: string; revision: string | null }[];

addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

precacheAndRoute(__PRECACHE__);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [/^\/(api|docs|ws|t|j|join)\b/] }),
);

// A turn alert (docs/reference/api.md) has keys alone; alerts.ts keeps the words for them.
interface Words {
  turn: string;
  games: Record<string, string>;
}

async function show(alert: { table?: string; game?: string }): Promise<void> {
  const kept = await (await caches.open('alerts')).match('words');
  const words = (await kept?.json().catch(() => null)) as Words | null;
  await self.registration.showNotification(words?.turn ?? 'Peck', {
    body: words?.games[alert.game ?? ''] ?? '',
    icon: 'icon-192.png',
    tag: alert.table ?? '',
    data: alert.table,
  });
}

addEventListener('push', (event) => {
  const { data, waitUntil } = event as Lasting & { data: { json(): object } | null };
  let alert = {};
  try {
    alert = data?.json() ?? {};
  } catch {
    // not ours; a browser wants to see something all the same
  }
  waitUntil.call(event, show(alert));
});

async function visit(table: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url.endsWith(`#/table/${table}`));
  await (page ? page.focus() : self.clients.openWindow(`./#/table/${table}`));
}

addEventListener('notificationclick', (event) => {
  const { notification, waitUntil } = event as Lasting & { notification: Notification };
  notification.close();
  waitUntil.call(event, visit(String(notification.data)));
});
