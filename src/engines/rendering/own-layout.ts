import { Parser } from 'htmlparser2';
import type { StyleFault } from '../styles/own-css.ts';

/** Gmail cuts mails at some 102 kB; the rest is for the text of the email. */
const mostBytes = 50_000;
const refused =
  'script iframe frame object embed applet form input button textarea select link base svg math video audio'.split(
    ' ',
  );

/**
 * Returns what keeps a newsletter's own layout from being used: it needs `{{ content }}` once and a link to `{{ unsubscribe_url }}`, has no
 * scripts, forms or addresses that load anything but pictures, and leaves room for the text.
 */
export function findLayoutFaults(source: string): StyleFault[] {
  const faults: StyleFault[] = [];
  const fault = (line: number | null, found: string, remedy: string) => faults.push({ line, found, remedy });
  const contents = source.match(/\{\{-?\s*content\s*-?\}\}/g)?.length ?? 0;
  if (contents !== 1)
    fault(
      null,
      contents === 0 ? 'there is no {{ content }}' : '{{ content }} is there more than once',
      'Write {{ content }} once, where the text of the email belongs.',
    );
  if (!/<a\b[^>]*\bhref\s*=\s*["']?\{\{-?\s*unsubscribe_url\b/i.test(source))
    fault(null, 'there is no link to unsubscribe', 'Add <a href="{{ unsubscribe_url }}">Unsubscribe</a>.');
  const bytes = Buffer.byteLength(source);
  if (bytes > mostBytes)
    fault(
      null,
      `it has ${bytes} bytes`,
      `Shorten it to ${mostBytes}: Gmail cuts long mails, and then hides the link to unsubscribe.`,
    );
  findElements(source, fault);
  return faults;
}

type AddFault = (line: number | null, found: string, remedy: string) => void;

function findElements(source: string, fault: AddFault): void {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length;
  let isStyle = false;
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      const line = lineAt(parser.startIndex);
      isStyle = name === 'style';
      if (refused.includes(name)) fault(line, `<${name}> does not work in mails`, 'Leave it out.');
      if (name === 'meta' && /refresh/i.test(attributes['http-equiv'] ?? ''))
        fault(line, '<meta http-equiv="refresh"> leads readers away', 'Leave it out.');
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) fault(line, `${attribute} runs a script`, 'Leave it out.');
        if (
          /^\s*(?:javascript|vbscript|data):/i.test(value) &&
          /^(?:href|src|background|action)$/.test(attribute)
        )
          fault(line, `${attribute}="${value.slice(0, 30)}" is not a web address`, 'Use an https address.');
        if (attribute === 'style' && /url\s*\(|expression\s*\(|\\/i.test(value))
          fault(line, `style="${value.slice(0, 40)}" loads something`, 'Use <img> for pictures.');
      }
    },
    ontext(text) {
      if (isStyle && /@import|url\s*\(|expression\s*\(|\\/i.test(text))
        fault(lineAt(parser.startIndex), 'the style sheet loads something', 'Leave @import and url() out.');
    },
    onclosetag(name) {
      if (name === 'style') isStyle = false;
    },
  });
  parser.write(source);
  parser.end();
}
