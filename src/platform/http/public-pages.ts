import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { Liquid } from 'liquidjs';
import { type Made, make } from './conditional.ts';

/** Pages for people, from Liquid files of the theme. */
export type Pages = {
  /** Sends the page with `values` filled in, escaped; it can load nothing and run nothing. */
  send(reply: FastifyReply, status: number, page: string, values: Record<string, unknown>): FastifyReply;
  /** A page of a newsletter's site, made the same way, that everybody may keep as long as its ETag is the same. */
  make(page: string, values: Record<string, unknown>): Made;
  /** Sends such a page to one person alone. */
  show(reply: FastifyReply, status: number, page: string, values: Record<string, unknown>): FastifyReply;
};

const policy = (...more: string[]) =>
  [
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ...more,
  ].join('; ');
const imagePolicy = "img-src 'self' https: http: data:";

/** What a page may load besides images when it holds the captcha of this provider. */
const captchaHosts: Record<string, string> = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
};

/**
 * Reads the pages of the theme in `directory`: `pages/<name>.html`, each shown within `pages/frame.html`, and those of
 * a newsletter's site, `site/<name>.html`, each within `site/frame.html`.
 */
export function loadPages(directory: URL): Pages {
  const inPages = loadFolder(new URL('pages/', directory));
  const inSite = loadFolder(new URL('site/', directory));
  const makeSite = (page: string, values: Record<string, unknown>, headers: Record<string, string>) =>
    make(inSite(page, values), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(imagePolicy, ...captchaPolicy(values.captcha)),
      'Referrer-Policy': 'same-origin',
      ...headers,
    });
  return {
    send: (reply, status, page, values) =>
      reply
        .code(status)
        .headers({
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': policy(),
          'Referrer-Policy': 'no-referrer',
          'Cache-Control': 'no-store',
        })
        .serializer(String)
        .send(inPages(page, values)),
    make: (page, values) => makeSite(page, values, { 'Cache-Control': 'public, no-cache' }),
    show(reply, status, page, values) {
      const { body, headers } = makeSite(page, values, { 'Cache-Control': 'no-store' });
      return reply.code(status).headers(headers).send(body);
    },
  };
}

function captchaPolicy(captcha: unknown): string[] {
  const hosts = typeof captcha === 'string' ? captchaHosts[captcha] : undefined;
  return hosts === undefined
    ? []
    : [
        `script-src ${hosts}`,
        `frame-src ${hosts}`,
        `connect-src ${hosts}`,
        `style-src-elem 'unsafe-inline' ${hosts}`,
      ];
}

function loadFolder(folder: URL): (page: string, values: Record<string, unknown>) => string {
  const files = readdirSync(folder).filter(file => file.endsWith('.html'));
  const templates = Object.fromEntries(
    files.map(file => [file.slice(0, -'.html'.length), readFileSync(new URL(file, folder), 'utf8')]),
  );
  const engine = new Liquid({ templates, cache: true, outputEscape: 'escape', ownPropertyOnly: true });
  const pages = new Map(Object.keys(templates).map(name => [name, engine.parse(templates[name]!)]));
  return (page, values) => {
    const content = engine.renderSync(pages.get(page)!, values);
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(content)?.[1] ?? '';
    return engine.renderSync(pages.get('frame')!, { ...values, heading, content });
  };
}
