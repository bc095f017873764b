import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { filterGroup } from '../../audience/filter/filter.ts';
import { newId } from '../../platform/ids.ts';
import { type ActionType, actionSchema, type Step } from './actions.ts';
import { placeInOrder, type Timing } from './timing.ts';

export const mostSteps = 25;

type ReadStep = z.output<typeof actionSchema>;
/** Steps that have been read, kept because hundreds of runs need the same step. */
const read = new WeakMap<Step, ReadStep>();

/** Reads the timing and conditions of a step, which it has in addition to its metadata. */
function readStep(step: Step): ReadStep {
  const known = read.get(step) ?? actionSchema.parse(step.action);
  read.set(step, known);
  return known;
}

export function timingOf(step: Step): Timing | null {
  return readStep(step).timing ?? null;
}

const conditions = new WeakMap<Step, ReturnType<typeof readConditions>>();

/** Returns the conditions of a step as stored. */
export function filtersOf(step: Step): ReturnType<typeof readConditions> {
  const known = conditions.get(step) ?? readConditions(step);
  conditions.set(step, known);
  return known;
}

function readConditions(step: Step) {
  const { filters, until } = step.action as {
    filters?: unknown;
    until?: { filters: unknown; at_most: never } | null;
  };
  return {
    filters: filters ? filterGroup.parse(filters) : null,
    until: until
      ? { filters: filterGroup.parse(until.filters), at_most: readStep(step).until!.at_most }
      : null,
  };
}

/** Sorts actions by their delays; those with the same delay keep the order in which they were sent. */
export function inOrder<Action extends Record<string, unknown>>(actions: readonly Action[]): Action[] {
  return actions.toSorted(
    (one, other) => placeInOrder(one.timing as Timing | null) - placeInOrder(other.timing as Timing | null),
  );
}

/**
 * Returns the ids of the steps of a new edition. A step is the same as an earlier one if it is equal, or else if only its timing and
 * conditions differ, or else if it does the same kind of thing in the same place. Each earlier step is recognised once.
 */
export function recogniseSteps(
  actions: readonly Record<string, unknown>[],
  before: readonly Step[],
): string[] {
  const free = new Set(before);
  const ids: (string | undefined)[] = actions.map(() => undefined);
  const likenesses: ((action: Record<string, unknown>, step: Step, at: number) => boolean)[] = [
    (action, step) => action.id === step.id,
    (action, step) => isDeepStrictEqual(action, step.action),
    (action, step) => action.type === step.type && isDeepStrictEqual(action.metadata, step.action.metadata),
    (action, step, at) => action.type === step.type && before.indexOf(step) === at,
  ];
  for (const isLike of likenesses)
    for (const [at, action] of actions.entries()) {
      const known = ids[at] === undefined ? [...free].find(step => isLike(action, step, at)) : undefined;
      if (!known) continue;
      ids[at] = known.id;
      free.delete(known);
    }
  return ids.map(id => id ?? newId());
}

export function hasMail(steps: readonly Step[]): boolean {
  return steps.some(({ type }) => type === 'send_email');
}

export function isActionType(type: string, known: readonly ActionType[]): type is ActionType {
  return known.some(one => one === type);
}

/** Returns the hash of everything that an edition does, to whom, and when. */
export function hashOf(edition: object): string {
  return createHash('sha256').update(JSON.stringify(edition)).digest('hex');
}
