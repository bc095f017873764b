import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { Liquid, type Template } from 'liquidjs';

/** Pages for people, from Liquid files of the theme. */
export type Pages = {
  /** Sends the page with `values` filled in, escaped; it can load nothing and run nothing. */
  send(reply: FastifyReply, status: number, page: string, values: Record<string, unknown>): FastifyReply;
};

/** Reads the pages of the theme in `directory`: `pages/<name>.html`, each shown within `pages/frame.html`. */
export function loadPages(directory: URL): Pages {
  const engine = new Liquid({ templates: {}, outputEscape: 'escape', ownPropertyOnly: true });
  const read = (name: string) => readFileSync(new URL(`pages/${name}.html`, directory), 'utf8');
  const names = readdirSync(new URL('pages/', directory)).map(file => file.replace(/\.html$/, ''));
  const pages = new Map<string, Template[]>(names.map(name => [name, engine.parse(read(name))]));
  return {
    send(reply, status, page, values) {
      const content = engine.renderSync(pages.get(page)!, values);
      const html = engine.renderSync(pages.get('frame')!, {
        title: /<h1>(.*?)<\/h1>/.exec(content)?.[1] ?? '',
        content,
      });
      return reply
        .code(status)
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy':
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-store',
        })
        .serializer(String)
        .send(html);
    },
  };
}
