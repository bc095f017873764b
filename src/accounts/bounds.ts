import { z } from 'zod';

const most = z.int('use a whole number').min(1, 'use 1 or more, or null for no bound').max(2_000_000_000);

const fields = {
  most_recipients: most
    .nullable()
    .describe('The most people that one email reaches through this key; null: no bound'),
  most_recipients_a_day: most
    .nullable()
    .describe('The most people that the key mails in any 24 hours; null: no bound'),
  tags: z
    .array(z.string())
    .max(100, 'at most 100 tags')
    .nullable()
    .describe('Ids of tags: everybody the key mails must have at least one of them; null: no bound'),
  drafts_only: z.boolean().describe('It writes drafts and never sends, whatever its permissions say'),
};

/** What a key may do within its permissions. */
export const boundsSchema = z
  .object({
    most_recipients: fields.most_recipients.default(null),
    most_recipients_a_day: fields.most_recipients_a_day.default(null),
    tags: fields.tags.default(null),
    drafts_only: fields.drafts_only.default(false),
  })
  .meta({ id: 'Bounds' });
export type Bounds = z.output<typeof boundsSchema>;

/** What a request says of bounds: a field that is not there is as the calling key has it. */
export const boundsInput = z
  .strictObject({
    ...fields,
    tags: fields.tags
      .transform(words => (words?.length ? words : null))
      .describe(
        'Ids or names of tags: everybody the key mails must have at least one of them; null: no bound',
      ),
    drafts_only: fields.drafts_only.nullable().transform(value => value ?? false),
  })
  .partial();
export type BoundsInput = z.output<typeof boundsInput>;

export const noBounds: Bounds = boundsSchema.parse({});

/** Whether anything limits whom the key mails. */
export function isBounded(bounds: Bounds): boolean {
  return bounds.drafts_only || bounds.tags !== null || countsRecipients(bounds);
}

/** Whether it matters how many people the key has mailed. */
export function countsRecipients({ most_recipients, most_recipients_a_day }: Bounds): boolean {
  return most_recipients !== null || most_recipients_a_day !== null;
}

/** The bounds of `own` that `wanted` would exceed, by name. */
export function exceededBounds(own: Bounds, wanted: Bounds): (keyof Bounds)[] {
  const isMore = (name: 'most_recipients' | 'most_recipients_a_day') =>
    own[name] !== null && (wanted[name] ?? Number.POSITIVE_INFINITY) > own[name];
  const exceeded: Record<keyof Bounds, boolean> = {
    most_recipients: isMore('most_recipients'),
    most_recipients_a_day: isMore('most_recipients_a_day'),
    tags: own.tags !== null && !wanted.tags?.every(id => own.tags?.includes(id)),
    drafts_only: own.drafts_only && !wanted.drafts_only,
  };
  return (Object.keys(exceeded) as (keyof Bounds)[]).filter(name => exceeded[name]);
}
