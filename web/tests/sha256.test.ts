// sha256.test.ts — our SHA-256 is everybody's, at every length around the edges of its blocks.
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../src/table/sha256.ts';

test('the same hash as Node, for every length up to three blocks', () => {
  for (let length = 0; length <= 192; length++) {
    const bytes = randomBytes(length);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
