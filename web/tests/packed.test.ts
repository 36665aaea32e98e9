// packed.test.ts — a record goes through an address and comes back as it was.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pack, unpack } from '../src/lib/packed.ts';

const golden = (name: string) =>
  readFileSync(new URL(`../../tests/golden/${name}.match`, import.meta.url), 'utf8');

test('a record comes back from its address', async () => {
  for (const name of ['karteneck-6', 'nothanks-3', 'hexxhopp-5']) {
    const packed = await pack(golden(name));
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(golden(name).length);
    expect(await unpack(packed)).toBe(golden(name));
  }
});

test('an address that is not whole is refused', async () => {
  const packed = await pack(golden('nothanks-3'));
  await expect(unpack(packed.slice(0, -40))).rejects.toThrow();
  await expect(unpack('!')).rejects.toThrow();
  await expect(unpack('A'.repeat(60_000))).rejects.toThrow('too long');
});
