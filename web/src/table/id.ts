// id.ts — random identifiers that nobody else has: for matches, commands and secrets.

export function hex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const freshId = (): string => hex(8);
