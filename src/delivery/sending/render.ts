import { setImmediate as pause } from 'node:timers/promises';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { completeSource } from '../../emails/templates.ts';
import type { Finding } from '../../engines/rendering/finding.ts';
import { compileLarge, findLargeFaults } from '../../engines/rendering/large.ts';
import type { FilledMessage } from '../../engines/rendering/message.ts';
import { layoutOf, type Theme } from '../../engines/rendering/theme.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { openPress, sharedValues } from './press.ts';
import { previewValues } from './preview.ts';
import { findRelayFaults } from './relays.ts';
import { type Draft, sourceFor } from './source.ts';

export type Rendered = FilledMessage & {
  /** Bytes of the message as it would be mailed, without attachments. */
  size: number;
  findings: Finding[];
};

/**
 * The draft as `reader` (a subscriber's id or address, or else a made-up one) would get it, and what to check before
 * sending. Throws `request_invalid` for an unknown reader, and `subject_invalid`, `body_invalid`.
 */
export async function renderDraft(
  db: Database,
  { theme, base_url }: { theme: Theme; base_url: string },
  newsletter: Newsletter,
  draft: Draft,
  reader: string | undefined,
): Promise<Rendered> {
  const to = reader === undefined ? { email_address: sampleAddress } : { subscriber_id: reader };
  const values = await previewValues(db, newsletter, base_url, to);
  if (!values)
    throw new DomainError(
      'request_invalid',
      `subscriber: there is no subscriber with the id or address "${reader!.slice(0, 100)}".`,
    );
  const source = sourceFor(
    draft,
    newsletter,
    await completeSource(db, newsletter.key, draft),
    values.subscriber.type,
  );
  const whole = { ...sharedValues(draft, newsletter, base_url), ...values };
  const compiled = await compileLarge(source, layoutOf(theme, draft.template), whole);
  const filled = compiled.fill(whole);
  await pause(); // each step takes time for a large body
  const letter = openPress({ email: draft, newsletter, compiled, attachments: [], base_url });
  await pause();
  const message = letter(
    { ...values, message_id: draft.id, one_click_url: values.unsubscribe_url, unsubscribe_mailbox: null },
    new Date(0),
  );
  const size = Buffer.byteLength(message.pieces.join(''));
  const html = draft.template === 'plaintext' ? '' : filled.html; // a text-only message
  const load = { ...draft, newsletter_key: newsletter.key };
  const findings = [
    ...(await findLargeFaults(source, compiled, filled)),
    ...(await findRelayFaults(db, load, size)),
  ];
  return { ...filled, html, size, findings };
}

const sampleAddress = 'reader@example.org';
