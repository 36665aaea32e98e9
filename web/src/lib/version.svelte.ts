// version.svelte.ts — registers the service worker, and offers a newer version of the page.
// A newer version is taken when somebody says so on the start page, never in the middle of a match.
import { Workbox } from 'workbox-window';

class Version {
  /** A newer version has been loaded and waits. */
  newer = $state(false);
  /** Installs it: reloads the page. */
  take: () => void = () => undefined;

  /** Reloads the page, in its newer version if there is one. */
  renew(): void {
    if (this.newer) this.take();
    else location.reload();
  }
}

export const version = new Version();

export function keep(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = new Workbox('./sw.js');
  worker.addEventListener('waiting', () => (version.newer = true));
  worker.addEventListener('controlling', (event) => {
    if (event.isUpdate) location.reload();
  });
  version.take = () => worker.messageSkipWaiting();
  void worker.register();
}
