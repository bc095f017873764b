import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { Liquid } from 'liquidjs';
import { type Catalogue, type Voice, voiceOf, type Words } from '../languages/catalogue.ts';
import { settleEnglish } from '../languages/english.ts';
import { canonicalTag, directionOf, documentLanguage, wishedTags } from '../languages/tag.ts';
import { type Made, make } from './conditional.ts';
import { addSayFilter } from './say.ts';

/**
 * Pages for people, rendered from the theme's Liquid files with escaped `values`. A page speaks the language of
 * `values.voice` or else `values.newsletter.voice`, with `values.asked_language` or else `values.reader_language` instead of the newsletter's own.
 */
export type Pages = {
  catalogue: Catalogue;
  /** A page that anybody may cache as long as its ETag is the same. */
  make(page: string, values: Record<string, unknown>): Made;
  /**
   * Sends a page to one person only; its address, which may contain a secret, is not passed on as a referrer. If the values name no
   * language, the `lang` of its address does. A page that belongs to no newsletter speaks the browser's language.
   */
  show(reply: FastifyReply, status: number, page: string, values: Record<string, unknown>): FastifyReply;
};

/**
 * The changes that a newsletter's look makes to its pages: rules for all of them and for its site alone, and files in place of the usual
 * ones, by name.
 */
export type Dress = {
  css: string;
  site_css: string;
  pages: Readonly<Record<string, string>>;
};

/**
 * Returns the policy of a page. It can load images but run no scripts, except for the captcha and exactly its `inline_script`. Other sites
 * may show it in a frame if it is `embedded`. Its forms may lead only to the service, and to `form_hosts`.
 */
function policy({ captcha, embedded, inline_script, form_hosts = '' }: Record<string, unknown>): string {
  return [
    `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${form_hosts && ` ${form_hosts}`}; base-uri 'none'`,
    `frame-ancestors ${embedded === true ? '*' : "'none'"}`,
    "img-src 'self' https: http: data:",
    ...scriptPolicy(captcha, inline_script),
  ].join('; ');
}

/** The hosts from which a page may load things other than images, if it contains this provider's captcha. */
const captchaHosts: Record<string, string> = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
};

/**
 * Reads the pages of the theme in `directory`: `site/<name>.html`, each inside `site/frame.html`. Each page receives `root`, the prefix of
 * the service's paths, and the `Dress` that `dressOf` makes from the look of its newsletter.
 */
export function loadPages(
  directory: URL,
  base_url: string,
  catalogue: Catalogue,
  dressOf: (look: object | undefined) => Dress,
): Pages {
  const print = loadFolder(new URL('site/', directory), catalogue, dressOf);
  const root = new URL(base_url).pathname.replace(/\/$/, '');
  const makePage = (page: string, values: Record<string, unknown>, headers: Record<string, string>) =>
    make(print(page, { ...values, root }), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(values),
      ...headers,
    });
  return {
    catalogue,
    make: (page, values) =>
      makePage(page, values, { 'Cache-Control': 'public, no-cache', 'Referrer-Policy': 'same-origin' }),
    show(reply, status, page, values) {
      const { query, headers: asked } = reply.request;
      const asked_language = values.asked_language ?? languageIn(query as Query);
      const language = values.newsletter ? '' : browserLanguage(catalogue, asked['accept-language']);
      const { body, headers } = makePage(
        page,
        { browser_language: language, ...values, asked_language },
        {
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
        },
      );
      return reply.code(status).headers(headers).send(body);
    },
  };
}

function scriptPolicy(captcha: unknown, script: unknown): string[] {
  const hosts = typeof captcha === 'string' ? captchaHosts[captcha] : undefined;
  const hash = typeof script === 'string' && createHash('sha256').update(script).digest('base64');
  const sources = [hosts, hash && `'sha256-${hash}'`].filter(Boolean);
  return [
    ...(sources.length > 0 ? [`script-src ${sources.join(' ')}`] : []),
    ...(hosts === undefined
      ? []
      : [`frame-src ${hosts}`, `connect-src ${hosts}`, `style-src-elem 'unsafe-inline' ${hosts}`]),
  ];
}

type Query = Record<string, string | string[] | undefined>;

/** Returns the language that the address names; empty if it names none. */
export function languageIn(query: Query | undefined): string {
  return canonicalTag([query?.lang].flat().at(-1)?.slice(0, 60) ?? '') ?? '';
}

/** Returns the language with words that the browser wants most; empty if there is none. */
export function browserLanguage({ nearest }: Catalogue, header: string | undefined): string {
  return wishedTags(header).find(tag => nearest(tag) !== undefined) ?? '';
}

const english: Voice = { locale: 'en', formal_words: false, words: {} };

/** Returns the words of a page with these values. */
function wordsOf(catalogue: Catalogue, values: Record<string, unknown>): Words {
  const { voice, newsletter, asked_language, reader_language, browser_language } = values as {
    voice?: Voice;
    newsletter?: { voice?: Voice };
  } & Record<string, string | undefined>;
  return catalogue.in(
    voiceOf(
      voice ?? newsletter?.voice ?? english,
      asked_language ?? '',
      reader_language ?? '',
      browser_language ?? '',
    ),
  );
}

type Print = (page: string, values: Record<string, unknown>) => string;

function loadFolder(folder: URL, catalogue: Catalogue, dressOf: (look: object | undefined) => Dress): Print {
  const files = readdirSync(folder).filter(file => file.endsWith('.html'));
  const usual = Object.fromEntries(
    files.map(file => [file.slice(0, -'.html'.length), readFileSync(new URL(file, folder), 'utf8')]),
  );
  const engines = new Map<Dress['pages'], (page: string, values: object, globals: object) => string>();
  return (page, values) => {
    const newsletter = values.newsletter as Shown;
    const words = wordsOf(catalogue, values);
    const { css, site_css, pages } = dressOf((values.look as object | undefined) ?? newsletter?.look);
    if (!engines.has(pages)) engines.set(pages, openEngine({ ...usual, ...pages }));
    const render = engines.get(pages)!;
    const content_tag = String(values.content_locale ?? newsletter?.voice?.locale ?? '');
    const content_language = attributesOf(content_tag, words);
    const spoken = {
      ...values,
      look_css: values.site === true ? css + site_css : css,
      lang: words.lang,
      dir: words.dir,
      content_language,
      page_language: content_language && ` lang="${words.lang}" dir="${words.dir}"`,
    };
    const globals = { words };
    const content = render(page, spoken, globals);
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(content)?.[1]?.replace(/<[^>]*>/g, '') ?? '';
    return settleEnglish(render('frame', { ...spoken, heading, content }, globals));
  };
}

function openEngine(templates: Record<string, string>) {
  const engine = new Liquid({ templates, cache: true, outputEscape: 'escape', ownPropertyOnly: true });
  addSayFilter(engine);
  const pages = new Map(Object.keys(templates).map(name => [name, engine.parse(templates[name]!)]));
  return (page: string, values: object, globals: object): string =>
    engine.renderSync(pages.get(page)!, values, { globals });
}

type Shown = { voice?: Voice; look?: object } | undefined;

/** Returns the attributes of text in a language other than the page's; empty in the page's own. `tag` is canonical, or empty. */
export function attributesOf(tag: string, { lang }: Pick<Words, 'lang'>): string {
  const exact = documentLanguage(tag);
  return exact === '' || exact === lang ? '' : ` lang="${exact}" dir="${directionOf(exact)}"`;
}
