import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { onFirstUse } from '../first-use.ts';
import { type Made, make, sendMade } from '../http/conditional.ts';
import type { Markup } from '../http/markup.ts';
import type { App } from '../http/server.ts';
import { inProgram } from '../root.ts';
import { type Document, type Section, sectionsOf } from './document.ts';
import { errorsPage, indexPage, objectsPage, sectionPage } from './pages.ts';

/** The policy: a page runs our own script, loads our own style, and makes no other requests. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-cache',
};

/**
 * Shows the API document to people under /docs: a page for each section, made when somebody first requests it. `/docs/OPERATION_ID` leads
 * to the operation.
 */
export function referenceRoutes(app: App): void {
  const open = onFirstUse(async () => makePages((await app.openapi()) as Document, app.base_url));
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;

  app.get('/docs', route, (request, reply) => send(request, reply, ''));
  app.get<{ Params: { name: string } }>('/docs/:name', route, (request, reply) =>
    send(request, reply, request.params.name),
  );

  async function send(request: FastifyRequest, reply: FastifyReply, name: string) {
    const { root, pages, places } = await open();
    const page = pages.get(name);
    if (page) return sendMade(request, reply, page);
    const place = places.get(name);
    if (place === undefined) throw notFound('page of the reference');
    return reply.redirect(`${root}/docs/${place}`, 302);
  }
}

function makePages(document: Document, base_url: string) {
  const sections = sectionsOf(document).filter(({ operations, told }) => operations.length + told.length > 0);
  const context = { base_url, sections, schemas: document.components.schemas };
  // The installation may be at a path below the host.
  const root = new URL(base_url).pathname.replace(/\/$/, '');
  const show = ({ html }: Markup) => make(html.replaceAll(/ (href|src)="\//g, ` $1="${root}/`), headers);
  const pages = new Map<string, Made>([
    ['', show(indexPage(context, document))],
    ['objects', show(objectsPage(context))],
    ['errors', show(errorsPage(context))],
    ['reference.css', fileOf('reference.css', 'text/css')],
    ['search.js', fileOf('search.js', 'text/javascript')],
    [
      'search.json',
      make(JSON.stringify(sections.flatMap(entriesOf)), { 'Content-Type': 'application/json' }),
    ],
    ...sections.map(section => [section.slug, show(sectionPage(context, section))] as const),
  ]);
  return { root, pages, places: new Map(sections.flatMap(placesOf)) };
}

function fileOf(name: string, type: string): Made {
  const content = readFileSync(inProgram(`themes/reference/${name}`));
  return make(content, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' });
}

/** Returns the entries for the search: for each operation its place, method, path and summary. */
function entriesOf(section: Section) {
  return [...section.operations, ...section.told].map(({ operationId, method, path, summary }) => ({
    place: `${section.slug}#${operationId}`,
    address: path.startsWith('/') ? `${method} ${path}` : path,
    summary,
    words: `${section.name} ${operationId}`,
  }));
}

function placesOf({ slug, operations, told }: Section): [id: string, place: string][] {
  return [...operations, ...told].map(({ operationId }) => [operationId, `${slug}#${operationId}`]);
}
