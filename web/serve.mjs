// serve.mjs [PORT] — serves build/web for tests and for trying things out: files, nothing else. Files
// that were compressed beforehand are sent compressed.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../build/web/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/api/')) {
    response.writeHead(204).end(); // nobody plays online here
    return;
  }
  const path = join(top, normalize(pathname === '/' ? '/index.html' : pathname));
  if (!path.startsWith(top) || !existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  const packed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') && existsSync(`${path}.br`);
  response.writeHead(200, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
    ...(packed && { 'content-encoding': 'br' }),
  });
  createReadStream(packed ? `${path}.br` : path).pipe(response);
}).listen(Number(process.argv[2] ?? 4173), '127.0.0.1');
