import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { build, type Plugin } from 'vite';

const web = join(import.meta.dirname, '../web');
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Builds the dashboard into the folder with every text 40 percent longer and in brackets. */
export async function buildStretched(folder: string): Promise<void> {
  await build({
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [stretchWords],
    build: { outDir: folder },
  });
}

/** Stretches in place the texts that each file of words exports. */
const stretchWords: Plugin = {
  name: 'stretched-words',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(web, 'src/words/'))) return null;
    const names = Array.from(code.matchAll(/^export const (\w+)(?:: [^=]+)? = [{[]/gm), ([, name]) => name);
    if (names.length === 0) return null;
    const own = join(import.meta.dirname, '../src/testing/stretch.ts');
    return `import { stretchAll } from ${JSON.stringify(own)};\n${code}\n${names.map(name => `stretchAll(${name});`).join('\n')}`;
  },
};

/** Serves the pages of a browser out of the folder, and everything else by the service. */
export async function serveStretched(
  context: BrowserContext,
  folder: string,
  { mirrored }: { mirrored: boolean },
): Promise<void> {
  const page = (await readFile(join(folder, 'index.html'), 'utf8'))
    .replaceAll('__ROOT__', '')
    .replaceAll('"./assets/', '"/dashboard/assets/')
    .replace('<html lang="en">', mirrored ? '<html lang="en" dir="rtl">' : '$&');
  await context.route('**/dashboard/assets/*', async route => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const body = await readFile(join(folder, 'assets', name));
    await route.fulfill({ body, contentType: types[extname(name)] ?? 'application/octet-stream' });
  });
  await context.route('**/dashboard/**', async route =>
    route.request().resourceType() === 'document' && !/\/(?:frame|sign_on)/.test(route.request().url())
      ? route.fulfill({ body: page, contentType: 'text/html; charset=utf-8' })
      : route.fallback(),
  );
}
