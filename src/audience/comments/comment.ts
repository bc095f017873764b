import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Comments } from '../../platform/database/schema.ts';
import { text, timestamp } from '../../platform/http/fields.ts';

export const statuses = ['pending', 'active', 'spammy'] as const;
export type Status = (typeof statuses)[number];

/** Why a comment did not appear at once. */
export const reasons = ['first_comment', 'links', 'repeated', 'earlier_spam'] as const;
export type Reason = (typeof reasons)[number];

/** Maximum lengths in characters. */
export const longest = { text: 5000, name: 60 };
/** How many links a comment may have and still appear at once. */
const mostLinks = 1;

export type Comment = Selectable<Comments>;

/** A comment with the ids of its email, subscriber and parent. */
export type Listed = Omit<
  Comment,
  'key' | 'newsletter_key' | 'email_key' | 'subscriber_key' | 'thread_key'
> & {
  email_id: string;
  subscriber_id: string | null;
  parent_id: string | null;
};

export const commentSchema = z
  .object({
    id: z.string(),
    email_id: z.string(),
    subscriber_id: z.string().nullable().describe('Who wrote it; null: the newsletter itself'),
    parent_id: z
      .string()
      .nullable()
      .describe('The comment that its thread begins with; null: it begins one itself'),
    name: z
      .string()
      .describe('The name that the writer gave; empty: the newsletter, or a writer who gave none'),
    text: z.string().describe('Plain text'),
    status: z.enum(statuses).describe('Only active ones are shown'),
    reasons: z
      .array(z.enum(reasons))
      .describe(
        'Why it did not appear at once. first_comment: none of this reader was active before. links: it has more than one. repeated: the same text is in another comment of the last 30 days. earlier_spam: a comment of this reader was marked as spammy, so this one is too',
      ),
    creation_date: timestamp,
    modification_date: timestamp,
  })
  .meta({
    id: 'Comment',
    examples: [
      {
        id: '019a2c61-0b1d-7c43-9f0a-2e6d1b8c4f92',
        email_id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
        subscriber_id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01',
        parent_id: null,
        name: 'Ada',
        text: 'The dunes are best at low water',
        status: 'pending' as const,
        reasons: ['first_comment' as const],
        creation_date: '2026-11-20T09:12:00.000Z',
        modification_date: '2026-11-20T09:12:00.000Z',
      },
    ],
  });

export const commentCreate = z.object({
  text: text(longest.text),
  email_id: z.string().nullish(),
  parent_id: z
    .string()
    .nullish()
    .describe('A comment of the same email; a reply to a reply joins its thread'),
  subscriber_id: z.string().nullish().describe('Who writes it; none: the newsletter itself'),
});
export const commentUpdate = z.object({ status: z.enum(['active', 'spammy']) });

export function showComment({
  id,
  email_id,
  subscriber_id,
  parent_id,
  name,
  text,
  status,
  reasons: why,
  creation_date,
  modification_date,
}: Listed): z.output<typeof commentSchema> {
  return {
    ...{ id, email_id, subscriber_id, parent_id, name, text, status, creation_date, modification_date },
    reasons: why as Reason[],
  };
}

/** The facts that decide about a comment: about its reader, and about the text. */
export type Known = { has_active: boolean; has_spam: boolean; is_repeated: boolean };

/** Decides whether a reader's comment appears at once, and says why not. */
export function judge(
  text: string,
  { has_active, has_spam, is_repeated }: Known,
): {
  status: Status;
  reasons: Reason[];
} {
  const why: Reason[] = [];
  if (has_spam) why.push('earlier_spam');
  if (!has_active) why.push('first_comment');
  if (countLinks(text) > mostLinks) why.push('links');
  if (is_repeated) why.push('repeated');
  return { status: has_spam ? 'spammy' : why.length > 0 ? 'pending' : 'active', reasons: why };
}

function countLinks(text: string): number {
  return text.match(/\bhttps?:|\bwww\.|<a\b|\[url/gi)?.length ?? 0;
}
