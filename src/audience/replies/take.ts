import { findNewsletterByKey } from '../../accounts/queries.ts';
import { lockDelivery, settleUncertain } from '../../delivery/ledger/late-evidence.ts';
import { readOwnMessageId } from '../../delivery/ledger/message-ids.ts';
import type { Mail } from '../../engines/bounces/mail.ts';
import { recordEvent } from '../../journal/record.ts';
import { requestLetters } from '../../letters/request.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { type About, findAnswered, hasManyFrom, insertOnce, isKnownReply } from './queries.ts';
import { readReply } from './read.ts';
import { mostAnHour, type Reply } from './reply.ts';

export type TakeContext = {
  db: Database;
  clock: Clock;
  /** The mail server whose findings about senders are believed; undefined: none. */
  authserv_id?: string | undefined;
};

export type Arrived = {
  newsletter_key: number;
  /** The envelope sender; null if unknown, empty for <>. */
  sender: string | null;
  mail: Mail;
  /** Whether `mail` lacks a part of what arrived. */
  is_cut: boolean;
  /** The same hash for a mail that arrives twice. */
  report_hash: Buffer;
};

/**
 * Stores a reader's mail. Once this returns, the sender may forget it. The mail changes no subscription, whatever it says. Returns whether
 * the newsletter exists. Throws `rate_limited` if this address, or strangers together, have sent too many: the sender then tries again
 * later.
 */
export async function takeReply({ db, clock, authserv_id }: TakeContext, arrived: Arrived): Promise<boolean> {
  const { newsletter_key, report_hash } = arrived;
  const { from_address, ...words } = readReply(arrived.mail, { sender: arrived.sender, authserv_id });
  const normal_address = normalAddress(from_address ?? '');
  const now = clock();
  return inTransaction(db, async trx => {
    const newsletter = await findNewsletterByKey(trx, newsletter_key);
    if (!newsletter) return false;
    if (await isKnownReply(trx, newsletter_key, report_hash)) return true;
    const about = await findAbout(trx, newsletter_key, words.reference_ids);
    const own = from_address ? await findSubscriber(trx, newsletter_key, from_address) : undefined;
    const { sender, person } = judgeSender(about, own, normal_address);
    const { of_one, of_strangers } = mostAnHour;
    if (
      (await hasManyFrom(trx, { newsletter_key, normal_address, now }, of_one)) ||
      (!person && (await hasManyFrom(trx, { newsletter_key, normal_address: null, now }, of_strangers)))
    )
      throw domainError('rate_limited', 'audience.too_many_replies');
    const id = newId();
    const isNew = await insertOnce(trx, {
      ...words,
      ...{ id, newsletter_key, normal_address, report_hash, sender },
      subscriber_key: person?.key ?? null,
      email_key: about?.email_key ?? null,
      from_address: from_address ?? '',
      files: JSON.stringify(words.files),
      is_cut: arrived.is_cut || words.is_cut,
      creation_date: now.toISOString(),
    });
    if (!isNew || words.is_automatic) return true;
    if (person)
      await recordEvent(trx, newsletter_key, {
        event_type: 'subscriber.replied',
        subscriber_id: person.id,
        ...(about?.email_id && { email_id: about.email_id }),
        data: { reply_id: id, sender },
      });
    if (newsletter.replies === 'inbox_and_mailbox') await requestLetters(trx, 'forward_reply', [id]);
    return true;
  });
}

/**
 * Finds the copy or the answer that a mail replies to, by the ids of the mails before it, the latest first. An uncertain copy is settled as
 * accepted, since the reply proves its arrival.
 */
async function findAbout(
  trx: Database,
  newsletter_key: number,
  reference_ids: string[],
): Promise<About | undefined> {
  for (const id of reference_ids.toReversed()) {
    const name = readOwnMessageId(id);
    const delivery = name && (await lockDelivery(trx, name, newsletter_key));
    if (delivery) {
      await settleUncertain(trx, delivery.email_key, delivery.subscriber_key);
      const { email_key, email_id, subscriber_id, subscriber_key, email_address } = delivery;
      const person = subscriber_id === null ? null : { key: subscriber_key, id: subscriber_id };
      return { email_key, email_id, person, normal_address: normalAddress(email_address ?? '') };
    }
    const [, answer_id] = /^answer\.([0-9a-f-]{36})@/.exec(id) ?? [];
    const answered = answer_id && (await findAnswered(trx, newsletter_key, answer_id));
    if (answered) return answered;
  }
  return undefined;
}

type Person = { key: number; id: string };

/** Returns how the sender is known, and the person with whom the reply is shown. */
function judgeSender(
  about: About | undefined,
  own: Person | undefined,
  normal_address: string,
): { sender: Reply['sender']; person: Person | undefined } {
  if (about?.person && about.normal_address === normal_address)
    return { sender: 'reader', person: about.person };
  if (own) return { sender: 'subscriber', person: own };
  if (about?.person) return { sender: 'other_address', person: about.person };
  return { sender: 'stranger', person: undefined };
}
