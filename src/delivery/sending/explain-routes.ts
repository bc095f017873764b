import { z } from 'zod';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { demand } from '../../accounts/permissions.ts';
import { demandSight, filterGroup } from '../../audience/filter/filter.ts';
import { filtersInput, settleAudience } from '../../audience/filter/tag-lists.ts';
import { filterExample } from '../../audience/segments/examples.ts';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import { needsApproval } from '../../emails/allow-send.ts';
import type { Addressed } from '../../emails/audience.ts';
import { type Email, emailTypes, isUnsent } from '../../emails/email.ts';
import { findEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found, notFound } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { explainAudience, explainPerson, explanationSchema, personRule } from './explain.ts';
import { explainEmail, personExplanation } from './explain-email.ts';

const tagList = z.array(z.string().max(100)).max(1000, sentence('input.at_most_1000_tags')).optional();
const question = z
  .strictObject({
    email_id: z
      .string()
      .optional()
      .describe('Id of an unsent email. Without it, the fields below describe the email'),
    email_type: z.enum(emailTypes).optional(),
    should_send_teaser: z.boolean().optional(),
    ignores_cap: z.boolean().optional(),
    included_tags: tagList,
    excluded_tags: tagList,
    filters: filtersInput,
    subscriber: z.string().optional().describe('Id or address of a person to apply all rules to'),
  })
  .meta({ examples: [{ filters: filterExample, subscriber: 'ada@lowwater.example' }] });
type Question = z.output<typeof question>;

const one = (field: string, operator: string, value: string) => ({
  filters: [{ field, operator, value }],
  groups: [],
  predicate: 'and',
});
const tagged = one('subscriber.tags', 'contains', '0199d2c5-4a00-7000-8000-000000000003');
const ofType = (type: string) => one('subscriber.type', 'equals', type);
const mailable = ofType('regular');
const allOf = (groups: object[]) => ({ filters: [], groups, predicate: 'and' });

const answer = explanationSchema
  .extend({
    needs_approval: z
      .boolean()
      .nullable()
      .describe('Whether the caller would need approval to send it now; null without `email_id`'),
    subscriber: z
      .object({
        id: z.string(),
        email_address: z.string(),
        receives: z.boolean(),
        rules: z.array(personRule),
      })
      .nullable()
      .describe('All rules, applied to that person'),
  })
  .meta({
    examples: [
      {
        subscribers: 1415,
        audience: 1213,
        recipients: 1204,
        filters: allOf([tagged, mailable]),
        rules: [
          {
            rule: 'filter',
            subscriber_type: null,
            detail: 'lack the tag “beta”',
            excluded: 140,
            failing: 140,
            filters: allOf([{ filters: [], groups: [tagged], predicate: 'not' }]),
          },
          {
            rule: 'type',
            subscriber_type: 'unactivated',
            detail: 'have not confirmed',
            excluded: 47,
            failing: 61,
            filters: allOf([tagged, ofType('unactivated')]),
          },
          {
            rule: 'type',
            subscriber_type: 'paused',
            detail: 'are paused',
            excluded: 15,
            failing: 15,
            filters: allOf([tagged, ofType('paused')]),
          },
          {
            rule: 'relay',
            subscriber_type: null,
            detail:
              'cannot be served by this mail server because of non-ASCII letters before the @ of the address',
            excluded: 9,
            failing: 11,
            filters: null,
          },
        ],
        needs_approval: false,
        subscriber: null,
      },
    ],
  });

const api = operations('Emails', {
  explainAudience: {
    summary: 'Explain an audience',
    description:
      'How many people would get an email if sending began now, and why the others would not, by the same rules that sending uses. Filters on anything but tags, types and segments, and `subscriber`, also need `subscribers: read`.',
    access: { emails: 'read' },
    codes: { filters: 'filter_invalid', '*': 'request_invalid' },
    body: question,
    answers: answer,
    fails: [404],
  },
  explainDelivery: {
    summary: 'Explain why somebody did or did not get an email',
    description:
      'Uses what was fixed when sending began, and the ledger, also for people who have joined or left since. Erased people are found only by their id.',
    access: { emails: 'read', subscribers: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({ subscriber: z.string().describe('Their id or address') }),
    answers: personExplanation,
    fails: [410],
  },
});

export function explainRoutes(app: App, { retry_hours, clock }: { retry_hours: number; clock: Clock }): void {
  app.post('/v1/audience/explain', api.explainAudience, async ({ db, caller, body }) => {
    const { newsletter, permissions, by } = caller;
    const { subscriber: word } = body;
    if (word !== undefined) demand(permissions, 'subscribers', 'read');
    const stored = await emailOf(db, newsletter, body);
    const email = stored ?? (await inTransaction(db, trx => addressedBy(trx, newsletter.key, body)));
    if (email.filters !== null) demandSight(permissions, filterGroup.parse(email.filters));
    const person = word === undefined ? undefined : await findSubscriber(db, email.newsletter_key, word);
    if (word !== undefined && !person) throw notFound('subscriber');
    const audience = await explainAudience(db, email);
    const explanation = {
      ...audience,
      needs_approval: stored ? await needsApproval(db, newsletter, stored, by, audience.audience) : null,
    };
    if (!person) return { ...explanation, subscriber: null };
    const rules = await explainPerson(db, email, person, clock());
    const { id, email_address } = person;
    return {
      ...explanation,
      subscriber: { id, email_address, receives: rules.every(({ passes }) => passes), rules },
    };
  });

  app.get('/v1/emails/:id/explain', api.explainDelivery, async ({ db, newsletter, params, query }) => {
    const email = found(await findEmail(db, newsletter.key, params.id), 'email');
    return explainEmail(db, email, query.subscriber, { retry_hours, now: clock() });
  });
}

/** Returns the unsent email that the question names; undefined if the question describes an email instead. */
async function emailOf(
  db: Database,
  newsletter: Newsletter,
  { email_id, subscriber: _, ...asked }: Question,
): Promise<Email | undefined> {
  if (email_id === undefined) return undefined;
  if (Object.values(asked).some(value => value !== undefined))
    throw domainError('request_invalid', 'delivery.email_or_fields');
  const email = found(await findEmail(db, newsletter.key, email_id), 'email');
  if (isUnsent(email.status)) return email;
  throw domainError('status_invalid', 'delivery.not_unsent', { status: email.status, id: email.id });
}

async function addressedBy(
  trx: Database,
  newsletter_key: number,
  { email_type, should_send_teaser, ignores_cap, included_tags, excluded_tags, filters }: Question,
): Promise<Addressed> {
  const asked = { included_tags, excluded_tags, filters };
  const settled = await settleAudience(trx, newsletter_key, asked, 'filter_invalid');
  return {
    newsletter_key,
    email_type: email_type ?? 'public',
    should_send_teaser: should_send_teaser ?? false,
    ignores_cap: ignores_cap ?? false,
    included_tags: settled.included_tags ?? [],
    excluded_tags: settled.excluded_tags ?? [],
    filters: settled.filters ?? null,
    audience: null,
  };
}
