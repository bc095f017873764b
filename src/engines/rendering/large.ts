import { domainError } from '../../platform/errors.ts';
import { type Calls, callsOf, ThreadFailure } from '../../platform/threads/threads.ts';
import { compileMessage, compileSubject, messageOf, putInTheme } from './compile.ts';
import { findDroppedText, refuseLoss } from './dropped-text.ts';
import type { Finding } from './finding.ts';
import { findFaults } from './findings.ts';
import { restoreContent } from './keep.ts';
import type { largeWork } from './large-work.ts';
import { htmlEngine, plainEngine } from './liquid.ts';
import type { CompiledMessage, FilledMessage, MessageSource, MessageValues } from './message.ts';
import type { Theme } from './theme.ts';

/** The longest body, in characters, that this thread works on; it takes 5 to 15 ms. */
const mostHere = 20_000;

const elsewhere = callsOf<typeof largeWork>(new URL('large-thread.ts', import.meta.url), {
  deadline_ms: 20_000,
});

/** A compiled message; without its body if that was too large to be worked on here. */
export type LargeMessage = Omit<CompiledMessage, 'body'> & Partial<Pick<CompiledMessage, 'body'>>;

/**
 * Like compileMessage, but a large body is compiled on another thread while everything else continues. Faults in it that
 * rendering with the values of `tried` would find are thrown here, where their lines are known.
 */
export async function compileLarge(
  source: MessageSource,
  theme: Theme,
  tried: MessageValues | null = null,
): Promise<LargeMessage> {
  if (source.body.length <= mostHere) return compileMessage(source, theme);
  const subject = compileSubject(source.subject);
  const bodies = await call(
    'compileBodies',
    source,
    { css: theme.css, dir: theme.dir, labels: theme.labels },
    tried,
  );
  const { links, ...parts } = putInTheme(
    source,
    theme,
    subject,
    bodies.map(body => ({
      html: restoreContent(htmlEngine, body.html),
      text: restoreContent(plainEngine, body.text),
      links: body.links,
    })),
  );
  return messageOf(parts, links);
}

/** Like findFaults, but examines a large body on another thread. */
export async function findLargeFaults(
  source: MessageSource,
  { body }: LargeMessage,
  filled: FilledMessage,
  html_bytes = Buffer.byteLength(filled.html),
): Promise<Finding[]> {
  return body
    ? findFaults(source, { body }, filled, html_bytes)
    : call('findFaults', source, filled, html_bytes);
}

/** Throws `body_invalid` if the mail would lose much of the body's text. */
export async function demandText(
  { body: written }: Pick<MessageSource, 'body'>,
  { body }: LargeMessage,
): Promise<void> {
  if (body) refuseLoss(findDroppedText(body));
  else await call('refuseLoss', { body: written });
}

const call: Calls<typeof largeWork> = async (name, ...args) => {
  try {
    return await elsewhere(name, ...args);
  } catch (error) {
    if (!(error instanceof ThreadFailure)) throw error;
    throw domainError('body_invalid', 'rendering.not_processed', { reason: error.message });
  }
};
