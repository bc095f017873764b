import type { Filter, FilterGroup } from '../../../../src/client/schema.ts';
import { countConditions, noConditions, trimmed } from '../../audience/filter/fields.ts';
import type { Sequence } from '../../sequences/queries.ts';
import { type Action, inOrder, readAction } from '../../sequences/steps.ts';
import type { words } from '../../words.ts';

/** A step that is being written. The key is for the list only. */
export type DraftStep = { key: number; action: Action };

/** A sequence that is being written. Its conditions on the event are kept apart from those on the person. */
export type Draft = {
  name: string;
  trigger: string;
  trigger_date: { key: string; yearly: boolean; days_before: number };
  event: Filter[];
  people: FilterGroup | undefined;
  goal: FilterGroup | undefined;
  checks_again: boolean;
  entry: Sequence['entry'];
  when_inactive: Sequence['when_inactive'];
  late_hours: number;
  steps: DraftStep[];
};

/** A part of the form in which a sequence is written. */
export type Part = {
  draft: Draft;
  error: unknown;
  onChange: (changes: Partial<Draft>) => void;
};

/** The part of the form for the settings of one step. */
export type StepPart = { action: Action; onChange: (metadata: Action['metadata']) => void };

let last = 0;

export function newStep(action: Action): DraftStep {
  last += 1;
  return { key: last, action };
}

export const usual: Omit<Draft, 'name' | 'trigger'> = {
  trigger_date: { key: 'birthday', yearly: true, days_before: 0 },
  event: [],
  people: undefined,
  goal: undefined,
  checks_again: false,
  entry: 'once',
  when_inactive: 'hold',
  late_hours: 24,
  steps: [],
};

export function draftOf(sequence: Sequence): Draft {
  const {
    name,
    trigger,
    trigger_date,
    filters,
    exit_filters,
    entry,
    when_inactive,
    late_hours,
    actions,
    steps,
  } = sequence;
  return {
    name,
    trigger,
    trigger_date: trigger_date ?? usual.trigger_date,
    ...partsOf(filters),
    goal: (exit_filters && trimmed(exit_filters)) ?? undefined,
    checks_again: sequence.should_evaluate_filter_after_delay,
    entry,
    when_inactive,
    late_hours,
    steps: actions.map((action, at) => newStep({ ...readAction(action), id: steps[at]!.id })),
  };
}

/** Splits a filter into conditions on the event and conditions on the person. */
export function partsOf(filters: FilterGroup): Pick<Draft, 'event' | 'people'> {
  const isOfEvent = ({ field }: Filter) => field.startsWith('event.');
  if (filters.predicate !== 'and') return { event: [], people: trimmed(filters) };
  const people = { ...filters, filters: filters.filters.filter(one => !isOfEvent(one)) };
  return { event: filters.filters.filter(isOfEvent), people: trimmed(people) };
}

/** Returns the request to the API for this draft. */
export function requestOf({
  name,
  trigger,
  trigger_date,
  event,
  people,
  goal,
  checks_again,
  entry,
  when_inactive,
  late_hours,
  steps,
}: Draft) {
  const others = people ?? noConditions;
  return {
    kind: 'event' as const,
    name: name.trim(),
    // The service refuses a trigger that it does not know.
    trigger: trigger as keyof typeof words.triggers,
    ...(trigger === 'subscriber.date' && { trigger_date }),
    actions: inOrder(steps).map(({ action }) => action),
    filters:
      event.length === 0
        ? others
        : others.predicate === 'and'
          ? { ...others, filters: [...event, ...others.filters] }
          : { filters: event, groups: [others], predicate: 'and' as const },
    exit_filters: goal ?? noConditions,
    should_evaluate_filter_after_delay: checks_again,
    entry,
    when_inactive,
    late_hours,
  };
}

type Request = ReturnType<typeof requestOf>;
const moving = [
  'trigger',
  'trigger_date',
  'actions',
  'filters',
  'exit_filters',
  'should_evaluate_filter_after_delay',
] as const;

/** Returns the fields of the request that differ. */
export function changesOf(before: Draft, after: Draft): Partial<Request> {
  const [old, wanted] = [requestOf(before), requestOf(after)];
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name as keyof Request]);
  return Object.fromEntries(Object.entries(wanted).filter(isChanged));
}

/** Returns true if the changes could affect people inside the sequence. */
export function makesEdition(changes: Partial<Request>): boolean {
  return moving.some(name => name in changes);
}

export function isEmpty(filter: FilterGroup | null | undefined): boolean {
  return !filter || countConditions(filter) === 0;
}
