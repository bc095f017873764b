import { mailableTypes } from '../../audience/subscribers/subscriber.ts';
import { audienceTypes, getsTeaser } from '../../emails/audience.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { messageOf } from '../../platform/errors.ts';
import { domainOf } from '../../platform/mail/address.ts';
import type { Letter } from '../../platform/mail/message.ts';
import type { HandOver } from '../../platform/mail/smtp/transport.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Outcome } from '../ledger/delivery.ts';
import type { Recipient } from '../ledger/take.ts';
import type { ServeContext } from './context.ts';
import type { Mailing, Reader } from './mailings.ts';
import { slowDomain } from './pushback.ts';

/** The result for one recipient: a relay's answer, or (without a stage) our own. */
export type Result = (HandOver | (Omit<Outcome, 'subscriber_key'> & { stage?: undefined })) & {
  recipient: Recipient;
  copy_hash?: string;
};

/** Makes the recipient's copy and hands it over, unless they have left the audience. Never throws. */
export async function handOver(
  context: ServeContext,
  mailing: Mailing,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<Result> {
  const { clock, transport, log, places, stalls, notes } = context;
  if (!isReader(mailing, recipient))
    return { status: 'skipped', reply: sentence('delivery.left_audience'), recipient };
  if (!isStillEntitled(mailing, recipient, clock())) return lapsed(recipient);
  const date = clock();
  let letter: Letter;
  try {
    letter = mailing.print(recipient, date);
  } catch (error) {
    // Only this person's values can cause this: the template itself was checked when the email was created.
    log.warn(
      { err: error, email: mailing.email.id, subscriber: recipient.id },
      'a message could not be made',
    );
    return {
      status: 'permanent',
      reply: sentence('delivery.not_made', { reason: messageOf(error) }),
      recipient,
    };
  }
  const domain = domainOf(recipient.email_address);
  const leave = await places(domain, signal);
  if (!leave) return { status: 'unreachable', reply: sentence('delivery.paused_before'), recipient };
  const { key } = mailing.email;
  // The recipient may have waited long for their domain.
  if (!isStillEntitled(mailing, recipient, clock())) {
    leave();
    return lapsed(recipient);
  }
  let stalled = false;
  const since = performance.now();
  const on_stall = (words: string, is_its_own: boolean, relay_key: number | null) => {
    stalled = true;
    stalls.begin(key, words);
    if (!is_its_own || !stalls.hangs(relay_key, domain, since)) return;
    slowDomain(context, domain, words).catch(error =>
      log.warn({ err: error, domain }, 'a receiving domain does not answer'),
    );
  };
  try {
    const envelope = {
      from: mailing.sender(recipient, date),
      to: recipient.email_address,
      owner: mailing.newsletter.id,
    };
    const signed = await mailing.sign(letter.pieces, date);
    const message = letter.is_ascii ? { plain: signed } : signed;
    const copy_hash = mailing.hash(letter);
    const result = await transport.handOver(envelope, message, {
      sender: mailing.newsletter,
      relay_key: recipient.relay_key,
      signal,
      on_stall,
      leaving: notes.leaving(recipient.subscriber_key),
    });
    if (result.stage) stalls.answered(result.relay_key ?? null, domain);
    return { ...result, recipient, copy_hash };
  } catch (error) {
    // This happens, for example, if a signing key fails: the fault is ours and not the recipient's, so the email waits.
    return { status: 'unreachable', reply: messageOf(error), recipient };
  } finally {
    if (stalled) stalls.end(key);
    leave();
  }
}

/** Whether the recipient is still in the audience. */
export function isReader({ email }: Mailing, recipient: Recipient): recipient is Reader {
  const types: readonly SubscriberType[] = recipient.chosen ? mailableTypes : audienceTypes(email);
  return recipient.type !== null && recipient.mail_state === 'subscribed' && types.includes(recipient.type);
}

/** Whether the recipient may have their copy at `now`: the whole of a premium email only by a grant, unless they were chosen by hand. */
function isStillEntitled({ email }: Mailing, { type, chosen, right }: Reader, now: Date): boolean {
  if (email.email_type !== 'premium' || chosen || getsTeaser(email, type)) return true;
  return right !== undefined && (right.until === null || now.getTime() < Date.parse(right.until));
}

function lapsed(recipient: Recipient): Result {
  const reply = sentence('delivery.entitlement_ended');
  return { status: 'skipped', reply, recipient };
}

/** Whether a server has permanently refused this recipient. */
export function isRefusal({ status, stage }: Result): boolean {
  return status === 'permanent' && stage !== undefined;
}

/** Returns the outcome for the ledger; none for a recipient who was not handed over. */
export function outcomeOf({ status, reply, recipient, copy_hash, relay_key }: Result): Outcome[] {
  const { subscriber_key, right } = recipient;
  if (status === 'unreachable' || status === 'too_large') return [];
  const grant = right && status !== 'skipped' && { grant_key: right.grant_key };
  const relay = relay_key !== undefined && { relay_key };
  return [{ status, reply, subscriber_key, ...(copy_hash && { copy_hash }), ...grant, ...relay }];
}
