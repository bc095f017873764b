import { z } from 'zod';
import {
  type Condition,
  type FilterGroup,
  filterInput,
  mapConditions,
} from '../../audience/filter/filter.ts';
import { nearest } from '../../platform/nearest.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The fields of the triggering event that filters can ask about. */
const eventFields = [
  'event.url',
  'event.email_id',
  'event.added_tag',
  'event.removed_tag',
  'event.from',
  'event.to',
  'event.answer',
  'event.survey',
  'event.referral_count',
] as const;

/** The event, as filters see it: each field with its values. */
export type EventValues = Readonly<Record<string, readonly string[]>>;

/** The prefix under which a condition on the event is read like one on metadata: both take the same operators and values. */
const disguise = 'subscriber.metadata.event:';

/** A filter as clients send it, which may also ask about the event. */
export const sequenceFilter = z
  .preprocess((given, context) => {
    const strange = findStrange(given);
    if (strange === undefined) return rename(given, field => field.replace(/^event\./, disguise));
    const meant = nearest(strange.slice(0, 100), eventFields, Number.POSITIVE_INFINITY);
    const message = sentence('input.no_filter_field_meant', { field: strange.slice(0, 100), meant });
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, filterInput)
  .transform(group => mapConditions(group, revealed));

/** Replaces the conditions on the event by their results for `values`. Returns the rest, which is a constant if no condition is left. */
export function withEvent(group: FilterGroup, values: EventValues): FilterGroup | boolean {
  const { predicate } = group;
  const filters: Condition[] = [];
  const truths: boolean[] = [];
  for (const condition of group.filters)
    if (isOfEvent(condition)) truths.push(holds(condition, values));
    else filters.push(condition);
  const groups: FilterGroup[] = [];
  for (const inner of group.groups) {
    if (isBare(inner)) continue;
    const read = withEvent(inner, values);
    if (typeof read === 'boolean') truths.push(read);
    else groups.push(read);
  }
  const rest = filters.length + groups.length > 0 ? { filters, groups, predicate } : null;
  if (predicate === 'and') return truths.includes(false) ? false : (rest ?? true);
  if (truths.includes(true)) return predicate === 'or';
  return rest ?? (predicate === 'not' || truths.length === 0);
}

/** Returns the filter with conditions on the event disguised as ones on metadata, so that the names in it can be looked up. */
export function asDisguised(group: FilterGroup): FilterGroup {
  return mapConditions(group, condition =>
    isOfEvent(condition) ? { ...condition, field: condition.field.replace(/^event\./, disguise) } : condition,
  );
}

export function asRevealed(group: FilterGroup): FilterGroup {
  return mapConditions(group, revealed);
}

function revealed(condition: Condition): Condition {
  const { field } = condition;
  return field.startsWith(disguise)
    ? { ...condition, field: `event.${field.slice(disguise.length)}` }
    : condition;
}

function isOfEvent({ field }: Condition): boolean {
  return field.startsWith('event.');
}

/** Whether the filter has no conditions, so that it holds for everybody. */
export function isBare({ filters, groups }: FilterGroup): boolean {
  return filters.length === 0 && groups.every(isBare);
}

function holds({ field, operator, value }: Condition, values: EventValues): boolean {
  const known = (values[field] ?? []).filter(one => one !== '');
  const wanted = value.trim().toLowerCase();
  const equals = known.some(one => one.toLowerCase() === wanted);
  const contains = known.some(one => one.toLowerCase().includes(wanted));
  switch (operator) {
    case 'equals':
      return equals;
    case 'not_equals':
      return !equals;
    case 'contains':
      return contains;
    case 'not_contains':
      return !contains;
    case 'is_empty':
      return known.length === 0;
    case 'is_not_empty':
      return known.length > 0;
    case 'greater_than':
      return known.some(one => Number(one) > Number(value));
    case 'less_than':
      return known.some(one => Number(one) < Number(value));
  }
}

function isGroup(given: unknown): given is { filters?: unknown; groups?: unknown } {
  return typeof given === 'object' && given !== null;
}

function membersOf(given: unknown): { conditions: unknown[]; groups: unknown[] } {
  if (Array.isArray(given)) return { conditions: given, groups: [] };
  if (!isGroup(given)) return { conditions: [], groups: [] };
  const { filters, groups } = given;
  return {
    conditions: Array.isArray(filters) ? filters : [],
    groups: Array.isArray(groups) ? groups : [],
  };
}

function fieldOf(condition: unknown): string | undefined {
  const field = isGroup(condition) ? (condition as { field?: unknown }).field : undefined;
  return typeof field === 'string' ? field : undefined;
}

/** Finds a field of the event that does not exist. Looks only as deep as filters may be. */
function findStrange(given: unknown, depth = 0): string | undefined {
  if (depth > 12) return undefined;
  const { conditions, groups } = membersOf(given);
  const strange = conditions
    .flatMap(one => fieldOf(one) ?? [])
    .find(
      field =>
        field.startsWith('event.') &&
        !eventFields.some(known => known === field) &&
        !/^event\.metadata\..{1,100}$/s.test(field),
    );
  if (strange !== undefined) return strange;
  for (const inner of groups) {
    const found = findStrange(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rename(given: unknown, change: (field: string) => string, depth = 0): unknown {
  if (depth > 12) return given;
  const each = (one: unknown) => {
    const field = fieldOf(one);
    return field === undefined ? one : { ...(one as object), field: change(field) };
  };
  if (Array.isArray(given)) return given.map(each);
  if (!isGroup(given)) return given;
  const { filters, groups } = given;
  return {
    ...given,
    ...(Array.isArray(filters) && { filters: filters.map(each) }),
    ...(Array.isArray(groups) && { groups: groups.map(one => rename(one, change, depth + 1)) }),
  };
}
