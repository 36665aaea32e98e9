// packed.ts — packs a record into a link, so that a match can be shared without a server.
// The record is deflated and written in letters that an address may have.

/** What we read at most; it cannot become more than a thousand times as much. */
const most = 50_000;

async function through(bytes: BlobPart, way: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(way as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws when the address was cut off or changed. */
export async function unpack(packed: string): Promise<string> {
  if (packed.length > most) throw new Error('too long');
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}
