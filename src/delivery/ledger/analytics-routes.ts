import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import { analyticsSchema } from '../../emails/email.ts';
import { demandKept } from '../../emails/kept.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { flagParameter, pageParameters, textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { analyticsOf } from './analytics.ts';
import { emailOf, keptEmailOf } from './email-of.ts';
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
import { listRefusals, refusalFigures } from './refusals.ts';
import { listUnsubscriptions, unsubscriptionSchema } from './unsubscriptions.ts';

const tags = ['Emails'];
const params = z.object({ id: z.string() });
const access = { emails: 'read' } as const;
const refused = failures(400, 401, 403, 404, 410);
const pages = z.object(pageParameters);

const withRaw = analyticsSchema
  .extend({ raw: rawFigures.optional().describe('With raw=true: everything recorded, including machines') })
  .meta({ id: 'EmailAnalyticsWithRaw', examples: [rawExample] });

/** What the readers of an email did, and what became of it, in figures. */
export function analyticsRoutes(app: App, { base_url }: { base_url: string }): void {
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
}
