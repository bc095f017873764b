import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { demand } from '../../accounts/permissions.ts';
import { demandSight, filterGroup } from '../../audience/filter/filter.ts';
import { filtersInput, settleAudience } from '../../audience/filter/tag-lists.ts';
import { filterExample } from '../../audience/segments/examples.ts';
import { findSubscriber } from '../../audience/subscribers/queries.ts';
import type { Addressed } from '../../emails/audience.ts';
import { emailTypes, isUnsent } from '../../emails/email.ts';
import { findEmail } from '../../emails/queries.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import { explainAudience, explainPerson, explanationSchema, personRule } from './explain.ts';
import { explainEmail, personExplanation } from './explain-email.ts';

const tagList = z.array(z.string().max(100)).max(1000, 'at most 1000 tags').optional();
const question = z
  .strictObject({
    email_id: z
      .string()
      .optional()
      .describe('Id of an unsent email. Without it, the fields below describe the email'),
    email_type: z.enum(emailTypes).optional(),
    should_send_teaser: z.boolean().optional(),
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
        subscriber: null,
      },
    ],
  });

export function explainRoutes(app: App, { retry_hours }: { retry_hours: number }): void {
  app.post(
    '/v1/audience/explain',
    {
      config: { access: { emails: 'read' }, codes: { filters: 'filter_invalid', '*': 'request_invalid' } },
      schema: {
        tags: ['Emails'],
        summary: 'Explain an audience',
        description:
          'How many people would get an email if sending began now, and why the others would not, by the same rules that sending uses. Filters by more than tags, types and segments, and `subscriber`, also need `subscribers: read`.',
        body: question,
        response: { 200: answer, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const { permissions } = callerOf(request);
      const { subscriber: word } = request.body;
      if (word !== undefined) demand(permissions, 'subscribers', 'read');
      const email = await inTransaction(request.db, trx => addressedBy(trx, request, request.body));
      if (email.filters !== null) demandSight(permissions, filterGroup.parse(email.filters));
      const person =
        word === undefined ? undefined : await findSubscriber(request.db, email.newsletter_key, word);
      if (word !== undefined && !person) throw notFound('subscriber');
      const explanation = await explainAudience(request.db, email);
      if (!person) return { ...explanation, subscriber: null };
      const rules = await explainPerson(request.db, email, person);
      const { id, email_address } = person;
      return {
        ...explanation,
        subscriber: { id, email_address, receives: rules.every(({ passes }) => passes), rules },
      };
    },
  );

  app.get(
    '/v1/emails/:id/explain',
    {
      config: { access: { emails: 'read', subscribers: 'read' } },
      schema: {
        tags: ['Emails'],
        summary: 'Explain why somebody did or did not get an email',
        description:
          'From what was fixed when sending began and from the ledger, also for people who joined or left since; the erased are found by their id only.',
        params: z.object({ id: z.string() }),
        querystring: z.object({ subscriber: z.string().describe('Their id or address') }),
        response: { 200: personExplanation, ...failures(400, 401, 403, 404, 410) },
      },
    },
    async request => {
      const email = await findEmail(request.db, newsletterOf(request).key, request.params.id);
      if (!email) throw notFound('email');
      return explainEmail(request.db, email, request.query.subscriber, retry_hours);
    },
  );
}

async function addressedBy(trx: Database, request: FastifyRequest, body: Question): Promise<Addressed> {
  const { key: newsletter_key } = newsletterOf(request);
  const { email_id, email_type, should_send_teaser, subscriber: _, ...asked } = body;
  if (email_id === undefined) {
    const settled = await settleAudience(trx, newsletter_key, asked, 'filter_invalid');
    return {
      newsletter_key,
      email_type: email_type ?? 'public',
      should_send_teaser: should_send_teaser ?? false,
      included_tags: settled.included_tags ?? [],
      excluded_tags: settled.excluded_tags ?? [],
      filters: settled.filters ?? null,
      audience: null,
    };
  }
  if (Object.values({ email_type, should_send_teaser, ...asked }).some(value => value !== undefined))
    throw new DomainError(
      'request_invalid',
      'email_id: send either the id of an email or the fields of one, not both.',
    );
  const email = await findEmail(trx, newsletter_key, email_id);
  if (!email) throw notFound('email');
  if (isUnsent(email.status)) return email;
  throw new DomainError(
    'status_invalid',
    `email_id: the email is ${email.status}, and only the audience of an unsent one can be explained. To ask about one person, use GET /v1/emails/${email.id}/explain?subscriber=`,
  );
}
