import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { findNewsletterOf } from '../../accounts/queries.ts';
import type { MailCap } from '../../accounts/restraint.ts';
import { bounded, longestAnswer } from '../../audience/filter/bounded.ts';
import { describeLack, namesOf } from '../../audience/filter/describe.ts';
import { subscriberTypes } from '../../audience/filter/fields.ts';
import { filterGroup } from '../../audience/filter/filter.ts';
import { whyOf } from '../../audience/grants/explained.ts';
import { grantsOf } from '../../audience/standing/queries.ts';
import { isEntitled } from '../../audience/standing/type.ts';
import type { Subscriber } from '../../audience/subscribers/subscriber.ts';
import { type Addressed, type AudienceRule, audienceRules } from '../../emails/audience.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { EmailType, SubscriberType } from '../../platform/database/schema.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { readWhyBounced } from '../ledger/why-suppressed.ts';
import { findPeopleBy, type PeopleFinder } from './explained-people.ts';
import { beyondAscii, serveBeyondAscii } from './relays.ts';

const ruleSchema = z.object({
  rule: z
    .enum(['filter', 'type', 'digest', 'cap', 'relay'])
    .describe(
      'A part of the filters or tags; the type of subscriber; that they get digests; the mail_cap of the newsletter; what the mail server can do',
    ),
  detail: z.string().describe('What the excluded people have in common, such as: lack the tag “beta”'),
  detail_sentence: sentenceSchema,
});
const countedRule = ruleSchema.extend({
  subscriber_type: z.enum(subscriberTypes).nullable().describe('For the rule type: the types it concerns'),
  excluded: z
    .int()
    .describe('People for whom it is the first rule that excludes them; each person is counted once'),
  failing: z.int().describe('All people it excludes, including those that an earlier rule excludes'),
  filters: filterGroup
    .nullable()
    .describe('Finds the `excluded` people with POST /v1/subscribers/search; null if no filter can'),
});
export const explanationSchema = z.object({
  subscribers: z.int().describe('All subscribers of the newsletter'),
  audience: z.int().describe('Who would be in the audience if sending began now'),
  recipients: z.int().describe('The audience without those that the mail server cannot serve'),
  filters: filterGroup
    .nullable()
    .describe('Finds the audience with POST /v1/subscribers/search; null if no filter can'),
  rules: z
    .array(countedRule)
    .describe('In order; each person is counted under the first rule that excludes them'),
});
export type Explanation = z.output<typeof explanationSchema>;

export const personRule = ruleSchema.extend({ passes: z.boolean() });
export type PersonRule = z.output<typeof personRule>;

type Rule = Omit<z.output<typeof ruleSchema>, 'detail'> & {
  condition: RawBuilder<boolean>;
  detail(type: SubscriberType): string;
};

/**
 * Returns the rules that sending uses, in order, followed by one about the limits of the relays; and a way to find the people whom the
 * rules exclude.
 */
async function rulesOf(db: Database, email: Addressed): Promise<{ rules: Rule[]; people: PeopleFinder }> {
  const { filter, rules } = await audienceRules(db, email);
  const names = await namesOf(db, filter);
  const people = await findPeopleBy(
    db,
    filter,
    rules.map(({ rule }) => rule),
  );
  const told = [
    ...rules.map(({ rule, condition }): Rule => {
      if ('group' in rule)
        return { rule: 'filter', condition, detail: () => describeLack(rule.group, names) };
      if ('types' in rule)
        return { rule: 'type', condition, detail: type => describeType(email.email_type, type) };
      if ('digest' in rule) return { rule: 'digest', condition, detail: () => describeDigest(rule) };
      return { rule: 'cap', condition, detail: () => describeCap(rule.cap) };
    }),
    {
      rule: 'relay' as const,
      condition: (await serveBeyondAscii(db, await findNewsletterOf(db, email)))
        ? sql<boolean>`true`
        : sql<boolean>`not ${beyondAscii}`,
      detail: () => sentence('explain.relay_cannot'),
    },
  ];
  return { rules: told, people };
}

/** Counts the people who would get the email if sending began now, and explains why the others would not. Throws `filter_too_slow`. */
export async function explainAudience(db: Database, email: Addressed): Promise<Explanation> {
  const { rules, people } = await rulesOf(db, email);
  const fails = (at: number) => sql.ref(`fails_${at}`);
  const flags = rules.map(({ condition }, at) => sql`(${condition}) is not true as ${fails(at)}`);
  const first = rules.map((_, at) => sql`when ${fails(at)} then ${sql.lit(at)}`);
  const counts = rules.map((_, at) => sql`count(*) filter (where ${fails(at)}) as ${fails(at)}`);
  type Row = {
    first: number | null;
    type: SubscriberType;
    count: number;
    [fails: `fails_${number}`]: number;
  };
  const { rows } = await bounded(db, longestAnswer, trx =>
    // The offset makes PostgreSQL evaluate each condition only once.
    sql<Row>`
      select case ${sql.join(first, sql` `)} end as first, type, count(*) as count, ${sql.join(counts)}
      from (select type, ${sql.join(flags)} from subscribers where newsletter_key = ${email.newsletter_key} offset 0) evaluated
      group by 1, 2`.execute(trx),
  );
  const sum = (which: (row: Row) => number) => rows.reduce((total, row) => total + which(row), 0);
  const told = rules.flatMap(({ rule, detail }, at) => {
    const types = rule === 'type' ? subscriberTypes : [null];
    return types.map(type => {
      const isOf = (row: Row) => type === null || row.type === type;
      return {
        rule,
        subscriber_type: type,
        detail: detail(type ?? 'regular'),
        excluded: sum(row => (isOf(row) && row.first === at ? row.count : 0)),
        failing: sum(row => (isOf(row) ? row[`fails_${at}`]! : 0)),
        filters: rule === 'relay' || rule === 'cap' ? null : people.excludedBy(at, type),
      };
    });
  });
  const recipients = sum(row => (row.first === null ? row.count : 0));
  const beyond = told.at(-1)!.excluded;
  return {
    subscribers: sum(row => row.count),
    audience: recipients + beyond,
    recipients,
    filters: people.audience(),
    // Rules about types, and relays that serve everybody, are listed only if they exclude somebody.
    rules: told.filter(({ rule, failing }) => rule === 'filter' || failing > 0),
  };
}

/** Applies all rules to one person, in order, and says why they are not entitled to a premium email. Throws `filter_too_slow`. */
export async function explainPerson(
  db: Database,
  email: Addressed,
  subscriber: Pick<Subscriber, 'key' | 'type' | 'mail_state' | 'standing'>,
  now: Date,
): Promise<PersonRule[]> {
  const { rules } = await rulesOf(db, email);
  const flags = rules.map(({ condition }, at) => sql`(${condition}) is true as ${sql.ref(`passes_${at}`)}`);
  const { rows } = await bounded(db, longestAnswer, trx =>
    sql<Record<string, boolean>>`
      select ${sql.join(flags)} from subscribers where key = ${subscriber.key}`.execute(trx),
  );
  const asks =
    email.email_type === 'premium' && subscriber.mail_state === 'subscribed' && !isEntitled(subscriber);
  const grants = asks ? ((await grantsOf(db, [subscriber.key])).get(subscriber.key) ?? []) : [];
  const why = grants.length > 0 ? whyOf(grants, now) : '';
  const bounced = subscriber.type === 'undeliverable' ? await readWhyBounced(db, subscriber.key) : null;
  return rules.map(({ rule, detail }, at) => ({
    rule,
    detail:
      rule === 'type' && why !== '' && !(subscriber.type in states)
        ? sentence('explain.premium_because', { type: subscriber.type, why: why.replace(/\.$/, '') })
        : rule === 'type' && bounced !== null
          ? sentence('explain.bounced_because', { why: bounced })
          : detail(subscriber.type),
    passes: rows[0]?.[`passes_${at}`] ?? false,
  }));
}

const states: Partial<Record<SubscriberType, string>> = {
  unactivated: sentence('explain.unconfirmed'),
  unpaid: sentence('explain.unpaid'),
  paused: sentence('explain.paused'),
  unsubscribed: sentence('explain.unsubscribed'),
  undeliverable: sentence('explain.bounced'),
  complained: sentence('explain.complained'),
  blocked: sentence('explain.blocked'),
  removed: sentence('explain.removed'),
};

function describeDigest(rule: Extract<AudienceRule, { digest: unknown }>): string {
  if (rule.digest === 'as_frozen') return sentence('explain.in_digest_then');
  const date = rule.date.toISOString();
  return rule.digest === 'weekly'
    ? sentence('explain.in_weekly_digest', { date })
    : sentence('explain.in_monthly_digest', { date });
}

function describeCap(cap: MailCap | 'as_frozen'): string {
  return cap === 'as_frozen' ? sentence('explain.capped_then') : sentence('explain.capped', cap);
}

function describeType(email_type: EmailType, type: SubscriberType): string {
  const state = states[type];
  if (state) return state;
  switch (email_type) {
    case 'archival':
      return sentence('explain.archival_for_nobody', { type });
    case 'premium':
      return sentence('explain.premium_for_payers', { type });
    case 'free':
      return sentence('explain.free_for_others', { type });
    case 'churned':
      return sentence('explain.churned_only', { type });
    default:
      return sentence('explain.type', { type });
  }
}
