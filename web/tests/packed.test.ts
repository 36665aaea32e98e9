// packed.test.ts — a record goes through an address and comes back as it was.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pack, unpack } from '../src/lib/packed.ts';

const golden = (game: string, name: string) =>
  readFileSync(new URL(`../../games/${game}/tests/golden/${name}.match`, import.meta.url), 'utf8');

test('a record comes back from its address', async () => {
  for (const record of [golden('karteneck', '6'), golden('nothanks', '3'), golden('hexxhopp', '5')]) {
    const packed = await pack(record);
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(record.length);
    expect(await unpack(packed)).toBe(record);
  }
});

test('an address that is not whole is refused', async () => {
  const packed = await pack(golden('nothanks', '3'));
  await expect(unpack(packed.slice(0, -40))).rejects.toThrow();
  await expect(unpack('!')).rejects.toThrow();
  await expect(unpack('A'.repeat(60_000))).rejects.toThrow('too long');
});
