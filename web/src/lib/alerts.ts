// alerts.ts — notifications on one's turn when no page is open: this browser's subscription to Web Push.
// The server sends only keys; the service worker says them with the words that are kept here for it.
import { boxes } from '../games/index.ts';
import { t } from '../i18n/index.svelte.ts';
import { ask } from '../table/server.ts';
import { boxTitle } from './terms.ts';

/** Whether this browser can be sent anything. Only an installed service worker can show it. */
export async function canAlert(): Promise<boolean> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return false;
  return (await navigator.serviceWorker.getRegistration()) !== undefined;
}

const subscription = async (): Promise<PushSubscription | null> =>
  (await navigator.serviceWorker.ready).pushManager.getSubscription();

/** Whether alerts are on here: without the permission there is no subscription. */
export const alerted = async (): Promise<boolean> => (await subscription()) !== null;

/** What the service worker says, in the reader's language. */
export async function keepWords(): Promise<void> {
  const games: Record<string, string> = {};
  for (const box of boxes) games[box.game] ??= boxTitle(box);
  const cache = await caches.open('alerts');
  await cache.put('words', new Response(JSON.stringify({ turn: t('web.turn.you'), games })));
}

/** Tells the server to whom this browser belongs now. */
async function leave(held: PushSubscription): Promise<void> {
  const { keys } = held.toJSON();
  await ask('alerts', 'POST', { endpoint: held.endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] });
}

/** False: the person, or the browser for them, does not want it. */
export async function switchOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await ask<{ key: string }>('alerts');
  const worker = await navigator.serviceWorker.ready;
  await keepWords();
  await leave(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return true;
}

export async function switchOff(): Promise<void> {
  const held = await subscription();
  if (!held) return;
  await held.unsubscribe();
  await ask('alerts', 'DELETE', { endpoint: held.endpoint });
}

/** After logging in or out: alerts go to whoever uses this browser. Nothing happens where they are off. */
export async function moveAlerts(): Promise<void> {
  if (!(await canAlert())) return;
  const held = await subscription();
  if (held) await leave(held).catch(() => undefined);
}
