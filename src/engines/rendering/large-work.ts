import { type BodyStyle, cleanBody, compileBodies, compileSubject, messageOf } from './compile.ts';
import { findDroppedText, refuseLoss } from './dropped-text.ts';
import { withFaultsOf } from './faults.ts';
import type { Finding } from './finding.ts';
import { findFaults } from './findings.ts';
import { keepContent } from './keep.ts';
import type { CleanBody, FilledMessage, KeptContent, MessageSource, MessageValues } from './message.ts';

/** A compiled body as data. */
type KeptBody = { html: KeptContent; text: KeptContent; links: string[] };

/** Work that takes long for a large body. Everything goes in and comes out as data. */
export const largeWork = {
  /** Compiles the bodies. With `tried`, also renders them once, because only here are the lines of faults in the source known. */
  compileBodies(source: MessageSource, style: BodyStyle, tried: MessageValues | null): KeptBody[] {
    const { bodies } = compileBodies(source, style);
    const parts = {
      subject: compileSubject(source.subject),
      html: bodies.map(({ html }) => html),
      text: bodies.map(({ text }) => text),
      description: source.description,
    };
    if (tried) messageOf(parts, []).fill(tried);
    return bodies.map(({ html, text, links }) => ({
      html: keepContent(html),
      text: keepContent(text),
      links,
    }));
  },
  findFaults(source: MessageSource, filled: FilledMessage, html_bytes: number): Finding[] {
    return findFaults(source, { body: clean(source) }, filled, html_bytes);
  },
  refuseLoss(source: Pick<MessageSource, 'body'>): void {
    refuseLoss(findDroppedText(clean(source)));
  },
};

function clean({ body }: Pick<MessageSource, 'body'>): CleanBody {
  return withFaultsOf('body', () => cleanBody(body));
}
