// build.mjs — builds the client into build/web: the pages, then the service worker, which knows every
// file of the pages, then the licenses of the packages in both, then .br and .gz beside each file
// that they make smaller.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
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

/** The pictures of boxes for links to tables, and those of the documentation for whoever installs the client. */
async function copyPictures() {
  const games = fileURLToPath(new URL('../games/', import.meta.url));
  await mkdir(`${top}previews`, { recursive: true });
  for (const path of readdirSync(games, { recursive: true }))
    if (/^[a-z]+\/web\/previews\/[a-z]+\.png$/.test(path)) await copyFile(games + path, `${top}previews/${basename(path)}`);
  const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
  const manifest = JSON.parse(await readFile(`${top}manifest.webmanifest`, 'utf8'));
  await mkdir(`${top}screenshots`, { recursive: true });
  manifest.screenshots = await Promise.all(
    readdirSync(pictures)
      .filter((name) => name.endsWith('.png'))
      .map(async (name) => {
        await copyFile(pictures + name, `${top}screenshots/${name}`);
        const head = await readFile(pictures + name); // a PNG says its size at byte 16
        const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)];
        return { src: `screenshots/${name}`, sizes: `${width}x${height}`, type: 'image/png', form_factor: width > height ? 'wide' : 'narrow' };
      }),
  );
  await writeFile(`${top}manifest.webmanifest`, JSON.stringify(manifest, null, 2));
}

/** Only for those who look at a link, or install the client. */
const online = /^(previews|screenshots)\//;

/** What is kept for use without a network: everything. Names in assets/ have a hash already. */
async function precached() {
  const kept = files().filter((path) => !online.test(path.slice(top.length)) && /\.(html|js|css|svg|png|wasm|net|webmanifest)$/.test(path));
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
await copyPictures();
await buildServiceWorker();
await mergeLicenses();
await Promise.all(
  files()
    .filter((path) => !path.endsWith('.png'))
    .map(compress),
);
