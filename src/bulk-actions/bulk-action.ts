import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { BulkActionItems, BulkActionStatus, BulkActions } from '../platform/database/schema.ts';
import { metadata, timestamp } from '../platform/http/fields.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { actionType, bulkTypeName } from './types.ts';

export type BulkAction = Selectable<BulkActions>;
export type BulkActionItem = Selectable<BulkActionItems>;

const statuses = ['not_started', 'in_progress', 'processed', 'failed'] as const satisfies BulkActionStatus[];
const results = ['done', 'skipped', 'failed'] as const;

const counts = {
  total_count: z.int().describe('Number of items, fixed at creation'),
  done_count: z.int(),
  skipped_count: z.int().describe('Items that needed no change'),
  failed_count: z.int().describe('Items that were refused or do not exist'),
};

export const bulkActionCreate = z.object({
  type: bulkTypeName,
  metadata: metadata
    .nullish()
    .transform(value => value ?? {})
    .describe('ids, parameters, dry_run, and the fields of the type (docs/bulk-actions.md)'),
});

const creator = z.object({
  type: z.enum(['key', 'person']),
  id: z.string(),
  name: z.string().describe('Empty without `settings: read`'),
});
export type Creator = z.output<typeof creator>;

export const bulkActionSchema = z
  .object({
    id: z.string(),
    creation_date: timestamp,
    start_date: timestamp.nullable(),
    completion_date: timestamp.nullable(),
    status: z.enum(statuses),
    status_reason: z.string().describe('Why the action failed'),
    status_reason_sentence: sentenceSchema,
    type: actionType.describe('undo: it undoes another action'),
    metadata: metadata.describe('As it was sent'),
    ...counts,
    undo_until: timestamp
      .nullable()
      .describe('The action can be undone until then; null: it cannot be undone'),
    created_by: creator
      .nullable()
      .describe('Who requested it; null if it was neither a key nor a person, or if they no longer exist'),
    undoes: z.string().nullable().describe('Id of the action that this one undoes'),
    undone_by: z.string().nullable().describe('Id of the action that undoes this one'),
    rate: z.number().nullable().describe('Items per second since the start'),
    expected_completion_date: timestamp.nullable().describe('Only while in progress'),
  })
  .meta({ id: 'BulkAction' });

export const itemSchema = z
  .object({
    position: z.int().describe('Position in the order of processing, from 1'),
    id: z.string().describe('As it was given'),
    name: z
      .string()
      .describe('Address, subject, name or event type; empty if it is gone or you may not read it'),
    status: z.enum(results).nullable().describe('Null until the item is processed'),
    reason: z.string().describe('Code of the reason it was skipped or failed: not_found, unchanged …'),
    detail: z.string().describe('The reason in words'),
    detail_sentence: sentenceSchema,
  })
  .meta({ id: 'BulkActionItem' });

const reasonExample = {
  status: 'skipped',
  reason: 'unchanged',
  detail: sentence('bulk_actions.nothing_to_change'),
  count: 12,
} as const;
const reasonSchema = z.object({
  status: z.enum(['skipped', 'failed']),
  reason: z.string(),
  detail: z.string(),
  detail_sentence: sentenceSchema,
  count: z.int(),
});
export const reasonsSchema = z
  .object({ results: z.array(reasonSchema) })
  .meta({ id: 'BulkActionReasons', examples: [{ results: [reasonExample] }] });
export type Reason = z.output<typeof reasonSchema>;

export const forecastSchema = z
  .object({
    type: actionType,
    metadata,
    dry_run: z.literal(true),
    status_reason: z.string().describe('Why the action could not run at all'),
    status_reason_sentence: sentenceSchema,
    ...counts,
    reasons: z
      .array(reasonSchema)
      .describe('Why items would be skipped or would fail, and how many; the most frequent ten'),
    refusals: z.array(itemSchema).describe('The first items that would be skipped or would fail'),
  })
  .meta({ id: 'BulkActionForecast' });

/** Returns how many items of the action have a result; these are always the first ones. */
export function workedCount(
  action: Pick<BulkAction, 'done_count' | 'skipped_count' | 'failed_count'>,
): number {
  return action.done_count + action.skipped_count + action.failed_count;
}

/** Returns the action as the API shows it at `now`, with its pace, and who asked for it among the `creators`. */
export function showBulkAction(action: BulkAction, now: Date, creators: ReadonlyMap<string, Creator>) {
  const { start_date, completion_date, total_count } = action;
  const worked = workedCount(action);
  const until = completion_date === null ? now.getTime() : Date.parse(completion_date);
  const seconds = start_date === null ? 0 : Math.max(0.001, (until - Date.parse(start_date)) / 1000);
  const rate = worked > 0 && seconds > 0 ? Math.round((worked / seconds) * 10) / 10 : null;
  const left = total_count - worked;
  return {
    ...action,
    type: actionType.parse(action.type),
    metadata: action.metadata,
    created_by: (action.created_by !== null && creators.get(action.created_by)) || null,
    undo_until: action.undone_by === null ? action.undo_until : null,
    rate,
    expected_completion_date:
      action.status === 'in_progress' && worked > 0
        ? new Date(now.getTime() + ((left * seconds) / worked) * 1000).toISOString()
        : null,
  };
}

/** Returns an item as the API shows it. */
export function showItem({
  position,
  target_id,
  name = '',
  status,
  reason,
  detail,
}: BulkActionItem & { name?: string }) {
  return { position, id: target_id, name, status, reason, detail };
}
