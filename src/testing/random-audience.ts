import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Person, World } from '../audience/filter/definition.ts';
import { type Field, operatorsOf, readField, subscriberTypes, wordsOf } from '../audience/filter/fields.ts';
import { type Condition, type FilterGroup, isEmptyGroup } from '../audience/filter/filter.ts';
import { makeRoom } from '../delivery/ledger/parts.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Dice } from '../platform/dice.ts';
import { newId } from '../platform/ids.ts';
import { typed } from './typed.ts';

/** Random people with everything that filters can check, in the database and in the form that the definition of filters reads. */
export type RandomAudience = World & { people: Map<number, Person>; tags: string[] };

const words = [
  '',
  'Lisbon',
  'lisbon',
  'São Paulo',
  '100%',
  'a_b',
  "o'brien",
  '\\',
  '5',
  '5.0',
  '-3',
  '0.1',
  'true',
  'null',
];
const days = [
  '2026-11-01',
  '2026-11-20',
  '2026-11-21T23:59:59+02:00',
  '2026-02-31',
  '2026-1-1',
  'x2026-11-20',
];
const keys = ['city', 'score', 'renewal', "it's"];
const moments = [
  '2026-11-20',
  '2026-11-20T12:00:00Z',
  '2026-11-20T12:00:00',
  '2026-11-20 12:00',
  '3 days ago',
  '1 day ago',
  'in 2 days',
  '0 days ago',
];
const domains = ['example.org', 'mail.example.com', 'xn--bcher-kva.example'];
const now = '2026-11-22T12:00:00.000Z';

/** Fills an empty newsletter with `count` people, seven sent emails, one draft and some segments. */
export async function seedRandomAudience(
  db: Database,
  newsletter: Newsletter,
  chance: Dice,
  count: number,
): Promise<RandomAudience> {
  const tags = await insertTags(db, newsletter, 5);
  const emails = await insertEmails(db, newsletter, 7);
  await makeRoom(db, Math.max(...emails.map(({ key }) => key)));
  await insertSurveys(db, newsletter, ['walk', 'drink']);
  const people = new Map<number, Person>();
  for (let number = 0; number < count; number += 1) {
    const held = tags.filter(() => chance.chance(0.4));
    const person = randomPerson(chance, number, held, emails);
    people.set(await insertPerson(db, newsletter, person, held, emails), person);
  }
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, planned, opens, clicks)
    select email_key, min(subscriber_key), max(subscriber_key), count(*), count(open_date), count(click_date)
    from deliveries group by email_key`.execute(db);
  const audience: RandomAudience = {
    now,
    people,
    tags: tags.map(({ id }) => id),
    segments: new Map(),
    emails: emails.map(({ id, publish_date }) => ({
      id,
      publish_date,
      opens: [...people.values()].some(({ deliveries }) => deliveries.get(id)?.opened),
      clicks: [...people.values()].some(({ deliveries }) => deliveries.get(id)?.clicked),
    })),
  };
  const segments = new Map([0, 1, 2].map(() => [newId(), randomSegment(chance, audience)]));
  for (const [id, filters] of segments)
    await sql`
      insert into segments (id, newsletter_key, name, normal_name, filters)
      values (${id}, ${newsletter.key}, ${id}, ${id}, ${JSON.stringify(filters)})`.execute(db);
  return { ...audience, segments };
}

/** Returns a filter with nested groups, at most `depth` deep, on everything that exists. */
export function randomFilter(chance: Dice, audience: RandomAudience, depth: number): FilterGroup {
  return {
    filters: Array.from({ length: chance.below(4) }, () => randomCondition(chance, audience)),
    groups:
      depth === 0
        ? []
        : Array.from({ length: chance.below(3) }, () => randomFilter(chance, audience, depth - 1)),
    predicate: chance.pick(['and', 'or', 'not'] as const),
  };
}

/** Returns a filter that is not empty, because empty segments cannot be saved. */
function randomSegment(chance: Dice, audience: RandomAudience): FilterGroup {
  const filter = randomFilter(chance, audience, 2);
  return isEmptyGroup(filter) ? randomSegment(chance, audience) : filter;
}

function randomCondition(chance: Dice, audience: RandomAudience): Condition {
  const deed = chance.pick([
    'sent',
    'opened',
    'opened_for_certain',
    'clicked',
    'opened_with_machines',
    'clicked_with_machines',
  ]);
  const name = chance.pick([
    'tags',
    'tags',
    'type',
    'status',
    'mail_state',
    'standing',
    'frequency',
    ...(audience.segments.size > 0 ? ['segment'] : []),
    'email_address',
    'domain',
    'source',
    'utm_medium',
    'unsubscription_reason',
    'price',
    'form',
    ...['creation_date', 'subscription_date', 'confirmation_date', 'last_open_date'],
    ...['last_sent_date', 'last_open_date_with_machines', 'last_click_date_with_machines'],
    ...keys.map(key => `metadata.${key}`),
    ...keys.map(key => `metadata.${key}`),
    ...['survey.walk', 'survey.drink', 'survey.gone'],
    'open_rate',
    'click_rate',
    deed,
    `${deed}.last.${1 + chance.below(9)}`,
  ]);
  const field = readField(`subscriber.${name}`)!;
  const operator = chance.pick(operatorsOf[field.kind]);
  return { field: `subscriber.${name}`, operator, value: valueFor(chance, audience, field, operator) };
}

function valueFor(
  chance: Dice,
  { tags, segments, emails }: RandomAudience,
  field: Field,
  operator: string,
): string {
  if (operator === 'is_empty' || operator === 'is_not_empty') return '';
  switch (field.kind) {
    case 'tags':
      return chance.pick([...tags, newId()]);
    case 'segment':
      return chance.pick([...segments.keys(), newId()]);
    case 'type':
      return chance.pick(wordsOf[field.of] as readonly string[]);
    case 'address':
      return operator === 'equals' || operator === 'not_equals'
        ? `p${chance.below(30)}.x@${chance.pick(domains)}`
        : chance.pick(['P1', 'example', '@', '%', '.x@mail']);
    case 'domain':
      return operator === 'equals' || operator === 'not_equals'
        ? chance.pick(domains)
        : chance.pick(['example', 'Mail', '.']);
    case 'text':
      return chance.pick(words.filter(Boolean));
    case 'date':
    case 'activity':
      return chance.pick(moments);
    case 'rate':
      return chance.pick(['0', '0.25', '0.5', '0.333333333', '1']);
    case 'email':
      return chance.pick([...emails.map(({ id }) => id), newId()]);
    case 'survey':
      return chance.pick(['Lisbon', 'lis', '100%', '5', 'Paulo\n100', 'o']);
    case 'count':
      return String(chance.below(5));
    default:
      return operator === 'greater_than' || operator === 'less_than'
        ? chance.pick([...moments, '5', '-3', '0.1', '4.999999'])
        : chance.pick([...words, ...days, 'o', 'A']);
  }
}

type TestEmail = { key: number; id: string; publish_date: string };

function randomPerson(chance: Dice, number: number, tags: { id: string }[], emails: TestEmail[]): Person {
  const values = [...words, ...days, 5, -3, 0.1, 0, 1e21, true, null, ['Lisbon', 5], [], {}, ['a', [5]]];
  const date = () =>
    chance.chance(0.3) ? null : new Date(Date.parse(now) - chance.below(5 * 86_400) * 1000).toISOString();
  const got = emails.filter(() => chance.chance(0.6));
  return {
    ...typed(chance.pick(subscriberTypes)),
    frequency: chance.pick(wordsOf.frequency),
    tags: tags.map(({ id }) => id),
    address: `p${number}.x@${chance.pick(domains)}`,
    metadata: Object.fromEntries(
      keys.filter(() => chance.chance(0.7)).map(key => [key, chance.pick(values)]),
    ),
    texts: {
      source: chance.pick(words),
      utm_medium: chance.pick(words),
      unsubscription_reason: chance.pick(words),
      price: chance.pick(words),
      form: chance.pick(words),
    },
    answers: ['walk', 'drink', 'drink'].flatMap(survey =>
      chance.chance(0.4)
        ? {
            survey,
            chosen: ['Lisbon', '100%', '5'].filter(() => chance.chance(0.5)),
            text: chance.pick(words),
          }
        : [],
    ),
    dates: {
      creation_date: date() ?? now,
      confirmation_date: date(),
      last_open_date: date(),
    },
    deliveries: new Map(
      got.map(({ id }) => [
        id,
        { bounced: chance.chance(0.2), opened: chance.chance(0.5), clicked: chance.chance(0.3) },
      ]),
    ),
    hits: Array.from({ length: chance.below(6) }, () => ({
      email: chance.pick(emails).id,
      kind: chance.pick(['open', 'click'] as const),
      date: date() ?? now,
      human: chance.chance(0.5),
    })),
  };
}

async function insertTags(db: Database, { key }: Newsletter, count: number) {
  const { rows } = await sql<{ key: number; id: string }>`
    insert into tags (id, newsletter_key, name, normal_name, color)
    select gen_random_uuid(), ${key}, 'tag ' || n, 'tag ' || n, '#000000' from generate_series(1, ${count}::int) as n
    returning key, id`.execute(db);
  return rows;
}

async function insertSurveys(db: Database, { key }: Newsletter, identifiers: string[]): Promise<void> {
  await sql`
    insert into surveys (id, newsletter_key, identifier, question, answers)
    select gen_random_uuid(), ${key}, word, word, '{}' from unnest(${identifiers}::text[]) as word`.execute(
    db,
  );
}

/** Inserts sent emails, newest first, and a draft. */
async function insertEmails(db: Database, { key }: Newsletter, count: number): Promise<TestEmail[]> {
  const { rows } = await sql<TestEmail & { status: string }>`
    insert into emails (id, newsletter_key, subject, slug, source, email_type, status, publish_date)
    select gen_random_uuid(), ${key}, 'Issue ' || n, 'issue-' || n, 'api', 'public',
      (case when n = 0 then 'draft' when n = 1 then 'in_flight' else 'sent' end)::email_status,
      case when n > 0 then ${now}::timestamptz - make_interval(hours => 13 * n) end
    from generate_series(0, ${count}::int) as n
    returning key, id, publish_date, status`.execute(db);
  return rows
    .filter(({ status }) => status !== 'draft')
    .toSorted((a, b) => (a.publish_date < b.publish_date ? 1 : -1));
}

async function insertPerson(
  db: Database,
  { key }: Newsletter,
  {
    type,
    mail_state,
    standing,
    frequency,
    address,
    metadata,
    texts,
    answers,
    dates,
    deliveries,
    hits,
  }: Person,
  tags: { key: number }[],
  emails: TestEmail[],
): Promise<number> {
  const gone = 2_000_000; // the key of a deleted tag
  const { rows } = await sql<{ key: number }>`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, mail_state, standing, frequency, tags, metadata, source, utm_medium,
      unsubscription_reason, stripe_price, form_id, creation_date, confirmation_date, last_open_date)
    values (${newId()}, ${key}, ${address}, ${address}, ${type}, ${mail_state}, ${standing}, ${frequency}, ${[...tags.map(tag => tag.key), gone]}::int[],
      ${JSON.stringify(metadata)}, ${texts.source}, ${texts.utm_medium}, ${texts.unsubscription_reason}, ${texts.price}, ${texts.form},
      ${dates.creation_date}, ${dates.confirmation_date}, ${dates.last_open_date})
    returning key`.execute(db);
  const subscriber_key = rows[0]!.key;
  const keyOf = (id: string) => emails.find(email => email.id === id)!.key;
  for (const [id, { bounced, opened, clicked }] of deliveries)
    await sql`
      insert into deliveries (email_key, subscriber_key, status, status_date, bounce_kind, open_date, click_date)
      values (${keyOf(id)}, ${subscriber_key}, ${bounced ? 'bounced' : 'accepted'}, ${now},
        ${bounced ? 'hard' : null}, ${opened ? now : null}, ${clicked ? now : null})`.execute(db);
  for (const [occasion, { survey, chosen, text }] of answers.entries())
    await sql`
      insert into survey_responses (id, survey_key, subscriber_key, occasion, chosen, text, source)
      select ${newId()}, key, ${subscriber_key}, ${occasion}, ${chosen}::text[], ${text}, 'email' from surveys
      where newsletter_key = ${key} and identifier = ${survey}`.execute(db);
  for (const { email, kind, date, human } of hits)
    await sql`
      insert into hits (email_key, subscriber_key, id, kind, link_number, date, method, agent, network, accept, purpose,
        verdict, reasons, client, rule_version)
      values (${keyOf(email)}, ${subscriber_key}, ${newId()}, ${kind}, ${kind === 'click' ? 1 : null}, ${date}, 'GET', '',
        '', '', '', ${human ? 'human' : 'proxied'}, '{}', '', 1)`.execute(db);
  return subscriber_key;
}
