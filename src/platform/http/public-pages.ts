import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { Liquid } from 'liquidjs';
import { type Made, make } from './conditional.ts';

/** Pages for people, rendered from the theme's Liquid files with escaped `values`. */
export type Pages = {
  /** A page that anybody may cache as long as its ETag is the same. */
  make(page: string, values: Record<string, unknown>): Made;
  /** Sends a page to one person only; its address, which may contain a secret, is not passed on as a referrer. */
  show(reply: FastifyReply, status: number, page: string, values: Record<string, unknown>): FastifyReply;
};

/**
 * A page can load images but run no scripts, except for the captcha. Other sites may show it in a frame if it is
 * `embedded`.
 */
function policy({ captcha, embedded }: Record<string, unknown>): string {
  return [
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
    `frame-ancestors ${embedded === true ? '*' : "'none'"}`,
    "img-src 'self' https: http: data:",
    ...captchaPolicy(captcha),
  ].join('; ');
}

/** The hosts that a page may load from, other than images, if it contains this provider's captcha. */
const captchaHosts: Record<string, string> = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
};

/**
 * Reads the pages of the theme in `directory`: `site/<name>.html`, each inside `site/frame.html`. Each page receives
 * `root`, the prefix of the service's paths.
 */
export function loadPages(directory: URL, base_url: string): Pages {
  const print = loadFolder(new URL('site/', directory));
  const root = new URL(base_url).pathname.replace(/\/$/, '');
  const makePage = (page: string, values: Record<string, unknown>, headers: Record<string, string>) =>
    make(print(page, { ...values, root }), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(values),
      ...headers,
    });
  return {
    make: (page, values) =>
      makePage(page, values, { 'Cache-Control': 'public, no-cache', 'Referrer-Policy': 'same-origin' }),
    show(reply, status, page, values) {
      const { body, headers } = makePage(page, values, {
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      });
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
