import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../platform/database/conditions.ts';
import { domainOf, normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { didSince, didWith, type KeyRange, selectRates } from './engagement.ts';
import { type Deed, readField } from './fields.ts';
import { type Condition, type FilterGroup, isEmptyGroup, isNumber } from './filter.ts';
import { dayOf, readMoment } from './moment.ts';
import type { ResolvedFilter } from './resolve.ts';

type Sql = RawBuilder<boolean>;

const typesOfWords = {
  type: 'subscriber_type',
  mail_state: 'mail_state',
  standing: 'standing',
  frequency: 'mail_frequency',
} as const;
type Meaning = Omit<ResolvedFilter, 'group'> & { range?: KeyRange | undefined };

/**
 * Returns the condition on `subscribers` for a filter. Where the result is null, it counts as false. With `range`, which the caller must
 * also apply, the ledger is read for those subscribers only. Everything that people have typed is bound as a parameter.
 */
export function compileFilter({ group, ...meaning }: ResolvedFilter, range?: KeyRange): Sql {
  return compileGroup(group, { ...meaning, range });
}

function compileGroup(group: FilterGroup, meaning: Meaning): Sql {
  if (isEmptyGroup(group)) return sql`true`;
  const members = [
    ...group.filters.map(condition => compileCondition(condition, meaning)),
    ...group.groups.filter(inner => !isEmptyGroup(inner)).map(inner => compileGroup(inner, meaning)),
  ];
  const joined = sql.join(members, group.predicate === 'and' ? sql` and ` : sql` or `);
  return group.predicate === 'not' ? not(sql`(${joined})`) : sql`(${joined})`;
}

function compileCondition(condition: Condition, meaning: Meaning): Sql {
  const { operator } = condition;
  switch (operator) {
    case 'not_equals':
      return not(test({ ...condition, operator: 'equals' }, meaning));
    case 'not_contains':
      return not(test({ ...condition, operator: 'contains' }, meaning));
    case 'is_not_empty':
      return not(test({ ...condition, operator: 'is_empty' }, meaning));
    default:
      return test({ ...condition, operator }, meaning);
  }
}

/** Returns the condition for the subscribers for whom this one does not hold, including those for whom it is null. */
function not(condition: RawBuilder<unknown>): Sql {
  return sql`(${condition}) is not true`;
}

type Test = {
  field: string;
  value: string;
  operator: 'equals' | 'contains' | 'is_empty' | 'greater_than' | 'less_than';
};

/** Returns the condition for one test of a field; negations are made by `compileCondition`. */
function test({ field: name, operator, value }: Test, meaning: Meaning): Sql {
  const { newsletter_key, as_of, tags, emails, recent, range } = meaning;
  const field = readField(name);
  switch (field?.kind) {
    case undefined:
      return sql`false`;
    case 'segment': {
      const segment = meaning.segments[value];
      return segment ? compileGroup(segment, meaning) : sql`false`;
    }
    case 'tags': {
      if (operator === 'is_empty')
        return sql`not tags && array(select tags.key from tags where newsletter_key = ${newsletter_key})`;
      const key = tags[value];
      return key === undefined ? sql`false` : sql`tags @> ${[key]}::int[]`;
    }
    case 'type':
      return sql`${sql.ref(field.of)} = ${value}::${sql.raw(typesOfWords[field.of])}`;
    case 'address':
      return operator === 'equals'
        ? sql`normal_address = ${addressOf(value)}`
        : containing(sql`normal_address`, value.trim().toLowerCase());
    case 'domain':
      return operator === 'equals'
        ? sql`domain = ${domainOf(addressOf(`x@${value.trim().replace(/^@/, '')}`))}`
        : containing(sql`domain`, value.trim().toLowerCase());
    case 'text': {
      const column = sql.ref(field.column);
      if (operator === 'is_empty') return sql`${column} = ''`;
      return operator === 'equals' ? sql`${column} = ${value}` : containing(folded(column), fold(value));
    }
    case 'date':
      return testDate(sql.ref(field.column), operator, value, as_of);
    case 'metadata':
      return testMetadata(field.key, operator, value, as_of);
    case 'survey':
      return testSurvey(field.identifier, operator, value, meaning);
    case 'rate': {
      const rates = sql`(${selectRates(newsletter_key, field.of, range)}) rates`;
      const is = operator === 'greater_than' ? sql`rate > ${Number(value)}` : sql`rate < ${Number(value)}`;
      return sql`key in (select subscriber_key from ${rates} where ${is})`;
    }
    case 'email': {
      const key = emails[value];
      return key === undefined
        ? sql`false`
        : sql`key in (${didWith(field.deed, [key], { least: 1 }, range)})`;
    }
    case 'count':
      return testCount(recent.slice(0, field.last), field.deed, operator, Number(value), range);
    case 'activity':
      return testActivity(field.deed, operator, value, meaning);
  }
}

/** Tests the subscriber's answers to surveys: one of the answers they chose, or a part of these or of the text they wrote. */
function testSurvey(
  identifier: string,
  operator: Test['operator'],
  value: string,
  { newsletter_key, range }: Meaning,
): Sql {
  const said =
    operator === 'equals'
      ? sql`${value} = any(chosen)`
      : operator === 'contains'
        ? containing(folded(sql`array_to_string(chosen || text, chr(10))`), fold(value))
        : sql`true`;
  const within = range
    ? sql`subscriber_key > ${range.after} and subscriber_key <= ${range.up_to}`
    : sql`true`;
  const answered: Sql = sql`key in (
    select subscriber_key from survey_responses
    where survey_key in (
        select surveys.key from surveys where surveys.newsletter_key = ${newsletter_key} and identifier = ${identifier})
      and ${said} and ${within})`;
  return operator === 'is_empty' ? not(answered) : answered;
}

/** Returns the condition on how many of the emails with these keys the subscriber has opened, clicked or been sent. */
function testCount(
  keys: number[],
  deed: Deed,
  operator: Test['operator'],
  times: number,
  range: KeyRange | undefined,
): Sql {
  const atLeast = (least: number): Sql => sql`key in (${didWith(deed, keys, { least }, range)})`;
  if (operator === 'greater_than') return atLeast(times + 1);
  if (operator === 'less_than') return times === 0 ? sql`false` : not(atLeast(times));
  if (times === 0) return not(atLeast(1));
  return sql`key in (${didWith(deed, keys, { exactly: times }, range)})`;
}

/** Returns the condition on when the subscriber last did this with any email. */
function testActivity(
  deed: Deed,
  operator: Test['operator'],
  value: string,
  { newsletter_key, as_of, range }: Meaning,
): Sql {
  const since = (moment: Parameters<typeof didSince>[2]): Sql =>
    sql`key in (${didSince(newsletter_key, deed, moment, range)})`;
  if (operator === 'is_empty') return not(since(undefined));
  const { start, end, is_day } = readMoment(value, as_of);
  if (operator === 'greater_than') return since(is_day ? { from: end } : { after: end });
  return sql`(${since(undefined)} and ${not(since({ from: start }))})`;
}

function testDate(
  column: RawBuilder<unknown>,
  operator: Test['operator'],
  value: string,
  as_of: string,
): Sql {
  if (operator === 'is_empty') return sql`${column} is null`;
  const { start, end, is_day } = readMoment(value, as_of);
  if (operator === 'less_than') return sql`${column} < ${start}`;
  return is_day ? sql`${column} >= ${end}` : sql`${column} > ${end}`;
}

function testMetadata(key: string, operator: Test['operator'], value: string, as_of: string): Sql {
  const entry = sql`(metadata -> ${key}::text)`;
  const text = sql`(metadata ->> ${key}::text)`;
  switch (operator) {
    case 'is_empty':
      return sql`coalesce(${text}, '') = ''`;
    case 'equals':
      return holding(key, [value]);
    case 'contains':
      return sql`case jsonb_typeof(${entry})
        when 'string' then ${containing(folded(text), fold(value))}
        when 'array' then ${sql.join(
          readings(value).map(one => sql`${entry} @> ${JSON.stringify([one])}::jsonb`),
          sql` or `,
        )} end`;
    default: {
      const than = operator === 'greater_than' ? sql`>` : sql`<`;
      if (isNumber(value))
        return sql`case
          when jsonb_typeof(${entry}) = 'number' or ${text} ~ '^-?[0-9]{1,9}([.][0-9]{1,6})?$'
          then ${text}::numeric ${than} ${value}::numeric end`;
      return sql`case
        when jsonb_typeof(${entry}) = 'string' and ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}'
        then left(${text}, 10) collate "C" ${than} ${dayOf(value, as_of)} end`;
    }
  }
}

/**
 * Returns the condition that a subscriber's metadata has one of the values under this key. A text also matches the number, boolean or null
 * that it spells.
 */
export function holding(key: string, texts: string[]): Sql {
  const holds = texts
    .flatMap(readings)
    .map(value => sql`metadata @> ${JSON.stringify({ [key]: value })}::jsonb`);
  return sql`(${sql.join(holds, sql` or `)})`;
}

function readings(text: string): unknown[] {
  return isJsonWord.test(text) ? [text, JSON.parse(text)] : [text];
}

const isJsonWord = /^(true|false|null|-?(0|[1-9]\d{0,14})(\.\d{1,15})?)$/;

/** Texts are compared ignoring the case of A to Z, which works the same in every database's locale. */
function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lower(${text} collate "C")`;
}

function fold(text: string): string {
  return text.replace(/[A-Z]/g, letter => letter.toLowerCase());
}

/** Returns the address in its normalised form, or in lower case if it is not a valid one. */
function addressOf(text: string): string {
  const address = parseMailAddress(text);
  return normalAddress(address ?? text.trim());
}
