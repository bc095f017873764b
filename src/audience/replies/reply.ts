import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Replies, ReplySender, ReplyStatus } from '../../platform/database/schema.ts';
import { text, timestamp } from '../../platform/http/fields.ts';

export const statuses = ['unread', 'read', 'archived'] as const satisfies ReplyStatus[];
/** How much is known of the address in From, where anybody can write any address. */
export const senders = ['reader', 'subscriber', 'other_address', 'stranger'] as const satisfies ReplySender[];
const outcomes = ['waiting', 'accepted', 'refused', 'uncertain'] as const;

/** Maximum lengths in characters, and the most files that are listed. */
export const longest = { text: 50_000, subject: 500, name: 200, answer: 20_000, files: 20 };

/** How many mails one address may send to a newsletter in an hour, and strangers together. More are deferred, and sent again later. */
export const mostAnHour = { of_one: 20, of_strangers: 1000 };

/** How many days automatic replies are kept. */
export const automaticDays = 30;

export type Reply = Selectable<Replies>;

export const fileSchema = z.object({
  name: z.string(),
  content_type: z.string(),
});
export type AttachedFile = z.output<typeof fileSchema>;

export const answerSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    outcome: z
      .enum(outcomes)
      .describe(
        'waiting: it is in the outbox. accepted: the mail server has it. refused: it could not be delivered. uncertain: it was being handed over when the program ended, so it may have arrived and is not sent again',
      ),
    creation_date: timestamp,
  })
  .meta({
    id: 'ReplyAnswer',
    examples: [
      {
        id: '019a2c61-0b1d-7c43-9f0a-2e6d1b8c4f93',
        text: 'Thank you, Ada',
        outcome: 'accepted' as const,
        creation_date: '2026-11-20T10:12:00.000Z',
      },
    ],
  });
export type Answer = z.output<typeof answerSchema>;

/** A reply with the ids of its email and subscriber, and its answers, oldest first. */
export type Listed = Pick<
  Reply,
  | 'id'
  | 'from_address'
  | 'from_name'
  | 'sender'
  | 'is_authentic'
  | 'is_automatic'
  | 'status'
  | 'subject'
  | 'text'
  | 'is_cut'
  | 'files'
  | 'answered_date'
  | 'creation_date'
> & { email_id: string | null; subscriber_id: string | null; answers: Answer[] };

export const replySchema = z
  .object({
    id: z.string(),
    email_id: z.string().nullable().describe('The email that it replies to, if its header says so'),
    subscriber_id: z.string().nullable().describe('The subscriber with whom it is shown'),
    from_address: z.string().describe('The sender that the mail names. Anybody can write any address there'),
    from_name: z.string(),
    sender: z
      .enum(senders)
      .describe(
        'reader: it replies to the copy of the person with this address. subscriber: it comes from the address of a subscriber, and names no copy of theirs. other_address: it replies to the copy of a person with another address. stranger: anybody else',
      ),
    is_authentic: z
      .boolean()
      .nullable()
      .describe(
        'Whether the receiving mail server found that the mail comes from that domain; null: it did not say',
      ),
    is_automatic: z.boolean().describe('Whether a program wrote it, such as a vacation notice'),
    status: z.enum(statuses),
    subject: z.string(),
    text: z.string().describe('What they wrote, as plain text'),
    quoted: z.string().describe('The earlier mail that they quote below their own text'),
    is_cut: z.boolean().describe('Whether the mail was longer than what is kept of it'),
    files: z.array(fileSchema).describe('What was attached. Only the names are kept'),
    asks_to_unsubscribe: z
      .boolean()
      .describe(
        'Whether the text looks like a wish to unsubscribe. Nothing happens automatically; unsubscribe them with PATCH /v1/subscribers/{id}',
      ),
    answers: z.array(answerSchema).describe('What was answered, oldest first'),
    answered_date: timestamp.nullable(),
    creation_date: timestamp,
  })
  .meta({
    id: 'Reply',
    examples: [
      {
        id: '019a2c61-0b1d-7c43-9f0a-2e6d1b8c4f92',
        email_id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
        subscriber_id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01',
        from_address: 'ada@example.org',
        from_name: 'Ada',
        sender: 'reader' as const,
        is_authentic: true,
        is_automatic: false,
        status: 'unread' as const,
        subject: 'Re: Low water',
        text: 'The dunes are best in the morning',
        quoted: '> When do you go to the dunes?',
        is_cut: false,
        files: [{ name: 'dunes.jpg', content_type: 'image/jpeg' }],
        asks_to_unsubscribe: false,
        answers: [],
        answered_date: null,
        creation_date: '2026-11-20T09:12:00.000Z',
      },
    ],
  });

export const replyUpdate = z.object({
  status: z.enum(statuses).optional(),
  is_automatic: z.boolean().optional().describe('To correct what was recognised'),
});
export const answerCreate = z.object({ text: text(longest.answer).min(1) });

const leaving =
  /\b(unsubscribe|opt[- ]?out|remove me|take me off|stop (sending|mailing|e-?mailing)|abmelden|abbestellen|austragen|d[eé]s(abonn|inscri)\w*|darme de baja|cancelar (la |mi |a |minha )?(suscripci[oó]n|inscri[cç][aã]o|assinatura)|disiscri\w*|cancellami|afmelden|uitschrijven|avregistrera|wypisz|wypisać)\b|отпи(сать|ши)|購読解除|配信停止|退订/iu;

/** Whether a text looks like a wish to leave. Only its first lines count, since a long letter may mention the word. */
function asksToUnsubscribe(own: string): boolean {
  return leaving.test(own.trim().slice(0, 300));
}

/** Cuts off the quoted text at the end: lines with `>` down to the end, or the lines after the mark of an original message. */
export function cutQuote(text: string): { own: string; quoted: string } {
  const lines = text.split('\n');
  const mark = lines.findIndex(line => /^\s{0,3}(-{3,} ?[^-]{3,60} ?-{3,}|_{10,})\s*$/u.test(line));
  let start = mark < 1 ? lines.length : mark;
  if (mark < 1) {
    while (start > 0 && /^\s*(>.*)?$/u.test(lines[start - 1]!)) start -= 1;
    if (!lines.slice(start).some(line => line.trimStart().startsWith('>')))
      return { own: text.trim(), quoted: '' };
    // "On Friday, Ada wrote:" belongs to the quote; it may take two lines.
    for (const length of [1, 2]) {
      const line = lines
        .slice(Math.max(0, start - length), start)
        .join(' ')
        .trim();
      if (line.length <= 200 && /[:：]$/u.test(line) && /\d/u.test(line)) {
        start = Math.max(0, start - length);
        break;
      }
    }
  }
  return { own: lines.slice(0, start).join('\n').trim(), quoted: lines.slice(start).join('\n').trim() };
}

export function showReply({ text, ...reply }: Listed): z.output<typeof replySchema> {
  const { own, quoted } = cutQuote(text);
  return {
    ...reply,
    files: z.array(fileSchema).parse(reply.files),
    text: own,
    quoted,
    asks_to_unsubscribe: !reply.is_automatic && asksToUnsubscribe(own),
  };
}
