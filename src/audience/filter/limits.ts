import { nearest } from '../../platform/nearest.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { fieldNames, otherFields, readField } from './fields.ts';

const mostConditions = 2000;
const deepest = 10;

type GroupInput = { filters?: unknown; groups?: unknown };

/** Why a group, read or not, is too large for a request; undefined if it is not. */
export function faultOfSize(group: unknown): string | undefined {
  let level = [group];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return sentence('input.most_nested', { most: deepest });
    const members = level.flatMap(group =>
      typeof group === 'object' && group !== null ? [group as GroupInput] : [],
    );
    count += members.reduce((sum, { filters }) => sum + countConditions(filters), 0);
    level = members.flatMap(({ groups }) => listOf(groups));
    count += level.length;
    if (count > mostConditions) return sentence('input.most_conditions', { most: mostConditions });
  }
  return undefined;
}

/** Returns how many conditions the filters stand for: a list of values counts one for each. */
function countConditions(filters: unknown): number {
  return listOf(filters).reduce<number>((sum, one) => {
    const values: unknown = one?.value;
    return sum + (Array.isArray(values) ? Math.max(1, values.length) : 1);
  }, 0);
}

/**
 * Finds the first condition on a field that does not exist. This is checked before anything else, because finding the name that was meant
 * takes a millisecond: for thousands of conditions that would keep everybody waiting.
 */
export function findUnknownField(
  group: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; message: string } | undefined {
  const { filters, groups }: GroupInput = typeof group === 'object' && group !== null ? group : {};
  for (const [at, one] of listOf(filters).entries()) {
    const name: unknown = one?.field;
    if (typeof name !== 'string' || readField(otherFields.get(name) ?? name)) continue;
    const meant = nearest(lastPart(name.slice(0, 100)), fieldNames.map(lastPart));
    const field = name.slice(0, 100);
    const message =
      meant === undefined
        ? sentence('input.no_filter_field', { field })
        : sentence('input.no_filter_field_meant', { field, meant: `subscriber.${meant}` });
    return { path: [...path, 'filters', at], message };
  }
  for (const [at, inner] of listOf(groups).entries()) {
    const found = findUnknownField(inner, [...path, 'groups', at]);
    if (found) return found;
  }
  return undefined;
}

/** Returns the part of the name after `subscriber.`, with which all fields begin, so that it makes none of them similar. */
function lastPart(field: string): string {
  return field.replace(/^subscriber\./, '');
}

// biome-ignore lint/suspicious/noExplicitAny: not read yet
function listOf(given: unknown): any[] {
  return Array.isArray(given) ? given : [];
}
