import { z } from 'zod';
import { nearest } from './nearest.ts';
import { sentence } from './sentences/sentence.ts';

type Issue = z.core.$ZodRawIssue;

/** The names of kinds of values in messages to people. */
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
  datetime: sentence('input.timestamp'),
  date: sentence('input.date'),
  time: sentence('input.time'),
  email: sentence('input.address'),
  url: sentence('input.web_address'),
  uuid: sentence('input.id'),
};

/**
 * Describes in our words what is wrong with a value: what is allowed, then what was given. All schemas use it for issues that have no
 * message of their own.
 */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys' && issue.code !== 'custom')
    return sentence('input.required');
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'array' && typeof issue.input === 'string')
        return sentence('input.list_not_text', { example: asList(issue.input) });
      return sentence('input.use_not', {
        wanted: names[issue.expected] ?? issue.expected,
        given: nameOf(issue.input),
      });
    case 'invalid_value':
      return useOneOf(issue.values.map(String));
    case 'unrecognized_keys':
      return describeUnknown(issue.keys, fieldsOf(issue.inst));
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_format':
      return forms[issue.format] ?? sentence('input.form');
    case 'too_big':
    case 'too_small':
      return describeSize(issue);
    case 'not_multiple_of':
      return sentence('input.multiple', { divisor: Number(issue.divisor) });
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message ?? sentence('input.name_not_allowed');
    default:
      return sentence('input.not_allowed');
  }
}

z.config({ customError: describeIssue });

/** Returns the list that a text with commas probably stands for. */
function asList(text: string): string {
  const parts = text.split(',').map(part => part.trim());
  return JSON.stringify(text.length <= 100 && parts.every(Boolean) ? parts : ['one', 'two']);
}

function describeSize(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const { origin, inclusive = true } = issue;
  const isBig = issue.code === 'too_big';
  const limit = Number(isBig ? issue.maximum : issue.minimum);
  const unit = (
    { string: 'characters', array: 'entries', set: 'entries', map: 'entries', file: 'bytes' } as const
  )[origin as string];
  if (unit === undefined) {
    if (inclusive) return sentence(isBig ? 'input.most' : 'input.least', { limit });
    return sentence(isBig ? 'input.less_than' : 'input.more_than', { limit });
  }
  if (!isBig && limit === 1) return sentence('input.not_empty');
  return sentence(`input.${isBig ? 'most' : 'least'}_${unit}`, { count: limit });
}

/** Describes the issue of the branch that fits the value best; if it fits none, says what all branches accept. */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { input, errors } = issue;
  if ('discriminator' in issue && errors.length === 0)
    return sentence('input.none_of_docs', { field: String(issue.discriminator) });
  const first = errors.flatMap(([one]) => one ?? []);
  const fits = first.filter(
    one => one.path.length > 0 || (one.code !== 'invalid_type' && !isOfEmptyText(one)),
  );
  const best = fits.length > 0 ? fits : first;
  const [single] = best;
  if (!single) return sentence('input.not_allowed');
  if (fits.length > 0)
    return single.path.length > 0 ? `${single.path.join('.')}: ${single.message}` : single.message;
  const expected = best.flatMap(one =>
    'expected' in one ? [names[String(one.expected)] ?? String(one.expected)] : [],
  );
  return sentence('input.use_not', { wanted: [...new Set(expected)].join(' or '), given: nameOf(input) });
}

/** Whether the branch accepts nothing but empty text, which nobody means to send. */
function isOfEmptyText(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_value' && issue.values.every(value => value === '');
}

function describeUnknown(keys: readonly string[], fields: readonly string[]): string {
  const [first = ''] = keys;
  const key = first.slice(0, 100);
  const meant = nearest(key, fields);
  const known = fields.join(', ');
  if (meant === undefined)
    return known === ''
      ? sentence('input.no_field', { key })
      : sentence('input.no_field_of', { key, fields: known });
  return sentence('input.no_field_meant_of', { key, meant, fields: known });
}

function fieldsOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function useOneOf(values: readonly string[]): string {
  return values.length === 1
    ? sentence('input.just', { value: values[0] })
    : sentence('input.one_of', { values: values.map(value => value || 'empty text').join(', ') });
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  return names[typeof value] ?? typeof value;
}
