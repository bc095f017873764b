import type { Selectable } from 'kysely';
import { type FilterGroup, filterGroup } from '../../audience/filter/filter.ts';
import type { SequenceEditions, SequenceRuns, Sequences } from '../../platform/database/schema.ts';
import type { Step } from './actions.ts';

export type Sequence = Selectable<Sequences>;
type EditionRow = Selectable<SequenceEditions>;
export type Run = Selectable<SequenceRuns>;

/**
 * How often somebody may pass through: once; again after they have come to the end; or with every event. Nobody enters while they are
 * inside.
 */
export const entryRules = ['once', 'after_end', 'every'] as const;
export type EntryRule = (typeof entryRules)[number];
export const whenInactive = ['hold', 'finish', 'leave'] as const;
export const runStatuses = ['waiting', 'held', 'done', 'left', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** The date in the metadata of people that triggers the sequence. */
export type TriggerDate = { key: string; yearly: boolean; days_before: number };

/** The content of a sequence, read from the row of its edition, which never changes. */
export type Edition = {
  sequence_key: number;
  number: number;
  trigger: string;
  trigger_date: TriggerDate | null;
  filters: FilterGroup | null;
  exit_filters: FilterGroup | null;
  checks_again: boolean;
  steps: Step[];
  hash: string;
};

export function readEdition(row: EditionRow): Edition {
  return {
    ...row,
    trigger_date: row.trigger_date as TriggerDate | null,
    filters: row.filters === null ? null : filterGroup.parse(row.filters),
    exit_filters: row.exit_filters === null ? null : filterGroup.parse(row.exit_filters),
    steps: row.steps as Step[],
  };
}

/**
 * Returns the state of a run when somebody lets it continue. If its sequence is inactive, the run is held until the sequence is active
 * again.
 */
export function goingOn({
  is_active,
  when_inactive,
}: Pick<Sequence, 'is_active' | 'when_inactive'>): Pick<Run, 'status' | 'reason'> {
  return is_active || when_inactive === 'finish'
    ? { status: 'waiting', reason: '' }
    : { status: 'held', reason: 'inactive' };
}
