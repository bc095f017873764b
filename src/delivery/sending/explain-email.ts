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
import { findDelivery } from '../ledger/list.ts';
import { type Delivery, deliverySchema } from '../ledger/recipient.ts';
import { readToday } from '../warm-ups/today.ts';
import { momentIn } from '../warm-ups/waits.ts';
import { explainPerson, type PersonRule, personRule } from './explain.ts';

const explanationExample = {
  email_id: '0199d2c5-4a00-7000-8000-000000000001',
  subscriber: { id: '0199d2c5-4a00-7000-8000-000000000002', email_address: 'ada@lowwater.example' },
  outcome: 'not_in_audience',
  detail: 'They did not get it: they lack the tag “beta”.',
  delivery: null,
  rules: [
    {
      rule: 'filter',
      detail: 'lack the tag “beta”',
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
 * Why somebody, named by the id or address `word`, did or did not get the email, from what was fixed when sending began and
 * from the ledger. Erased people are found only by id. Throws `not_found`, `no_longer_kept`, `filter_too_slow`.
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
  const [outcome, detail] = delivery
    ? fromLedger(delivery, email, await describePlan(db, email, delivery, person), rules)
    : withoutCopy(email, isBegun, person, rules, changes, key);
  return {
    email_id: email.id,
    subscriber: { id: person?.id ?? word.toLowerCase(), email_address: person?.email_address ?? null },
    outcome,
    detail,
    delivery: delivery ?? null,
    rules,
    changes,
  };
}

type Answer = readonly [(typeof outcomes)[number], string];

/** How the newsletter’s warm-up plan makes a copy wait; empty if it does not. */
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
  const to = today.plan.per === 'domain' ? ` to ${domain}` : '';
  return ` It waits for the warm-up plan, which allows no more copies${to} today; the next go out on ${momentIn(today.next_date, today.timezone)}.`;
}

function fromLedger(
  { status, reply, status_date }: Delivery,
  email: Email,
  plan: string,
  rules: PersonRule[],
): Answer {
  if (email.status === 'deleted' && (status === 'planned' || status === 'temporary'))
    return [
      'never_mailed',
      'They were in the audience, but the email was deleted before their copy was sent.',
    ];
  const when = status_date === null ? '' : ` on ${status_date}`;
  switch (status) {
    case 'accepted':
      return ['delivered', `The mail server accepted their copy${when}.`];
    case 'complained':
      return ['delivered', `The mail server accepted their copy, and they reported it as spam${when}.`];
    case 'bounced':
      return ['bounced', `The mail server accepted their copy, and it bounced${when}: ${reply}`];
    case 'planned':
      return ['waiting', `They are in the audience, and their copy has not been sent yet.${plan}`];
    case 'temporary':
      return [
        'waiting',
        `They are in the audience, and the mail server deferred their copy${when}: ${reply}`,
      ];
    case 'permanent':
      return ['refused', `They were in the audience, and their copy could not be delivered${when}: ${reply}`];
    case 'uncertain':
      return [
        'uncertain',
        `They were in the audience. Sending their copy was interrupted${when}, and it is unknown whether the mail server accepted it.`,
      ];
    case 'skipped':
      return [
        'left',
        `They were in the audience when sending began, but had left it before their turn${when}.${nowTrue(email, rules)}`,
      ];
  }
}

/** Why somebody is not entitled to a premium email now, as far as they are not. */
function nowTrue({ email_type }: Email, rules: PersonRule[]): string {
  const rule = email_type === 'premium' && rules.find(({ rule, passes }) => rule === 'type' && !passes);
  return rule ? ` Now they ${rule.detail}.` : '';
}

/** Whether the audience is the one that was fixed when sending began. If nobody was mailed, it is chosen again. */
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
  if (status === 'imported') return ['never_mailed', 'The email was imported and was not sent from here.'];
  if (!isBegun) {
    if (status === 'deleted') return ['never_mailed', 'The email was deleted before it was sent.'];
    if (!person) return ['would_not_get', 'They have been erased.'];
    return failed.length === 0
      ? ['would_get', 'They would get it if sending began now.']
      : ['would_not_get', `They would not get it if sending began now: they ${failed.join('; ')}.`];
  }
  if (recipients_chosen)
    return ['not_chosen', 'The email went to chosen people, and they were not among them.'];
  if (key === null || key === undefined)
    return ['unknown', 'They have been erased, so it is no longer known which copy was theirs.'];
  if (key > (audience_bound ?? 0))
    return ['joined_later', `They joined after sending had begun (${email.publish_date}).`];
  if (!audience_frozen && key > frozen_up_to)
    return ['undecided', 'The audience is being put together, and it is not their turn yet.'];
  if (!person)
    return [
      'not_in_audience',
      'They were not in the audience when sending began. They have been erased since.',
    ];
  const former = changes.find(({ event_type }) => event_type === 'subscriber.type.changed')?.data.from;
  const was = typeof former === 'string' ? ` They were ${former} when sending began.` : '';
  if (changes.length === 0 && failed.length > 0)
    return [
      'not_in_audience',
      `They were not in the audience when sending began: they ${failed.join('; ')}.`,
    ];
  const now =
    failed.length === 0
      ? 'They would be in it now'
      : `Now they are excluded because they ${failed.join('; ')}`;
  return [
    'not_in_audience',
    `They were not in the audience when sending began.${was} ${now}; their changes since then are listed.`,
  ];
}

/** The key of an erased person's row; null if it is no longer known, undefined if nobody had the id. */
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
