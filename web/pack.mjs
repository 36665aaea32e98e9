// pack.mjs — compresses build/web beforehand (.br and .gz beside each file worth it), and holds the
// sizes that were promised: the first load without WebAssembly under 150 kB, the engine under 200 kB.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const top = fileURLToPath(new URL('../build/web/', import.meta.url));
const limits = { first: 150_000, engine: 200_000 };

const sizes = new Map();
for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
  const path = `${entry.parentPath}/${entry.name}`;
  if (!entry.isFile() || /\.(br|gz|png)$/.test(entry.name)) continue;
  const bytes = readFileSync(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const packed = brotliCompressSync(bytes, quality);
  sizes.set(entry.name, Math.min(packed.length, bytes.length));
  if (packed.length > 0.95 * bytes.length) continue;
  writeFileSync(`${path}.br`, packed);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}

/** What a first visit loads: the page, what it names, and what those import at once. */
function firstLoad() {
  const wanted = ['index.html'];
  for (const name of wanted) {
    const file = name === 'index.html' ? name : `assets/${name}`;
    const text = readFileSync(top + file, 'utf8');
    const imports = text.matchAll(/(?:from|import|src=|href=)\s*"(?:\.\/)?(?:assets\/)?([\w.-]+\.(?:js|css))"/g);
    for (const [, found] of imports) if (!wanted.includes(found)) wanted.push(found);
  }
  const language = [...sizes.keys()].find((name) => /^ru-.*\.js$/.test(name));
  return [...wanted, language];
}

const sum = (names) => names.reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
const engine = sum([...sizes.keys()].filter((name) => name.endsWith('.wasm')));
const nets = sum([...sizes.keys()].filter((name) => name.endsWith('.net')));
const first = sum(firstLoad());
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`first load ${kB(first)}, engine ${kB(engine)}, networks ${kB(nets)} (brotli)`);
if (engine === 0 || engine > limits.engine || first > limits.first) {
  console.error('pack.mjs: that is more than was promised');
  process.exit(1);
}
