import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { analyticsSchema, type Email } from '../../emails/email.ts';
import { deliveryExample } from '../../emails/examples.ts';
import { demandKept } from '../../emails/kept.ts';
import { findEmail } from '../../emails/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { analyticsOf } from './analytics.ts';
import { clientsExample, domainsExample, linksExample, momentsExample, rawExample } from './examples.ts';
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
import { deliveryFilters, deliverySchema, listDeliveries } from './list.ts';

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

const flag = textParameter
  .transform(text => (text ?? '').toLowerCase())
  .pipe(z.enum(['', 'true', 'false', '1', '0'], 'use true or false'))
  .transform(text => text === 'true' || text === '1')
  .meta({ anyOf: [{ type: 'string', enum: ['', 'true', 'false', '1', '0'] }] });

export function deliveryRoutes(
  app: App,
  { base_url, retry_hours }: { base_url: string; retry_hours: number },
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
        querystring: z.object({ raw: flag }),
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
        description: 'In the time zone of the newsletter. Adds up to the opens and clicks of the analytics.',
        params,
        querystring: pages.extend({
          by: textParameter
            .transform(text => text || 'day')
            .pipe(z.enum(['hour', 'day'], 'use hour or day'))
            .meta({ anyOf: [{ type: 'string', enum: ['', 'hour', 'day'] }] }),
        }),
        response: { 200: listOf(momentFigures).meta({ examples: [momentsExample] }), ...refused },
      },
    },
    async (request, reply) => {
      const { key } = await keptEmailOf(request);
      const { timezone } = newsletterOf(request);
      const { by } = request.query;
      const listed = await listMoments(request.db, key, { by, timezone }, request.query);
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
    '/v1/emails/:id/deliveries',
    {
      config: { access: { ...access, subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List the deliveries of an email',
        description: 'What became of each recipient, in the order of sending.',
        params,
        querystring: deliveryFilters,
        response: { 200: deliveryList, ...refused },
      },
    },
    async (request, reply) => {
      const { key, newsletter_key } = await keptEmailOf(request);
      const filters = { ...request.query, retry_hours };
      const listed = await listDeliveries(request.db, newsletter_key, key, filters);
      return sendPage(request, reply, base_url, request.query, listed);
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
