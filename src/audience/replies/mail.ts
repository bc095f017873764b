import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterByKey } from '../../accounts/queries.ts';
import type { Printer } from '../../letters/letter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { domainOf, normalAddress } from '../../platform/mail/address.ts';
import { prepareMessage } from '../../platform/mail/message.ts';
import { type ReplyContext, replyAddress } from './address.ts';
import { findAnswer, findReplyById, noteOutcome } from './queries.ts';
import { cutQuote, type Reply } from './reply.ts';

type MailContext = ReplyContext & { db: Database; clock: Clock; base_url: string };

/** The longest value of a header field in one line. */
const longestField = 850;
const mostQuotedLines = 60;

/**
 * Prints the answer of a person to a reply, in its thread. No field says that it is automatic, so mail programs treat it like any letter
 * between people.
 */
export function printAnswer(context: MailContext): Printer {
  const { db, clock } = context;
  return async ({ subject: id }) => {
    const answer = await findAnswer(db, id);
    const newsletter = answer && (await findNewsletterByKey(db, answer.reply.newsletter_key));
    if (!newsletter) return undefined;
    const { reply, text } = answer;
    const print = prepareMessage({
      ...sharedBy(newsletter),
      to: () => reply.from_address,
      reply_to: replyAddress(context, newsletter),
      subject: [asAnswer(reply.subject)],
      text: [`${text.trim()}\n\n${quote(reply.text)}\n`],
      message_id: () => `answer.${id}@${domainOf(newsletter.from_address)}`,
      headers: threading(reply),
    });
    return {
      newsletter,
      mail: {
        to: reply.from_address,
        source: print({}, clock()).pieces,
        about: { mail: 'answer', answer: id },
      },
      async settled({ status }) {
        if (status !== 'uncertain') await noteOutcome(db, id, status === 'accepted' ? 'accepted' : 'refused');
      },
    };
  };
}

/**
 * Prints a copy of a reply for the newsletter's own mailbox; answers to the copy go to the reader. It is marked as automatic, so that no
 * program answers it, and it is not forwarded again if it comes back.
 */
export function printForwarded({ db, clock, base_url }: MailContext): Printer {
  return async ({ subject: id }) => {
    const reply = await findReplyById(db, id);
    const newsletter = reply && (await findNewsletterByKey(db, reply.newsletter_key));
    if (newsletter?.replies !== 'inbox_and_mailbox') return undefined;
    const to = newsletter.reply_to || newsletter.from_address;
    if (normalAddress(to) === reply!.normal_address) return undefined;
    const { from_name, from_address, subject, text } = reply!;
    const link = `${base_url}/dashboard/${newsletter.username}/settings/replies`;
    const print = prepareMessage({
      ...sharedBy(newsletter),
      to: () => to,
      reply_to: from_address,
      subject: [subject || `A reply to ${newsletter.name}`],
      text: [`${from_name} <${from_address}> wrote:\n\n${text}\n\n${link}\n`.trimStart()],
      message_id: () => `forward.${id}@${domainOf(newsletter.from_address)}`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return {
      newsletter,
      mail: { to, source: print({}, clock()).pieces, about: { mail: 'forwarded reply', reply: id } },
    };
  };
}

function sharedBy({ name, from_name, from_address }: Newsletter) {
  return { from: { name: from_name || name, address: from_address }, html: null, attachments: [] };
}

function asAnswer(subject: string): string {
  return /^(re|aw|sv|vs|antw|odp|ynt|res|rv)\s?(\[\d+\])?:/i.test(subject)
    ? subject
    : `Re: ${subject}`.trim();
}

/** Returns the fields that place a mail in its thread (RFC 5322 §3.6.4). Of a long thread, the first mail and the latest ones are named. */
function threading({ message_id, reference_ids }: Reply): Record<string, string> {
  if (message_id === '') return {};
  const [first, ...others] = [...reference_ids.filter(id => id !== message_id), message_id].map(
    id => `<${id}>`,
  );
  let references = first!;
  let latest = '';
  for (const id of others.toReversed()) {
    if (references.length + latest.length + id.length + 1 > longestField) break;
    latest = ` ${id}${latest}`;
  }
  references += latest;
  return { 'In-Reply-To': `<${message_id}>`, References: references };
}

/** Quotes the reader's text, without what they had quoted themselves. */
function quote(text: string): string {
  const lines = cutQuote(text).own.split('\n');
  const kept = lines.slice(0, mostQuotedLines).map(line => `> ${line}`.trimEnd());
  return [...kept, ...(lines.length > mostQuotedLines ? ['> …'] : [])].join('\n');
}
