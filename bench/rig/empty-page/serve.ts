import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { atTheLatestAtTheEnd } from '../endings.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Builds the empty page into `outDir` and serves it as it was built, compressed. */
export async function serveEmptyPage(outDir: string): Promise<{ url: string; close(): Promise<void> }> {
  await build({ root: import.meta.dirname, configFile: false, logLevel: 'error', build: { outDir } });
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!;
    const content = await readFile(join(outDir, path)).catch(() => undefined);
    if (!content) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(content));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: atTheLatestAtTheEnd(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}
