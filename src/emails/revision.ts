import { z } from 'zod';
import { showFilters } from '../audience/filter/tag-lists.ts';
import type { TagDirectory } from '../audience/tags/resolve.ts';
import { minute_ms } from '../platform/durations.ts';
import { timestamp } from '../platform/http/fields.ts';
import type { Email } from './email.ts';
import { revisionEntryExample, revisionExample } from './examples.ts';
import { revisedFields } from './fields.ts';
import { emailSchema } from './schema.ts';

/** Changes by one author belong to one sitting as long as the pauses between them are shorter than this. */
export const sittingMilliseconds = 10 * minute_ms;
/** The most revisions that are kept of an email, and the most bytes. The oldest are deleted. */
export const mostRevisions = 200;
export const mostRevisionBytes = 20_000_000;

/** The fields that a revision holds in addition to subject and body. */
const settings = revisedFields.filter(name => name !== 'subject' && name !== 'body');
const settingsSchema = emailSchema.pick(
  Object.fromEntries(settings.map(name => [name, true])) as Record<(typeof settings)[number], true>,
);

/** The content of an email at an earlier time. */
export type RevisionContent = {
  subject: string;
  body: string;
  settings: z.output<typeof settingsSchema>;
};

/** The fields that can be restored one by one. `filters` stands for the whole audience. */
export const restorable = [
  'subject',
  'body',
  ...settingsSchema.omit({ included_tags: true, excluded_tags: true }).keyof().options,
] as const;

export const keptFor = ['sitting', 'restore', 'review', 'send'] as const;
export type KeptFor = (typeof keptFor)[number];

/** The person or key that did something with an email. */
export const hand = z.object({
  type: z.enum(['person', 'key']),
  id: z.string(),
  name: z.string().nullable().describe('Null without the permission settings: read'),
});

export const revisionEntry = z
  .object({
    number: z.int().describe('From 1, oldest first'),
    is_current: z.boolean().describe('Whether this is the current version of the email'),
    begin_date: timestamp.describe('The first change of the sitting'),
    end_date: timestamp.describe('The last change of the sitting'),
    author: hand.nullable().describe('Who wrote it; null: the service, or unknown'),
    kept_for: z
      .enum(keptFor)
      .nullable()
      .describe(
        'Why the sitting ended: sitting (a pause, or another author), restore, review, send; null: it may continue',
      ),
    size: z.int().describe('Bytes of subject, body and settings'),
    words_added: z.int().describe('Words of subject and body that the revision before does not have'),
    words_removed: z.int(),
  })
  .meta({ id: 'EmailRevisionEntry', examples: [revisionEntryExample] });
export type RevisionEntry = z.output<typeof revisionEntry>;

export const revisionSchema = revisionEntry
  .extend({
    subject: z.string(),
    body: z.string(),
    settings: settingsSchema.describe('Its other fields, as the email had them'),
  })
  .meta({ id: 'EmailRevision', examples: [revisionExample] });

/** Returns the current content of the email, as a revision. */
export function contentOf(email: Email, tags: TagDirectory): RevisionContent {
  const { subject, body } = email;
  const shown = {
    ...email,
    included_tags: tags.ids(email.included_tags),
    excluded_tags: tags.ids(email.excluded_tags),
    filters: showFilters(tags, email),
  };
  return { subject, body, settings: settingsSchema.parse(shown) };
}

export function sizeOf({ subject, body, settings }: RevisionContent): number {
  return Buffer.byteLength(subject) + Buffer.byteLength(body) + Buffer.byteLength(JSON.stringify(settings));
}

type Text = Pick<RevisionContent, 'subject' | 'body'>;

/** Counts the words that `after` has and `before` lacks, and the other way round, wherever they are. */
export function wordsBetween(
  before: Text | undefined,
  after: Text,
): { words_added: number; words_removed: number } {
  const count = new Map<string, number>();
  for (const word of wordsIn(after)) count.set(word, (count.get(word) ?? 0) + 1);
  for (const word of before ? wordsIn(before) : []) count.set(word, (count.get(word) ?? 0) - 1);
  let words_added = 0;
  let words_removed = 0;
  for (const surplus of count.values()) {
    if (surplus > 0) words_added += surplus;
    else words_removed -= surplus;
  }
  return { words_added, words_removed };
}

function wordsIn({ subject, body }: Text): string[] {
  return `${subject}\n${body}`.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
}
