import { z } from 'zod';
import { demand, type Permissions, reaches } from '../../accounts/permissions.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type Field, operators, operatorsOf, otherFields, readField, wordsOf } from './fields.ts';
import { faultOfSize, findUnknownField } from './limits.ts';
import { isMoment } from './moment.ts';

const conditionSchema = z
  .object({
    field: z
      .string()
      .describe('Such as subscriber.tags or subscriber.metadata.city; docs/audience.md lists all'),
    operator: z.enum(operators),
    value: z.string().describe('Ids of tags, segments and emails; "" for is_empty and is_not_empty'),
  })
  .meta({ id: 'Filter' });
export type Condition = z.output<typeof conditionSchema>;

/**
 * The subscribers for whom all (`and`), any (`or`) or none (`not`) of the members hold. A group without members is ignored,
 * and an empty filter means everybody. `definition.ts` says what each condition means.
 */
export const filterGroup = z
  .object({
    filters: z.array(conditionSchema),
    get groups(): z.ZodArray<typeof filterGroup> {
      return z.array(filterGroup);
    },
    predicate: z
      .enum(['and', 'or', 'not'])
      .describe('Whether all of the filters and groups must hold, any of them, or none'),
  })
  .meta({ id: 'FilterGroup' });
export type FilterGroup = { filters: Condition[]; groups: FilterGroup[]; predicate: 'and' | 'or' | 'not' };

/** Whether the group contains no condition at all. */
export function isEmptyGroup({ filters, groups }: FilterGroup): boolean {
  return filters.length === 0 && groups.every(isEmptyGroup);
}

/** Every condition of a group, including nested ones. */
export function conditionsOf({ filters, groups }: FilterGroup): Condition[] {
  return [...filters, ...groups.flatMap(conditionsOf)];
}

/** The same group with each condition replaced. */
export function mapConditions(
  { filters, groups, predicate }: FilterGroup,
  map: (condition: Condition) => Condition,
): FilterGroup {
  return { filters: filters.map(map), groups: groups.map(group => mapConditions(group, map)), predicate };
}

/** Other names that clients use. */
const otherOperators = new Map(
  Object.entries({
    includes: 'contains',
    has: 'contains',
    not_includes: 'not_contains',
    does_not_contain: 'not_contains',
    has_not: 'not_contains',
  }),
);

const single = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const conditionInput = z
  .strictObject(
    {
      field: z.string().transform(name => otherFields.get(name) ?? name),
      operator: z
        .string()
        .transform(name => otherOperators.get(name) ?? name)
        .pipe(z.enum(operators, sentence('input.one_of', { values: operators.join(', ') }))),
      value: z
        .union(
          [single, z.array(single).min(1, sentence('input.name_a_tag')), z.null().transform(() => '')],
          sentence('input.filter_text'),
        )
        .default(''),
    },
    // Ignoring a condition would let a mail go to more people.
    {
      error: issue =>
        issue.code === 'unrecognized_keys'
          ? sentence('input.filter_no_key', { keys: issue.keys?.join(' or ') })
          : undefined,
    },
  )
  .superRefine(({ field, operator, value }, context) => {
    for (const one of [value].flat()) {
      const message = faultOf({ field, operator, value: one });
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }
    if (Array.isArray(value) && field !== 'subscriber.tags')
      context.addIssue({
        code: 'custom',
        message: sentence('input.filter_one_text'),
      });
  });

const exampleFilter = JSON.stringify({
  filters: [{ field: 'subscriber.metadata.plan', operator: 'equals', value: 'gold' }],
});

const strictGroup: z.ZodType<FilterGroup> = z
  .strictObject(
    {
      filters: z.array(conditionInput).nullish(),
      groups: z.array(z.lazy(() => strictGroup)).nullish(),
      predicate: z.enum(['and', 'or', 'not'], sentence('input.filter_predicate')).default('and'),
    },
    {
      error: issue =>
        issue.code === 'unrecognized_keys'
          ? sentence('input.group_no_key', { keys: issue.keys?.join(' or ') })
          : issue.code === 'invalid_type'
            ? sentence('input.filter_object', { example: exampleFilter })
            : undefined,
    },
  )
  .transform(({ filters, groups, predicate }) => written(filters ?? [], groups ?? [], predicate))
  .meta({ id: 'AskedFilterGroup' });

/**
 * A filter as clients send it: a group, or a list of filters that must all hold. Tags, segments and emails may still be
 * given by name. Everything unreadable is an error: nothing is ignored.
 */
export const filterInput = z.preprocess(readList, strictGroup);

/** A list of tags stands for one condition on each tag: a subscriber has all of them, or none. */
function written(
  filters: (Omit<Condition, 'value'> & { value: string | string[] })[],
  groups: FilterGroup[],
  predicate: FilterGroup['predicate'],
): FilterGroup {
  const one = (condition: (typeof filters)[number]) =>
    [condition.value].flat().map(value => ({ ...condition, value }));
  const flat = (condition: (typeof filters)[number]) => predicate === 'and' || one(condition).length === 1;
  return {
    filters: filters.filter(flat).flatMap(one),
    groups: [
      ...filters
        .filter(condition => !flat(condition))
        .map(condition => ({ filters: one(condition), groups: [], predicate: 'and' as const })),
      ...groups,
    ],
    predicate,
  };
}

function readList(given: unknown, context: z.RefinementCtx): unknown {
  const group = Array.isArray(given) ? { filters: given } : given;
  const fault = faultOfSize(group);
  const unknown = fault === undefined ? findUnknownField(group) : undefined;
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  else if (unknown) context.addIssue({ code: 'custom', ...unknown });
  else return group;
  return z.NEVER;
}

/** Why the condition is invalid; undefined if it is valid. */
function faultOf({ field: name, operator, value }: Condition): string | undefined {
  const field = readField(name);
  if (!field) return sentence('input.filter_field');
  const allowed = operatorsOf[field.kind];
  if (!allowed.includes(operator))
    return sentence('input.filter_operator', { field: name.slice(0, 100), operators: allowed.join(', ') });
  if (operator === 'is_empty' || operator === 'is_not_empty') return undefined;
  const wrong = faultOfValue(field, operator, value);
  return wrong === undefined ? undefined : `value: ${wrong}`;
}

function faultOfValue(field: Field, operator: string, value: string): string | undefined {
  if (value.length > 1000) return sentence('input.most_1000');
  switch (field.kind) {
    case 'tags':
    case 'segment':
    case 'email':
      return value.trim() === '' ? sentence('input.an_id') : undefined;
    case 'type':
      return wordsOf[field.of].some(word => word === value)
        ? undefined
        : sentence('input.one_of', { values: wordsOf[field.of].join(', ') });
    case 'rate':
      return /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(value) ? undefined : sentence('input.share');
    case 'count':
      return /^\d{1,3}$/.test(value) ? undefined : sentence('input.number_of_emails');
    case 'date':
    case 'activity':
      return isMoment(value) ? undefined : momentRule;
    case 'metadata': {
      const compares = operator === 'greater_than' || operator === 'less_than';
      return !compares || isNumber(value) || isMoment(value)
        ? undefined
        : sentence('input.number_or_moment', { moment: momentRule });
    }
    default:
      return value.trim() === '' ? sentence('input.use_is_empty') : undefined;
  }
}

const momentRule = sentence('input.moment');

/** Whether a text is a number that can be compared: it has no more digits than every computer can tell apart. */
export function isNumber(text: string): boolean {
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(text);
}

/**
 * Throws `forbidden` for filters whose counts would reveal something about people that requires `subscribers: read`:
 * addresses, metadata, and what a person did. Tags, types and segments reveal nothing of the kind.
 */
export function demandSight(permissions: Permissions, group: FilterGroup): void {
  const reveals = ({ field }: Condition) =>
    !['tags', 'type', 'segment'].includes(readField(field)?.kind ?? '');
  if (conditionsOf(group).some(reveals)) demand(permissions, 'subscribers', 'read');
}

/**
 * Returns the filters as somebody with these permissions may see them: without `subscribers: read`, addresses are empty. A request that
 * sends the filters back in this form is refused, so that nobody changes the recipients of an email by mistake.
 */
export function hideAddresses(permissions: Permissions, group: FilterGroup): FilterGroup {
  if (reaches(permissions, 'subscribers', 'read')) return group;
  return mapConditions(group, condition =>
    condition.field === 'subscriber.email_address' ? { ...condition, value: '' } : condition,
  );
}
