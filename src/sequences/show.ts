import { z } from 'zod';
import type { Caller } from '../accounts/caller.ts';
import { reaches } from '../accounts/permissions.ts';
import { type FilterGroup, filterGroup, hideAddresses } from '../audience/filter/filter.ts';
import type { Database } from '../platform/database/connect.ts';
import { metadata, timestamp } from '../platform/http/fields.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { anyAction } from './definition/actions.ts';
import { hashOfContent } from './definition/content-hash.ts';
import { countRuns, listEditions } from './definition/queries.ts';
import { entryRules, type Sequence, type TriggerDate, whenInactive } from './definition/sequence.ts';
import { sequenceExample } from './definition/shown-example.ts';
import { triggers } from './definition/triggers.ts';
import { planSchema } from './edits.ts';
import { countRefusals } from './run-queries.ts';
import { openKeys } from './signing-keys.ts';

const count = z.int();

export const sequenceSchema = z
  .object({
    kind: z.literal('event'),
    id: z.string(),
    creation_date: timestamp,
    modification_date: timestamp,
    name: z.string(),
    status: z.enum(['active', 'inactive']),
    status_reason: z.string().describe('Why the service deactivated it'),
    status_reason_sentence: sentenceSchema,
    trigger: z.string().meta({ enum: [...triggers] }),
    trigger_date: z
      .object({ key: z.string(), yearly: z.boolean(), days_before: z.int() })
      .nullable()
      .describe('The date in the metadata; only for the trigger subscriber.date'),
    actions: z.array(anyAction).describe('The steps as they were sent, in order'),
    steps: z
      .array(
        z.object({
          id: z.string().describe('The id that edits, runs and figures use for it'),
          type: z.string(),
          email_id: z.string().nullable().describe('The email that it mails'),
        }),
      )
      .describe('The same steps, with their ids'),
    filters: filterGroup,
    exit_filters: filterGroup.nullable(),
    should_evaluate_filter_after_delay: z.boolean(),
    metadata,
    entry: z
      .enum(entryRules)
      .describe(
        'once: each person passes through once. after_end: they can enter again after the end. every: they enter with every event',
      ),
    when_inactive: z.enum(whenInactive).describe('What happens to people inside while it is inactive'),
    late_hours: z.int().describe('A step that is late by more hours than this is held until you decide'),
    edition: z.int().describe('The number of the edition; it increases with each change'),
    active_since: timestamp.nullable(),
    approval: z.enum(['none', 'approved']).describe('Whether a second key has approved it as it is now'),
    counts: z
      .object({
        entered: count,
        waiting: count,
        held: count,
        late: count.describe('Of the held ones, those whose step came too late: you decide about them'),
        done: count,
        left: count,
        failed: count,
      })
      .describe('Passages'),
    refused: z
      .array(z.object({ reason: z.string(), count }))
      .describe('People who did not enter the last time something triggered it, by reason'),
    edit: planSchema
      .optional()
      .describe(
        'After a change of its steps: how many people moved, and where. With dry_run, how many would',
      ),
  })
  .meta({ id: 'Sequence', examples: [sequenceExample] });

const everybody: FilterGroup = { filters: [], groups: [], predicate: 'and' };

/** Shows the sequences as the API does to this caller, with today's figures. */
export async function showSequences(
  db: Database,
  vault: Vault,
  { permissions }: Pick<Caller, 'permissions'>,
  sequences: readonly Sequence[],
): Promise<z.output<typeof sequenceSchema>[]> {
  const keys = sequences.map(({ key }) => key);
  const [editions, counts, refused] = await Promise.all([
    listEditions(db, sequences),
    countRuns(db, keys),
    countRefusals(db, keys),
  ]);
  const reveals = reaches(permissions, 'automations', 'write');
  const show = async (sequence: Sequence): Promise<z.output<typeof sequenceSchema>> => {
    const edition = editions.get(sequence.key)!;
    const signing = await openKeys(db, vault, sequence.key);
    const content = sequence.approved_hash && (await hashOfContent(db, edition));
    const { exit_filters } = edition;
    return {
      kind: 'event',
      id: sequence.id,
      creation_date: sequence.creation_date,
      modification_date: sequence.modification_date,
      name: sequence.name,
      status: sequence.is_active ? 'active' : 'inactive',
      status_reason: sequence.status_reason,
      trigger: edition.trigger,
      trigger_date: edition.trigger_date as TriggerDate | null,
      actions: edition.steps.map(({ action }) => anyAction.parse(signing.show(action, reveals))),
      steps: edition.steps.map(({ id, type, email_id }) => ({ id, type, email_id })),
      filters: hideAddresses(permissions, edition.filters ?? everybody),
      exit_filters: exit_filters && hideAddresses(permissions, exit_filters),
      should_evaluate_filter_after_delay: edition.checks_again,
      metadata: sequence.metadata as Record<string, unknown>,
      entry: sequence.entry,
      when_inactive: sequence.when_inactive as 'hold',
      late_hours: sequence.late_hours,
      edition: sequence.edition,
      active_since: sequence.active_since,
      approval: content && content === sequence.approved_hash ? 'approved' : 'none',
      counts: counts.get(sequence.key)!,
      refused: refused.get(sequence.key) ?? [],
    };
  };
  return Promise.all(sequences.map(show));
}
