import { z } from 'zod';
import { ownNewsletter } from '../accounts/authenticate.ts';
import { hostingStatus, type Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterOf } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { sentenceSchema, sentencesSchema } from '../platform/sentences/schema.ts';
import type { SiteCheckContext } from './check.ts';
import { checkSite } from './check-site.ts';
import { findSiteCheck, type KeptCheck } from './queries.ts';

const hostingDomain = z
  .object({
    domain: z.string().describe('Empty: the newsletter has none'),
    status: z
      .enum(['none', 'invalid', 'valid'])
      .describe('valid: readers find the newsletter there. invalid: something is missing'),
    record_type: z
      .enum(['CNAME', 'A'])
      .describe('A if the domain is at the top of a zone, which cannot have a CNAME'),
    data: z.array(z.string()).describe('The values that this record needs'),
    nameservers: z.array(z.string()).describe('The name servers of the domain, if it is the top of a zone'),
    apex_alias_provider: z.null().describe('Always null'),
    records: z
      .array(
        z.object({
          type: z.enum(['CNAME', 'A', 'AAAA', 'CAA']),
          name: z.string(),
          value: z.string().describe('What to publish'),
          state: z.enum(['found', 'missing', 'wrong', 'unknown']).describe('unknown: DNS could not be asked'),
          found: z.array(z.string()).describe('What DNS shows'),
          detail: z.string().describe('What is wrong, and what to do'),
          detail_sentence: sentenceSchema,
        }),
      )
      .describe(
        'CAA appears if DNS limits who may issue certificates; it only concerns proxies that get theirs from Let’s Encrypt',
      ),
    faults: z.array(z.string()).describe('What keeps readers from finding the newsletter there'),
    faults_sentences: sentencesSchema,
    checked_date: timestamp.nullable().describe('When this was found; null: not checked yet'),
  })
  .meta({ id: 'HostingDomain' });

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Show the domain of a newsletter’s pages',
    description:
      'What the last check found. Domains are checked once a day, and each hour while one does not work.',
    access: { settings: 'read' },
    params,
    answers: hostingDomain,
  },
  check: {
    summary: 'Check the domain of a newsletter’s pages',
    description:
      'Asks DNS, and then the domain itself, whether it leads to this installation, which takes up to half a minute. If it does, the newsletter’s pages, feeds and links are there from now on.',
    access: { settings: 'write' },
    params,
    answers: hostingDomain,
    fails: [400],
  },
});

/** Adds the routes of the domain at which readers find a newsletter, and of its check. */
export function siteRoutes(app: App, context: SiteCheckContext & { db: Database }): void {
  const show = async (db: Database, newsletter: Newsletter) =>
    showSite(context.base_url, newsletter, await findSiteCheck(db, newsletter));

  app.get('/v1/newsletters/:id/hosting-domain', api.retrieve, async request =>
    show(request.db, ownNewsletter(request, request.params.id)),
  );

  app.post('/v1/newsletters/:id/hosting-domain/check', api.check, async request => {
    const { db } = request;
    const newsletter = ownNewsletter(request, request.params.id);
    if (newsletter.domain === '') throw domainError('request_invalid', 'sites.no_domain');
    // The check is not part of the transaction of a request with an Idempotency-Key: the domain is asked a question that this transaction
    // would hide from others.
    await checkSite(context.db, context, newsletter);
    return show(db, await findNewsletterOf(db, { newsletter_key: newsletter.key }));
  });
}

function showSite(base_url: string, newsletter: Newsletter, check: KeptCheck | undefined) {
  const needed = check?.records.filter(({ type }) => type !== 'CAA') ?? [];
  return {
    domain: newsletter.domain,
    status: hostingStatus(newsletter),
    record_type: check?.record_type ?? ('CNAME' as const),
    data: check ? needed.map(({ value }) => value) : [new URL(base_url).hostname],
    nameservers: check?.nameservers ?? [],
    apex_alias_provider: null,
    records: check?.records ?? [],
    faults: check?.faults ?? [],
    checked_date: check?.checked_date ?? null,
  };
}
