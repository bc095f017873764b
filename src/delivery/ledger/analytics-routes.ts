import { z } from 'zod';
import { findTag } from '../../audience/tags/queries.ts';
import { demandKept } from '../../emails/kept.ts';
import { analyticsSchema } from '../../emails/schema.ts';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { flagParameter, pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
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
import { readTagAnalytics, tagAnalytics } from './tag-analytics.ts';
import { listUnsubscriptions, unsubscriptionSchema } from './unsubscriptions.ts';

const access = { emails: 'read' } as const;
const pages = z.object(pageParameters);

const withRaw = analyticsSchema
  .extend({ raw: rawFigures.optional().describe('With raw=true: everything recorded, including machines') })
  .meta({ id: 'EmailAnalyticsWithRaw', examples: [rawExample] });

const api = operations('Emails', {
  retrieve: {
    summary: 'Retrieve the analytics of an email',
    description:
      'Counted from the ledger of deliveries. All zeros before sending. Opens and clicks count recipients with at least one that was not made by a machine.',
    access,
    may_lag: true,
    params,
    query: z.object({ raw: flagParameter }),
    answers: withRaw,
    fails: [410],
  },
  listLinks: {
    summary: 'List the tracked links of an email, most followed first',
    access,
    may_lag: true,
    params,
    query: pages,
    answers: listOf(linkFigures).meta({ examples: [linksExample] }),
    fails: [410],
  },
  listTimes: {
    summary: 'List when an email was first opened and first clicked, by hour or day',
    description:
      'In the time zone of the newsletter. Adds up to the opens and clicks of the analytics; with `raw`, everything recorded adds up to its raw figures.',
    access,
    may_lag: true,
    params,
    query: pages.extend({
      by: z
        .enum(['', 'hour', 'day'], eitherOf('hour', 'day'))
        .optional()
        .transform(by => by || 'day'),
      raw: flagParameter,
    }),
    answers: listOf(momentFigures).meta({ examples: [momentsExample] }),
    fails: [410],
  },
  listPrograms: {
    summary: 'List the programs with which an email was opened and clicked',
    access,
    may_lag: true,
    params,
    query: pages,
    answers: listOf(clientFigures).meta({ examples: [clientsExample] }),
    fails: [410],
  },
  listDomains: {
    summary: 'List the opens and clicks of an email by the domain of the address',
    access,
    may_lag: true,
    params,
    query: pages,
    answers: listOf(domainFigures).meta({ examples: [domainsExample] }),
    fails: [410],
  },
  listReasons: {
    summary: 'List why recipients did not get an email, and what to do',
    description:
      'Grouped by what the replies mean. Adds up to the temporary and permanent failures of the analytics.',
    access,
    may_lag: true,
    params,
    query: pages,
    answers: listOf(refusalFigures).meta({ examples: [refusalsExample] }),
    fails: [410],
  },
  listUnsubscribers: {
    summary: 'List who unsubscribed through an email, with their words',
    description: 'Latest first. Adds up to the unsubscriptions of the analytics.',
    access: { ...access, subscribers: 'read' },
    may_lag: true,
    params,
    query: pages,
    answers: listOf(unsubscriptionSchema).meta({ examples: [unsubscriptionsExample] }),
    fails: [410],
  },
});

const ofTags = operations('Tags', {
  analytics: {
    summary: 'Retrieve the analytics of a tag',
    access: { subscribers: 'read' },
    may_lag: true,
    params,
    answers: tagAnalytics,
  },
});

/** Adds the routes for the figures of an email: its outcomes, and the reactions of its readers. */
export function analyticsRoutes(app: App): void {
  app.get('/v1/emails/:id/analytics', api.retrieve, async request => {
    const email = await emailOf(request);
    const { key } = email;
    const analytics = (await analyticsOf(request.db, [key])).get(key)!;
    if (!request.query.raw) return analytics;
    demandKept(email);
    return { ...analytics, raw: await readRawFigures(request.db, key) };
  });

  app.get('/v1/tags/:id/analytics', ofTags.analytics, async ({ db, newsletter, params }) => {
    const tag = found(await findTag(db, newsletter.key, params.id), 'tag');
    return readTagAnalytics(db, newsletter.key, tag.key);
  });

  app.get('/v1/emails/:id/analytics/links', api.listLinks, async (request, reply) => {
    const { key } = await keptEmailOf(request);
    return sendPage(reply, await listLinkFigures(request.db, key, request.query));
  });

  app.get('/v1/emails/:id/analytics/timeline', api.listTimes, async (request, reply) => {
    const { key } = await keptEmailOf(request);
    const { timezone } = request.newsletter;
    const { by, raw } = request.query;
    return sendPage(reply, await listMoments(request.db, key, { by, timezone, raw }, request.query));
  });

  app.get('/v1/emails/:id/analytics/clients', api.listPrograms, async (request, reply) => {
    const { key } = await keptEmailOf(request);
    return sendPage(reply, await listClientFigures(request.db, key, request.query));
  });

  app.get('/v1/emails/:id/analytics/domains', api.listDomains, async (request, reply) => {
    const { key } = await keptEmailOf(request);
    return sendPage(reply, await listDomainFigures(request.db, key, request.query));
  });

  app.get('/v1/emails/:id/analytics/refusals', api.listReasons, async (request, reply) => {
    const { key } = await keptEmailOf(request);
    const all = await listRefusals(request.db, key);
    const { page, page_size } = request.query;
    const results = all.slice((page - 1) * page_size, page * page_size);
    return sendPage(reply, { results, count: all.length });
  });

  app.get('/v1/emails/:id/analytics/unsubscriptions', api.listUnsubscribers, async (request, reply) => {
    const { key } = await keptEmailOf(request);
    return sendPage(reply, await listUnsubscriptions(request.db, key, request.query));
  });
}
