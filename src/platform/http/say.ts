import type { Liquid } from 'liquidjs';
import type { Words } from '../languages/catalogue.ts';
import type { Values } from '../languages/message.ts';

type Filter = { context: { globals: object } };

/**
 * Adds the filter `{{ 'confirm.ask' | say: name: newsletter.name }}`. It returns HTML with escaped values, in the language of the `words`
 * of the globals.
 */
export function addSayFilter(engine: Liquid): void {
  engine.registerFilter('say', {
    raw: true,
    handler(this: Filter, key: string, ...args: unknown[]) {
      return withoutBreaks((this.context.globals as { words: Words }).words.html(key, valuesOf(args)));
    },
  });
}

/** Keeps E-Mail, e-posta and the like on one line: a word joiner after the hyphen lets no line end there. */
function withoutBreaks(html: string): string {
  return html.replace(/<[^>]*>|\b[Ee]-(?=\p{L})/gu, found =>
    found.startsWith('<') ? found : `${found}\u2060`,
  );
}

/** Returns the named arguments of a filter, which Liquid passes as pairs. */
function valuesOf(args: unknown[]): Values {
  const pairs = args.filter((arg): arg is [string, unknown] => Array.isArray(arg));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'number' ? value : String(value ?? '')]),
  );
}
