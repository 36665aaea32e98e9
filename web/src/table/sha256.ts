// sha256.ts — SHA-256 (FIPS 180-4) of a few bytes, for pages without TLS.
// Browsers offer their own only to secure pages, and a server at home often has no certificate.

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
/** The first 32 bits behind the point. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const roundKeys = primes.map((p) => fraction(Math.cbrt(p)));
const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array((Math.floor((bytes.length + 8) / 64) + 1) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, 8 * bytes.length); // below 2^29 bytes
  return view;
}

function schedule(block: DataView, at: number): Int32Array {
  const w = new Int32Array(64);
  const word = (i: number): number => w[i] ?? 0;
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [word(i - 15), word(i - 2)];
    const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = word(i - 16) + low + word(i - 7) + high;
  }
  return w;
}

/** The hash in hex. */
export function sha256(bytes: Uint8Array): string {
  const input = padded(bytes);
  let sums = start;
  for (let at = 0; at < input.byteLength; at += 64) {
    let [a, b, c, d, e, f, g, h] = sums as [number, number, number, number, number, number, number, number];
    schedule(input, at).forEach((word, i) => {
      const one = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + (roundKeys[i] ?? 0) + word) | 0;
      const zero = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = zero + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    });
    sums = [a, b, c, d, e, f, g, h].map((x, i) => (x + (sums[i] ?? 0)) | 0);
  }
  return sums.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}
