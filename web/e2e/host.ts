// host.ts — a real server for the specs that play online, with its own store, and people who visit it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { listen } from './judge.ts';

const peck = process.env['PECK'] ?? '../build/release/peck';

export class Host {
  readonly home: string;
  private folder = '';
  private server: ChildProcess | null = null;
  private readonly port: number;

  /** Every spec has its own number (static.spec.ts has 4), added to the port of the tests. */
  constructor(place: number) {
    this.port = Number(process.env['PECK_TEST_PORT']) + place;
    this.home = `http://127.0.0.1:${this.port}/`;
  }

  private get store(): string {
    return `sqlite:${this.folder}/store.sqlite`;
  }

  /** The first time with an empty store, then with what is there. */
  async start(): Promise<void> {
    this.folder ||= mkdtempSync(join(tmpdir(), 'peck-web-'));
    const words = ['serve', '--port', String(this.port), '--store', this.store, '--www', '../build/web', '--log', 'warn'];
    this.server = spawn(peck, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    await expect.poll(async () => (await fetch(this.home).catch(() => null))?.status).toBe(200);
  }

  kill(): void {
    this.server?.kill('SIGKILL');
  }

  remove(): void {
    this.kill();
    rmSync(this.folder, { recursive: true });
  }

  admin(...words: string[]): void {
    execFileSync(peck, ['admin', ...words, '--store', this.store], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}

/** Somebody with a separate browser that keeps nothing for use offline. */
export async function person(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  await listen(page);
  await page.addInitScript((who) => {
    if (!localStorage.getItem('peck.settings'))
      localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0, name: who }));
  }, name);
  return page;
}

export const over = (page: Page) => page.getByRole('region', { name: 'Result' });
