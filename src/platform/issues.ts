import { z } from 'zod';
import { number } from './counted.ts';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodRawIssue;

/** What values are called in messages to people. */
const names: Record<string, string> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a date',
};

const forms: Record<string, string> = {
  datetime: 'use a timestamp such as 2026-11-20T09:00:00Z',
  date: 'use a date such as 2026-11-20',
  time: 'use a time such as 09:00',
  email: 'use an email address such as ada@example.org',
  url: 'use a web address such as https://example.org/',
  uuid: 'use an id as the API gives it',
};

/**
 * Says in our words what is wrong with a value: what is allowed, then what was given. All schemas use it for issues that have no
 * message of their own.
 */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys' && issue.code !== 'custom')
    return 'this field is required';
  switch (issue.code) {
    case 'invalid_type':
      return `use ${names[issue.expected] ?? issue.expected}, not ${nameOf(issue.input)}`;
    case 'invalid_value':
      return useOneOf(issue.values.map(String));
    case 'unrecognized_keys':
      return describeUnknown(issue.keys, fieldsOf(issue.inst));
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_format':
      return forms[issue.format] ?? 'this does not have the required form; /docs shows an example';
    case 'too_big':
    case 'too_small':
      return describeSize(issue);
    case 'not_multiple_of':
      return `use a multiple of ${issue.divisor}`;
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message ?? 'one of its names is not allowed';
    default:
      return 'this value is not allowed; /docs says which are';
  }
}

z.config({ customError: describeIssue });

function describeSize(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const { origin, inclusive = true } = issue;
  const isBig = issue.code === 'too_big';
  const limit = Number(isBig ? issue.maximum : issue.minimum);
  const unit = { string: 'character', array: 'entry', set: 'entry', map: 'entry', file: 'byte' }[
    origin as string
  ];
  if (unit === undefined) {
    if (inclusive) return `use ${limit} or ${isBig ? 'less' : 'more'}`;
    return `use ${isBig ? 'less' : 'more'} than ${limit}`;
  }
  if (!isBig && limit === 1) return 'must not be empty';
  const units = limit === 1 ? unit : unit.replace(/y$/, 'ie').concat('s');
  return `use at ${isBig ? 'most' : 'least'} ${number(limit)} ${units}`;
}

/** The issue of the branch that the value came furthest in; what all branches take, if it fits none of them. */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { input, errors } = issue;
  if ('discriminator' in issue && errors.length === 0)
    return `${String(issue.discriminator)}: this value is not one of those that /docs lists`;
  const first = errors.flatMap(([one]) => one ?? []);
  const fits = first.filter(
    one => one.path.length > 0 || (one.code !== 'invalid_type' && !isOfEmptyText(one)),
  );
  const best = fits.length > 0 ? fits : first;
  const [single] = best;
  if (!single) return 'this value is not allowed; /docs says which are';
  if (fits.length > 0)
    return single.path.length > 0 ? `${single.path.join('.')}: ${single.message}` : single.message;
  const expected = best.flatMap(one =>
    'expected' in one ? [names[String(one.expected)] ?? String(one.expected)] : [],
  );
  return `use ${[...new Set(expected)].join(' or ')}, not ${nameOf(input)}`;
}

/** Whether the branch takes nothing but empty text, which is not what anybody means to send. */
function isOfEmptyText(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_value' && issue.values.every(value => value === '');
}

function describeUnknown(keys: readonly string[], fields: readonly string[]): string {
  const [key = ''] = keys;
  const meant = nearest(key.slice(0, 100), fields);
  const guess = meant === undefined ? '' : ` Did you mean ${meant}?`;
  const known = fields.length > 0 ? ` The fields are ${fields.join(', ')}.` : '';
  return `there is no field ${key.slice(0, 100)}.${guess}${known}`;
}

function fieldsOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function useOneOf(values: readonly string[]): string {
  return values.length === 1
    ? `use ${values[0]}`
    : `use one of ${values.map(value => value || 'empty text').join(', ')}`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  return names[typeof value] ?? typeof value;
}
