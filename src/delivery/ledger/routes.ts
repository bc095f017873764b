import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { analyticsSchema, type Email } from '../../emails/email.ts';
import { deliveryExample } from '../../emails/examples.ts';
import { demandKept } from '../../emails/kept.ts';
import { findEmail } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { flagParameter, pageParameters, textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { analyticsOf } from './analytics.ts';
import { domainProgress, openDomainProgress } from './domain-progress.ts';
import {
  clientsExample,
  domainsExample,
  linksExample,
  momentsExample,
  rawExample,
  refusalsExample,
  unsubscriptionsExample,
} from './examples.ts';
import {
  clientFigures,
  domainFigures,
  linkFigures,
  listClientFigures,
  listDomainFigures,
  listLinkFigures,
  listMoments,
  momentFigures,
  rawFigures,
  readRawFigures,
} from './hit-figures.ts';
import { listDeliveries, writeDeliveries } from './list.ts';
import { deliveryConditions, deliveryFilters, deliverySchema } from './recipient.ts';
import { listRefusals, refusalFigures } from './refusals.ts';
import { listUnsubscriptions, unsubscriptionSchema } from './unsubscriptions.ts';

const deliveryList = listOf(deliverySchema).meta({
  examples: [{ results: [deliveryExample], count: 1, next: null, previous: null }],
});

const tags = ['Emails'];
const params = z.object({ id: z.string() });
const access = { emails: 'read' } as const;
const refused = failures(400, 401, 403, 404, 410);
const pages = z.object(pageParameters);

const withRaw = analyticsSchema
  .extend({ raw: rawFigures.optional().describe('With raw=true: everything recorded, including machines') })
  .meta({ id: 'EmailAnalyticsWithRaw', examples: [rawExample] });

export function deliveryRoutes(
  app: App,
  { db, base_url, retry_hours }: { db: Database; base_url: string; retry_hours: number },
): void {
  app.get(
    '/v1/emails/:id/analytics',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Retrieve the analytics of an email',
        description:
          'Counted from the ledger of deliveries. All zeros before sending. Opens and clicks count recipients with at least one that was not made by a machine.',
        params,
        querystring: z.object({ raw: flagParameter }),
        response: { 200: withRaw, ...refused },
      },
    },
    async request => {
      const email = await emailOf(request);
      const { key } = email;
      const analytics = (await analyticsOf(request.db, [key])).get(key)!;
      if (!request.query.raw) return analytics;
      demandKept(email);
      return { ...analytics, raw: await readRawFigures(request.db, key) };
    },
  );

  app.get(
    '/v1/emails/:id/analytics/links',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the tracked links of an email, most followed first',
        params,
        querystring: pages,
        response: { 200: listOf(linkFigures).meta({ examples: [linksExample] }), ...refused },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const listed = await listLinkFigures(request.db, key, request.query);
      return sendPage(request, reply, base_url, request.query, listed);
    },
  );

  app.get(
    '/v1/emails/:id/analytics/timeline',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List when an email was first opened and first clicked, by hour or day',
        description:
          'In the time zone of the newsletter. Adds up to the opens and clicks of the analytics; with `raw`, everything recorded adds up to its raw figures.',
        params,
        querystring: pages.extend({
          by: textParameter
            .transform(text => text || 'day')
            .pipe(z.enum(['hour', 'day'], 'use hour or day'))
            .meta({ anyOf: [{ type: 'string', enum: ['', 'hour', 'day'] }] }),
          raw: flagParameter,
        }),
        response: { 200: listOf(momentFigures).meta({ examples: [momentsExample] }), ...refused },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const { timezone } = newsletterOf(request);
      const { by, raw } = request.query;
      const listed = await listMoments(request.db, key, { by, timezone, raw }, request.query);
      return sendPage(request, reply, base_url, request.query, listed);
    },
  );

  app.get(
    '/v1/emails/:id/analytics/clients',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the programs with which an email was opened and clicked',
        params,
        querystring: pages,
        response: { 200: listOf(clientFigures).meta({ examples: [clientsExample] }), ...refused },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const listed = await listClientFigures(request.db, key, request.query);
      return sendPage(request, reply, base_url, request.query, listed);
    },
  );

  app.get(
    '/v1/emails/:id/analytics/domains',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the opens and clicks of an email by the domain of the address',
        params,
        querystring: pages,
        response: { 200: listOf(domainFigures).meta({ examples: [domainsExample] }), ...refused },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const listed = await listDomainFigures(request.db, key, request.query);
      return sendPage(request, reply, base_url, request.query, listed);
    },
  );

  app.get(
    '/v1/emails/:id/analytics/refusals',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List why recipients do not have an email, and what to do',
        description:
          'By what the replies mean. Adds up to the temporary and permanent failures of the analytics.',
        params,
        querystring: pages,
        response: { 200: listOf(refusalFigures).meta({ examples: [refusalsExample] }), ...refused },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const all = await listRefusals(request.db, key);
      const { page, page_size } = request.query;
      const results = all.slice((page - 1) * page_size, page * page_size);
      return sendPage(request, reply, base_url, request.query, { results, count: all.length });
    },
  );

  app.get(
    '/v1/emails/:id/analytics/unsubscriptions',
    {
      config: { access: { ...access, subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List who unsubscribed through an email, with their words',
        description: 'Latest first. Adds up to the unsubscriptions of the analytics.',
        params,
        querystring: pages,
        response: {
          200: listOf(unsubscriptionSchema).meta({ examples: [unsubscriptionsExample] }),
          ...refused,
        },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const listed = await listUnsubscriptions(request.db, key, request.query);
      return sendPage(request, reply, base_url, request.query, listed);
    },
  );

  const progressByDomain = openDomainProgress();
  app.get(
    '/v1/emails/:id/progress/domains',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Retrieve the progress of an email by receiving domain',
        description:
          'Counted from the ledger, at most every two seconds, and less often for large emails: `counted_date` says when.',
        params,
        response: { 200: domainProgress, ...refused },
      },
    },
    async request => progressByDomain(request.db, (await keptEmailOf(request)).key),
  );

  app.get(
    '/v1/emails/:id/deliveries',
    {
      config: { access: { ...access, subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List the deliveries of an email',
        description:
          'What became of each recipient, in the order of sending, or with `ordering`. Follow `next`: with filters or an order it contains a cursor, so that late pages cost no more than the first.',
        params,
        querystring: deliveryFilters,
        response: { 200: deliveryList, ...refused },
      },
    },
    async (request, reply) => {
      const { key, newsletter_key } = await keptEmailOf(request);
      const filters = { ...request.query, retry_hours };
      const { cursor, ...listed } = await listDeliveries(request.db, newsletter_key, key, filters);
      return sendPage(request, reply, base_url, request.query, listed, cursor);
    },
  );

  app.get(
    '/v1/emails/:id/deliveries/export',
    {
      config: { access: { ...access, subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Export the deliveries of an email as CSV',
        description:
          'Those that pass the filters, in the order of sending. A cell that a spreadsheet would run as a formula begins with an apostrophe. Each request is recorded in the audit log.',
        params,
        querystring: deliveryConditions,
        produces: ['text/csv; charset=utf-8'],
        response: { 200: z.unknown(), ...refused },
      },
    },
    async (request, reply) => {
      const { key, newsletter_key, slug } = await keptEmailOf(request);
      const lines = writeDeliveries(db, newsletter_key, key, { ...request.query, retry_hours });
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${slug}-recipients.csv"`)
        .send(Readable.from(lines));
    },
  );
}

async function emailOf(request: FastifyRequest): Promise<Email> {
  const { id } = request.params as z.output<typeof params>;
  const email = await findEmail(request.db, newsletterOf(request).key, id);
  if (!email) throw notFound('email');
  return email;
}

/** Throws `no_longer_kept` for an email of which only the counts are left. */
async function keptEmailOf(request: FastifyRequest): Promise<Email> {
  const email = await emailOf(request);
  demandKept(email);
  return email;
}
