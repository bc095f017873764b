import type { Words } from '../../platform/languages/catalogue.ts';
import { settleEnglish } from '../../platform/languages/english.ts';
import type { Direction } from '../../platform/languages/tag.ts';

/** Matches `{{ 'mail.view' | say: name: newsletter.name }}`. */
const said = /\{\{-?\s*'([\w.]+)'\s*\|\s*say\s*(?::([^}]*))?-?\}\}/g;

/**
 * Puts a template of a theme into one language: each `say` is replaced by its text, in which the values stay Liquid, and `lang`, `dir`,
 * `end` and `words_language` by their values. So rendering takes no longer than without languages, and a stored mail always has the same
 * text.
 */
export function speak(template: string, words: Words, form: 'html' | 'plain'): string {
  const named: Record<string, string> = {
    lang: words.locale,
    dir: words.content_dir,
    end: sideOf('end', words.content_dir),
    words_language:
      form === 'plain' || words.lang === words.locale ? '' : ` lang="${words.lang}" dir="${words.dir}"`,
  };
  const spoken = template
    .replace(/\{\{\s*(lang|dir|end|words_language)\s*\}\}/g, (_, name: string) => named[name]!)
    .replace(said, (_, key: string, given = '') => {
      const names = Array.from((given as string).matchAll(/(\w+)\s*:\s*([\w.]+)/g));
      const marks = names.map(([, name, variable], place) => ({
        name: name!,
        mark: `\uE000${place}\uE001`,
        liquid:
          form === 'html' && words.dir === 'rtl' && !addresses.includes(name!)
            ? `<bdi>{{ ${variable} }}</bdi>`
            : `{{ ${variable} }}`,
      }));
      const values = Object.fromEntries(marks.map(({ name, mark }) => [name, mark]));
      const text = form === 'html' ? words.html(key, values) : words.say(key, values);
      return marks.reduce(
        (spoken, { mark, liquid }) =>
          spoken.replace(new RegExp(`(?:<bdi>|\u2068)?${mark}(?:</bdi>|\u2069)?`, 'g'), liquid),
        text,
      );
    });
  return settleEnglish(spoken);
}

/** Values that are an attribute, or that programs turn into a link together with adjacent characters. */
const addresses = ['href', 'url'];

/** Replaces logical properties, which mail programs do not know: `padding-inline-start` becomes `padding-left` or `padding-right`. */
export function literalSides(css: string, dir: Direction): string {
  return css
    .replace(/-inline-(start|end)\b/g, (_, side: Side) => `-${sideOf(side, dir)}`)
    .replace(
      /\b(text-align\s*:\s*)(start|end)\b/g,
      (_, property: string, side: Side) => property + sideOf(side, dir),
    );
}

type Side = 'start' | 'end';

function sideOf(side: Side, dir: Direction): 'left' | 'right' {
  return (side === 'start') === (dir === 'ltr') ? 'left' : 'right';
}
