import { z } from 'zod';
import { asked, clearable, metadata as metadataField, timestampInput } from '../../platform/http/fields.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { anyAction } from './actions.ts';
import { createExample } from './examples.ts';
import { sequenceFilter } from './filters.ts';
import { entryRules, whenInactive } from './sequence.ts';
import { mostSteps } from './steps.ts';
import { timingSchema } from './timing.ts';
import { triggers } from './triggers.ts';

const name = z
  .string()
  .trim()
  .min(1, sentence('input.name'))
  .max(100, sentence('input.most_characters', { count: 100 }))
  .regex(/[\p{L}\p{N}]/u, sentence('input.name_with_letter'));
const trigger = z
  .string()
  .max(100)
  .meta({ enum: [...triggers] })
  .describe('What starts it, such as subscriber.confirmed: docs/sequences.md lists all');
const actions = z
  .array(anyAction)
  .max(mostSteps, sentence('input.most_actions', { most: mostSteps }))
  .describe(
    'The steps. Each has a type, metadata, a timing counted from the trigger, and may have filters and until',
  );
const filters = sequenceFilter.describe('Who enters. event.… fields ask about what happened');
const exit_filters = sequenceFilter.describe('People who meet these leave before the next step: the goal');
const metadata = metadataField.refine(
  given => Object.keys(given).length <= 100,
  sentence('input.most_keys', { most: 100 }),
);
const entry = z.enum(entryRules, sentence('input.one_of', { values: entryRules.join(', ') }));
const when_inactive = z.enum(whenInactive, sentence('input.one_of', { values: whenInactive.join(', ') }));
const late_hours = z.int(sentence('input.hours')).min(1).max(720);
const trigger_date = z
  .object({
    key: z.string().min(1).max(200).describe('The key in the metadata, with a date such as 1990-04-30'),
    yearly: z.boolean().default(true),
    days_before: z.int().min(0).max(365).default(0),
  })
  .describe('Which date, with the trigger subscriber.date');

export const sequenceCreate = z
  .object({
    kind: z.literal('event').optional(),
    name,
    trigger,
    actions,
    timing: timingSchema.nullish().describe('For actions without a timing of their own'),
    filters: filters.nullish().transform(value => value ?? null),
    exit_filters: exit_filters.nullish().transform(value => value ?? null),
    should_evaluate_filter_after_delay: z
      .boolean()
      .nullish()
      .transform(value => value ?? false)
      .describe('Check the filters again before each step; people who no longer meet them leave'),
    metadata: metadata.nullish().transform(value => value ?? {}),
    trigger_date: trigger_date.nullish().transform(value => value ?? null),
    entry: entry.nullish().transform(value => value ?? 'once'),
    when_inactive: when_inactive.nullish().transform(value => value ?? 'hold'),
    late_hours: late_hours.nullish().transform(value => value ?? 24),
    status: z.literal('inactive', sentence('input.created_inactive')).nullish(),
  })
  .meta(asked(createExample));
export type SequenceCreate = z.output<typeof sequenceCreate>;

/** Null leaves a field unchanged, as in the public API; `filters` and `exit_filters` are cleared by an empty group. */
const optionally = <Field extends z.ZodType>(field: Field) => clearable(field.optional(), undefined as never);

export const sequenceUpdate = z.object({
  kind: z.literal('event').optional(),
  name: optionally(name),
  status: optionally(z.enum(['active', 'inactive'], eitherOf('active', 'inactive'))),
  trigger: optionally(trigger),
  actions: optionally(actions),
  timing: optionally(timingSchema),
  filters: optionally(filters),
  exit_filters: optionally(exit_filters),
  should_evaluate_filter_after_delay: optionally(z.boolean()),
  metadata: optionally(metadata),
  trigger_date: optionally(trigger_date),
  entry: optionally(entry),
  when_inactive: optionally(when_inactive),
  late_hours: optionally(late_hours),
  apply_to: optionally(z.enum(['new', 'everyone'], eitherOf('new', 'everyone'))).describe(
    'Whether people inside follow the changed steps, too',
  ),
  dry_run: optionally(z.boolean()).describe('Only say who would move where'),
  hash: optionally(z.string().max(100)).describe('The hash of the dry run, with apply_to everyone'),
});
export type SequenceUpdate = z.output<typeof sequenceUpdate>;

export const invokeInput = z
  .object({
    subscribers: z.array(z.string().min(1)).min(1).max(1000).optional().describe('Ids or addresses'),
    filters: sequenceFilter.optional().describe('Everybody whom these select. An empty group is everybody'),
    event: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Details that filters can ask about, as event.metadata.KEY'),
    dry_run: z.boolean().default(false),
  })
  .nullish()
  .transform(given => given ?? { dry_run: false });
export type InvokeInput = z.output<typeof invokeInput>;

export const runUpdate = z
  .object({
    status: z.literal('left', sentence('input.just', { value: 'left' })).optional(),
    due_date: timestampInput.optional().describe('When the step that waits is due'),
  })
  .refine(
    ({ status, due_date }) => (status === undefined) !== (due_date === undefined),
    sentence('input.status_or_date'),
  );

export const heldDecision = z.object({
  decision: z
    .enum(['send', 'shift', 'skip', 'end'], eitherOf('send', 'shift', 'skip', 'end'))
    .describe(
      'send: continue now. shift: continue now, and everything later comes later by as much. skip: leave out what is late. end: end the passage',
    ),
});
