// sw.ts — the service worker: stores everything at the first visit, for playing offline.
// A new version waits until the person takes it, or until all pages of the old one are closed: no match
// changes under its players.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: { skipWaiting(): Promise<void> };
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
