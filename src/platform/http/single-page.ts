import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { documentLanguage } from '../languages/tag.ts';
import { markup } from './markup.ts';
import type { App } from './server.ts';

type Asset = { plain: Buffer; brotli: Buffer | undefined; type: string };
/** The page in each language, and the files for all languages. */
type Site = { pages: ReadonlyMap<string, string>; assets: ReadonlyMap<string, Asset> };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};
const options = { schema: { hide: true }, config: { rateLimit: false as const } };

function policy(nonce: string): string {
  return [
    "default-src 'none'; script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'; img-src 'self' data: https: http:; connect-src 'self'; frame-src 'self'",
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ].join('; ');
}

// The content of a mail is shown as mail programs show it: with its own styles and images, and without scripts.
const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

type SinglePage = {
  path: string;
  folder: string;
  root: string;
  trouble: string;
  languageOf: (request: FastifyRequest) => string;
};

/**
 * Serves a page whose program runs in the browser, built by Vite into `folder` once per language. Every address under `path` shows it. Also
 * serves its files, whose names change with their content, and `frame`, an empty page in which mails are shown. Without a build, the page
 * says what to do, and shows the `trouble` of the build.
 */
export function singlePageRoutes(app: App, { path, folder, root, trouble, languageOf }: SinglePage): void {
  let site: Site | undefined;

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    site ??= readSite(folder);
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store');
    const nonce = randomBytes(18).toString('base64url');
    reply.header('Content-Security-Policy', policy(nonce)).header('Referrer-Policy', 'same-origin');
    if (!site) return reply.code(503).send(missingPage(nonce, trouble).html);
    const page = pageIn(site, languageOf(request))
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__ROOT__', root)
      .replaceAll('"./assets/', `"${root}${path}/assets/`);
    return reply.send(page);
  };
  app.get(path, options, sendPage);
  app.get(`${path}/*`, options, sendPage);

  app.get<{ Params: { name: string } }>(`${path}/assets/:name`, options, async (request, reply) => {
    site ??= readSite(folder);
    const asset = site?.assets.get(request.params.name);
    if (!asset) throw notFound('file');
    reply
      .type(asset.type)
      .headers({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    if (!asset.brotli || !takesBrotli) return reply.send(asset.plain);
    return reply.header('Content-Encoding', 'br').send(asset.brotli);
  });

  app.get(`${path}/frame`, options, async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'Content-Security-Policy': framePolicy, 'Cache-Control': 'public, max-age=3600' })
      .send('<!doctype html><title>Preview</title>'),
  );
}

/** Returns the page in a language such as `de` or `de-formal`, or else in English. */
function pageIn({ pages }: Site, language: string): string {
  const tag = documentLanguage(language);
  const page = pages.get(tag) ?? pages.get('en') ?? '';
  return tag === language ? page : page.replace(`<html lang="${tag}"`, '$& data-formal');
}

/** Reads the whole site into memory; undefined while there is no build. */
function readSite(folder: string): Site | undefined {
  try {
    const pages = readdirSync(folder).flatMap((name): [string, string][] => {
      const [found, language = 'en'] = /^index(?:\.(\w+))?\.html$/.exec(name) ?? [];
      return found === undefined ? [] : [[language, readFileSync(join(folder, name), 'utf8')]];
    });
    if (pages.length === 0) return undefined;
    const names = readdirSync(join(folder, 'assets'));
    const read = (name: string) => readFileSync(join(folder, 'assets', name));
    const assets = names
      .filter(name => !name.endsWith('.br'))
      .map((name): [string, Asset] => {
        const brotli = names.includes(`${name}.br`) ? read(`${name}.br`) : undefined;
        const type = types[extname(name)] ?? 'application/octet-stream';
        return [name, { plain: read(name), brotli, type }];
      });
    return { pages: new Map(pages), assets: new Map(assets) };
  } catch {
    return undefined;
  }
}

function missingPage(nonce: string, reason: string) {
  return markup`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The dashboard is not built</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark; }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem; }
</style>
<h1>The dashboard is not built</h1>
<p>The API works without it, and mail goes out. To get the dashboard, make the folder <code>web</code> of Postrider writable, then start Postrider again: it builds the dashboard at the start. A packed release contains it.</p>
${reason !== '' && markup`<p>The last attempt ended with this:</p><pre>${reason}</pre>`}`;
}
