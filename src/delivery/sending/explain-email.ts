import { sql } from 'kysely';
import { z } from 'zod';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import type { Subscriber } from '../../audience/subscribers/subscriber.ts';
import type { Email } from '../../emails/email.ts';
import { demandKept } from '../../emails/kept.ts';
import { isHandedOver } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { notFound } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { isId } from '../../platform/ids.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence, together } from '../../platform/sentences/sentence.ts';
import { findDigestItem } from '../ledger/digest-items.ts';
import { findDelivery } from '../ledger/list.ts';
import { type Delivery, deliverySchema } from '../ledger/recipient.ts';
import { readToday } from '../warm-ups/today.ts';
import { momentIn } from '../warm-ups/waits.ts';
import { explainPerson, type PersonRule, personRule } from './explain.ts';

const explanationExample = {
  email_id: '0199d2c5-4a00-7000-8000-000000000001',
  subscriber: { id: '0199d2c5-4a00-7000-8000-000000000002', email_address: 'ada@lowwater.example' },
  outcome: 'not_in_audience',
  detail: sentence('explain.not_there', { why: [sentence('explain.lacks_tag', { tag: 'beta' })] }),
  delivery: null,
  rules: [
    {
      rule: 'filter',
      detail: sentence('explain.lacks_tag', { tag: 'beta' }),
      passes: false,
    },
  ],
  changes: [],
};

const outcomes = [
  'delivered',
  'bounced',
  'waiting',
  'refused',
  'uncertain',
  'left',
  'joined_later',
  'in_digest',
  'not_in_audience',
  'not_chosen',
  'undecided',
  'would_get',
  'would_not_get',
  'never_mailed',
  'unknown',
] as const;

export const personExplanation = z
  .object({
    email_id: z.string(),
    subscriber: z
      .object({ id: z.string(), email_address: z.string().nullable() })
      .describe('Without the address if the person was erased'),
    outcome: z.enum(outcomes),
    detail: z.string().describe('The answer, for people'),
    detail_sentence: sentenceSchema,
    delivery: deliverySchema.nullable().describe('The ledger’s entry for their copy'),
    rules: z
      .array(personRule)
      .describe(
        'All rules of the email, applied to the person as they are now; empty if the person was erased',
      ),
    changes: z
      .array(
        z.object({
          event_type: z.string(),
          creation_date: timestamp,
          data: z.record(z.string(), z.unknown()),
        }),
      )
      .describe('Changes to the person since sending began, from the journal'),
  })
  .meta({ id: 'PersonExplanation', examples: [explanationExample] });
type PersonExplanation = z.output<typeof personExplanation>;

/**
 * Explains why a person, named by the id or address `word`, did or did not get the email, from what was fixed when sending began and from
 * the ledger. Erased people are found only by id. Throws `not_found`, `no_longer_kept`, `filter_too_slow`.
 */
export async function explainEmail(
  db: Database,
  email: Email,
  word: string,
  { retry_hours, now }: { retry_hours: number; now: Date },
): Promise<PersonExplanation> {
  demandKept(email);
  const person = await findSubscriber(db, email.newsletter_key, word);
  const key = person?.key ?? (await findErasedKey(db, email.newsletter_key, word));
  if (!person && key === undefined) throw notFound('subscriber');
  const delivery =
    key === null || key === undefined ? undefined : await findDelivery(db, email.key, key, retry_hours);
  const rules = person ? await explainPerson(db, email, person, now) : [];
  const changes = await listChanges(db, email, person?.id ?? word);
  const isBegun = await hasBegun(db, email);
  const [outcome, ...answer] = delivery
    ? fromLedger(delivery, email, await describePlan(db, email, delivery, person), rules)
    : ((isBegun && key ? await fromDigest(db, email.key, key) : undefined) ??
      withoutCopy(email, isBegun, person, rules, changes, key));
  const said = together(answer);
  return {
    email_id: email.id,
    subscriber: { id: person?.id ?? word.toLowerCase(), email_address: person?.email_address ?? null },
    outcome,
    detail: said.text,
    detail_sentence: said.sentence,
    delivery: delivery ?? null,
    rules,
    changes,
  };
}

/** The outcome, and the answer in one or several sentences. */
type Answer = readonly [(typeof outcomes)[number], ...string[]];

/** Says that the person gets, or got, the email in a digest; undefined if they do not. */
async function fromDigest(
  db: Database,
  email_key: number,
  subscriber_key: number,
): Promise<Answer | undefined> {
  const item = await findDigestItem(db, email_key, subscriber_key);
  if (!item) return undefined;
  const sent = item.sent_date;
  return sent === null
    ? ['in_digest', sentence('explain.digest_due', { date: item.due_date })]
    : ['in_digest', sentence('explain.digest_sent', { date: sent })];
}

/** Says how long the newsletter’s warm-up plan makes a copy wait; empty if it does not. */
async function describePlan(
  db: Database,
  { status: email_status, newsletter_key }: Email,
  { status }: Delivery,
  person: Subscriber | undefined,
): Promise<string> {
  if (email_status !== 'in_flight' || status !== 'planned' || !person) return '';
  const domain = domainOf(person.email_address);
  const today = await readToday(db, newsletter_key, [domain]);
  if (!today || today.left(domain) > 0) return '';
  const moment = momentIn(today.next_date, today.timezone);
  return today.plan.per === 'domain'
    ? sentence('explain.plan_used_up_domain', { domain, moment })
    : sentence('explain.plan_used_up', { moment });
}

function fromLedger(
  { status, reply, status_date }: Delivery,
  email: Email,
  plan: string,
  rules: PersonRule[],
): Answer {
  if (email.status === 'deleted' && (status === 'planned' || status === 'temporary'))
    return ['never_mailed', sentence('explain.deleted_before_copy')];
  const dated = status_date !== null;
  const on = { date: status_date ?? '' };
  switch (status) {
    case 'accepted':
      return ['delivered', dated ? sentence('explain.accepted_on', on) : sentence('explain.accepted')];
    case 'complained':
      return ['delivered', dated ? sentence('explain.reported_on', on) : sentence('explain.reported')];
    case 'bounced':
      return [
        'bounced',
        dated ? sentence('explain.came_back_on', { ...on, reply }) : sentence('explain.came_back', { reply }),
      ];
    case 'planned':
      return ['waiting', ...[sentence('explain.planned'), plan].filter(Boolean)];
    case 'temporary':
      return [
        'waiting',
        dated ? sentence('explain.deferred_on', { ...on, reply }) : sentence('explain.deferred', { reply }),
      ];
    case 'permanent':
      return [
        'refused',
        dated
          ? sentence('explain.undeliverable_on', { ...on, reply })
          : sentence('explain.undeliverable', { reply }),
      ];
    case 'uncertain':
      return ['uncertain', dated ? sentence('explain.uncertain_on', on) : sentence('explain.uncertain')];
    case 'skipped':
      return [
        'left',
        dated ? sentence('explain.left_on', on) : sentence('explain.left'),
        ...nowTrue(email, rules),
      ];
  }
}

/** Says why the person is not entitled to a premium email now; empty if they are. */
function nowTrue({ email_type }: Email, rules: PersonRule[]): string[] {
  const rule = email_type === 'premium' && rules.find(({ rule, passes }) => rule === 'type' && !passes);
  return rule ? [sentence('explain.now_they', { why: rule.detail })] : [];
}

/** Whether the audience is the one that was fixed when sending began. An audience is chosen again if nobody was mailed. */
async function hasBegun(db: Database, { key, status, audience_bound, served_date }: Email): Promise<boolean> {
  if (status === 'in_flight' || status === 'sent') return true;
  return audience_bound !== null && (served_date !== null || (await isHandedOver(db, key)));
}

function withoutCopy(
  email: Email,
  isBegun: boolean,
  person: Subscriber | undefined,
  rules: PersonExplanation['rules'],
  changes: PersonExplanation['changes'],
  key: number | null | undefined,
): Answer {
  const failed = rules.filter(({ passes, rule }) => !passes && rule !== 'relay').map(({ detail }) => detail);
  const { status, audience_bound, frozen_up_to, audience_frozen, recipients_chosen } = email;
  if (status === 'imported') return ['never_mailed', sentence('explain.imported')];
  if (!isBegun) {
    if (status === 'deleted') return ['never_mailed', sentence('explain.deleted')];
    if (!person) return ['would_not_get', sentence('explain.erased')];
    return failed.length === 0
      ? ['would_get', sentence('explain.would_get')]
      : ['would_not_get', sentence('explain.would_not_get', { why: failed })];
  }
  if (recipients_chosen) return ['not_chosen', sentence('explain.not_chosen')];
  if (key === null || key === undefined) return ['unknown', sentence('explain.copy_unknown')];
  if (key > (audience_bound ?? 0))
    return ['joined_later', sentence('explain.joined_later', { date: email.publish_date })];
  if (!audience_frozen && key > frozen_up_to) return ['undecided', sentence('explain.undecided')];
  if (!person) return ['not_in_audience', sentence('explain.not_there_erased')];
  const former = changes.find(({ event_type }) => event_type === 'subscriber.type.changed')?.data.from;
  const was = typeof former === 'string' ? [sentence('explain.were', { type: former })] : [];
  if (changes.length === 0 && failed.length > 0)
    return ['not_in_audience', sentence('explain.not_there', { why: failed })];
  return [
    'not_in_audience',
    sentence('explain.was_not_there'),
    ...was,
    failed.length === 0
      ? sentence('explain.would_be_now')
      : sentence('explain.excluded_now', { why: failed }),
  ];
}

/** Finds the key of an erased person's row; null if the key is no longer known, undefined if nobody had this id. */
async function findErasedKey(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<number | null | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<{ key: number | null }>`
    select (data ->> 'secondary_id')::bigint as key from events
    where newsletter_key = ${newsletter_key} and subscriber_id = ${id} and event_type = 'subscriber.deleted'
    order by key desc limit 1`.execute(db);
  return rows[0]?.key;
}

async function listChanges(
  db: Database,
  { newsletter_key, publish_date, audience_bound }: Email,
  subscriber_id: string,
): Promise<PersonExplanation['changes']> {
  if (audience_bound === null || !isId(subscriber_id)) return [];
  const { rows } = await sql<PersonExplanation['changes'][number]>`
    select event_type, creation_date, data from events
    where newsletter_key = ${newsletter_key} and subscriber_id = ${subscriber_id} and creation_date >= ${publish_date}
      and event_type in ('subscriber.type.changed', 'subscriber.tags.changed', 'subscriber.updated', 'subscriber.changed_email', 'subscriber.deleted')
    order by key limit 100`.execute(db);
  return rows;
}
