import { z } from 'zod';
import { sentence } from '../platform/sentences/sentence.ts';

const most = z.int(sentence('input.whole_number')).min(1, sentence('input.bound')).max(2_000_000_000);

const fields = {
  most_recipients: most
    .nullable()
    .describe('Maximum recipients of one email sent with this key; null: no limit'),
  most_recipients_a_day: most
    .nullable()
    .describe('Maximum recipients this key mails in any 24 hours; null: no limit'),
  tags: z
    .array(z.string())
    .max(100, sentence('input.most_100_tags'))
    .nullable()
    .describe('Tag ids: every recipient must have at least one of these tags; null: no limit'),
  drafts_only: z.boolean().describe('The key can write drafts but never send, whatever its permissions'),
  needs_approval: z
    .boolean()
    .describe(
      'Every send waits for the approval of somebody without this bound; the key itself approves nothing',
    ),
};

/** Limits on a key within its permissions. */
export const boundsSchema = z
  .object({
    most_recipients: fields.most_recipients.default(null),
    most_recipients_a_day: fields.most_recipients_a_day.default(null),
    tags: fields.tags.default(null),
    drafts_only: fields.drafts_only.default(false),
    needs_approval: fields.needs_approval.default(false),
  })
  .meta({ id: 'Bounds' });
export type Bounds = z.output<typeof boundsSchema>;

/** Bounds as a request states them: omitted fields are copied from the calling key. */
export const boundsInput = z
  .strictObject({
    ...fields,
    tags: fields.tags
      .transform(words => (words?.length ? words : null))
      .describe('Tag ids or names: every recipient must have at least one of these tags; null: no limit'),
    drafts_only: fields.drafts_only.nullable().transform(value => value ?? false),
    needs_approval: fields.needs_approval.nullable().transform(value => value ?? false),
  })
  .partial();
export type BoundsInput = z.output<typeof boundsInput>;

export const noBounds: Bounds = boundsSchema.parse({});

/** Whether any bound restricts whom the key can mail. */
export function isBounded(bounds: Bounds): boolean {
  return bounds.drafts_only || bounds.needs_approval || bounds.tags !== null || countsRecipients(bounds);
}

/** Whether the number of people the key has mailed matters. */
export function countsRecipients({ most_recipients, most_recipients_a_day }: Bounds): boolean {
  return most_recipients !== null || most_recipients_a_day !== null;
}

/** Returns the names of the bounds of `own` that `wanted` would exceed. */
export function exceededBounds(own: Bounds, wanted: Bounds): (keyof Bounds)[] {
  const isMore = (name: 'most_recipients' | 'most_recipients_a_day') =>
    own[name] !== null && (wanted[name] ?? Number.POSITIVE_INFINITY) > own[name];
  const exceeded: Record<keyof Bounds, boolean> = {
    most_recipients: isMore('most_recipients'),
    most_recipients_a_day: isMore('most_recipients_a_day'),
    tags: own.tags !== null && !wanted.tags?.every(id => own.tags?.includes(id)),
    drafts_only: own.drafts_only && !wanted.drafts_only,
    needs_approval: own.needs_approval && !wanted.needs_approval,
  };
  return (Object.keys(exceeded) as (keyof Bounds)[]).filter(name => exceeded[name]);
}
