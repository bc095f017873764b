import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Placeholders, roleAt } from './placeholders.ts';

/** Maximum length of a block; a longer one stays plain. */
const sizeLimit = 20_000;

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

// A theme colors only these few scopes. A class and a style for every comma would only make the mail longer.
const classOf = new Map(
  Object.entries({
    word: 'keyword literal built_in selector-tag meta doctag',
    name: 'title title.class title.function name section attr attribute property selector-class selector-id type',
    value: 'string regexp number symbol link char.escape',
    note: 'comment quote',
    added: 'addition',
    removed: 'deletion',
  }).flatMap(([name, scopes]) => scopes.split(' ').map(scope => [scope, `code-${name}`])),
);

/**
 * Returns code as HTML with spans of the classes `code-word`, `code-name`, `code-value`, `code-note`, `code-added` and `code-removed`.
 * Undefined if it has to stay plain: its language is unknown, or it contains Liquid that a span could cut.
 */
export function highlightCode(
  code: string,
  language: string,
  placeholders: Placeholders,
): string | undefined {
  if (code.length > sizeLimit || !hljs.getLanguage(language)) return undefined;
  const numbers = Array.from(code.matchAll(new RegExp(placeholders.pattern, 'g')), match => match[1]);
  if (numbers.some(number => roleAt(placeholders, number).is !== 'output')) return undefined;
  const html = renameSpans(hljs.highlight(code, { language, ignoreIllegals: true }).value);
  const whole = Array.from(html.matchAll(new RegExp(placeholders.pattern, 'g')));
  return whole.length === numbers.length ? html : undefined;
}

function renameSpans(html: string): string {
  const open: boolean[] = [];
  return html.replace(/<span class="([^"]*)">|<\/span>/g, (tag, classes: string | undefined) => {
    if (classes === undefined) return open.pop() ? tag : '';
    const name = classOf.get(scopeOf(classes));
    open.push(name !== undefined);
    return name === undefined ? '' : `<span class="${name}">`;
  });
}

// `hljs-title function_` is the scope `title.function`.
function scopeOf(classes: string): string {
  const [first, ...inner] = classes.replace('hljs-', '').split(' ');
  const scope = [first, ...inner.map(name => name.replace(/_+$/, ''))].join('.');
  return classOf.has(scope) ? scope : (first as string);
}
