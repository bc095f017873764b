import { Parser } from 'htmlparser2';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { StyleFault } from '../styles/own-css.ts';

/** The largest layout. Gmail cuts mails at some 102 kB, and the rest is for the text of the email. */
const mostBytes = 50_000;
const refused =
  'script iframe frame object embed applet form input button textarea select link base svg math video audio'.split(
    ' ',
  );
const content = '{{ content }}';
const leaveOut = sentence('styles.leave_out');

/** The checks of a layout. */
export const layoutChecks = ['content', 'unsubscribe', 'size', 'safe', 'liquid'] as const;
export type LayoutFault = StyleFault & { check: (typeof layoutChecks)[number] };

/**
 * Returns the faults that keep a newsletter's own layout from being used. A layout needs `{{ content }}` once and a link to `{{
 * unsubscribe_url }}`, has no scripts, forms or addresses that load anything but pictures, and leaves room for the text.
 */
export function findLayoutFaults(source: string): LayoutFault[] {
  const faults: LayoutFault[] = [];
  const fault = (check: LayoutFault['check'], found: string, remedy: string, line: number | null = null) =>
    faults.push({ check, line, found, remedy });
  const contents = source.match(/\{\{-?\s*content\s*-?\}\}/g)?.length ?? 0;
  if (contents !== 1)
    fault(
      'content',
      sentence(contents === 0 ? 'styles.content_missing' : 'styles.content_twice', { content }),
      sentence('styles.content_once', { content }),
    );
  if (!/<a\b[^>]*\bhref\s*=\s*["']?\{\{-?\s*unsubscribe_url\b/i.test(source))
    fault(
      'unsubscribe',
      sentence('styles.no_unsubscribe'),
      sentence('styles.add_link', { link: '<a href="{{ unsubscribe_url }}">Unsubscribe</a>' }),
    );
  const bytes = Buffer.byteLength(source);
  if (bytes > mostBytes)
    fault(
      'size',
      sentence('styles.layout_large', { bytes }),
      sentence('styles.shorten_layout', { most: mostBytes }),
    );
  findElements(source, (line, found, remedy) => fault('safe', found, remedy, line));
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
      if (refused.includes(name)) fault(line, sentence('styles.no_element', { name }), leaveOut);
      if (name === 'meta' && /refresh/i.test(attributes['http-equiv'] ?? ''))
        fault(line, sentence('styles.refresh'), leaveOut);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on')) fault(line, sentence('styles.runs_script', { attribute }), leaveOut);
        if (
          /^\s*(?:javascript|vbscript|data):/i.test(value) &&
          /^(?:href|src|background|action)$/.test(attribute)
        )
          fault(
            line,
            sentence('styles.no_address', { attribute, value: value.slice(0, 30) }),
            sentence('styles.use_https'),
          );
        if (attribute === 'style' && /url\s*\(|expression\s*\(|\\/i.test(value))
          fault(
            line,
            sentence('styles.attribute_loads', { value: value.slice(0, 40) }),
            sentence('styles.use_img'),
          );
      }
    },
    ontext(text) {
      if (isStyle && /@import|url\s*\(|expression\s*\(|\\/i.test(text))
        fault(
          lineAt(parser.startIndex),
          sentence('styles.sheet_loads'),
          sentence('styles.leave_out_addresses'),
        );
    },
    onclosetag(name) {
      if (name === 'style') isStyle = false;
    },
  });
  parser.write(source);
  parser.end();
}
