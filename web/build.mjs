// build.mjs — builds the client into build/web: the pages, then the service worker, which knows every
// file of the pages, then the licenses of the packages in both, then .br and .gz beside each file
// that they make smaller.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const web = fileURLToPath(new URL('.', import.meta.url));
const top = fileURLToPath(new URL('../build/web/', import.meta.url));
process.chdir(web);

const files = () =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/\/{2,}/g, '/'));

/** What is kept for use without a network: everything. Names in assets/ have a hash already. */
async function precached() {
  const kept = files().filter((path) => /\.(html|js|css|svg|png|wasm|net|webmanifest)$/.test(path));
  return Promise.all(
    kept.map(async (path) => {
      const url = path.slice(top.length);
      const hash = () => readFile(path).then((bytes) => createHash('md5').update(bytes).digest('hex'));
      return { url, revision: url.startsWith('assets/') ? null : await hash() };
    }),
  );
}

async function buildServiceWorker() {
  const manifest = JSON.stringify(await precached());
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __PRECACHE__: manifest, 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: top,
      emptyOutDir: false,
      license: { fileName: 'licenses-sw.json' },
      rollupOptions: {
        input: 'src/sw.ts',
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  });
}

/** Vite writes a list for each build; people get one. */
async function mergeLicenses() {
  const read = async (name) => JSON.parse(await readFile(`${top}${name}`, 'utf8'));
  const all = [...(await read('licenses.json')), ...(await read('licenses-sw.json'))];
  const one = new Map(all.map((entry) => [entry.name, entry]).sort(([a], [b]) => (a < b ? -1 : 1)));
  await rm(`${top}licenses-sw.json`);
  await writeFile(`${top}licenses.json`, `${JSON.stringify([...one.values()], null, 2)}\n`);
}

/** Networks are noise to a compressor: the best effort gains nothing over a fast one. */
const quality = (path) => (path.endsWith('.net') ? 5 : 11);

async function compress(path) {
  const bytes = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality(path) };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)]);
  if (br.length > 0.95 * bytes.length) return;
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

await build({ logLevel: 'warn' });
await buildServiceWorker();
await mergeLicenses();
await Promise.all(
  files()
    .filter((path) => !path.endsWith('.png'))
    .map(compress),
);
