// wake.ts — keeps the screen on, where the browser can: a table that goes dark is no table.

/** Until what it returns is called. The browser lets go whenever the page is hidden, so it is asked again. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const ask = async (): Promise<void> => {
    if (document.hidden || ended) return;
    lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
    if (ended) void lock?.release();
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
