import { Readable } from 'node:stream';
import { z } from 'zod';
import { type Access, callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { reaches } from '../../accounts/permissions.ts';
import { segmentsPart } from '../../audience/segments/bundle.ts';
import { consentsPart } from '../../audience/sign-ups/bundle.ts';
import { subscribersPart } from '../../audience/subscribers/bundle.ts';
import { tagsPart } from '../../audience/tags/bundle.ts';
import { deliveriesPart } from '../../delivery/ledger/bundle.ts';
import { hitsPart } from '../../delivery/tracking/bundle.ts';
import { emailsPart } from '../../emails/bundle.ts';
import { snippetsPart } from '../../emails/snippets/bundle.ts';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';
import { failures } from '../../platform/http/errors.ts';
import { listParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { openPlaces } from '../../platform/places.ts';
import { ownLayout, subscriberLayouts, writeCsv } from './csv.ts';

type CsvRoutes = Pick<BundleContext, 'secret' | 'vault'> & { db: Database };

/** What can be exported as CSV, and the access that it requires. */
const resources: [part: AnyPart, access: Access, without?: string[]][] = [
  [tagsPart, { subscribers: 'read' }],
  [segmentsPart, { subscribers: 'read' }],
  [consentsPart, { subscribers: 'read' }],
  [emailsPart, { emails: 'read' }, ['body', 'mailed', 'audience', 'audience_bound', 'frozen_up_to']],
  [snippetsPart, { emails: 'read' }],
  [deliveriesPart, { emails: 'read', subscribers: 'read' }],
  [hitsPart, { emails: 'read', subscribers: 'read' }],
];

/** Each download holds a database connection while it runs. */
const atOnce = 2;

/** Streams a single resource as CSV. */
export function csvRoutes(app: App, { db, ...secrets }: CsvRoutes): void {
  const places = openPlaces(() => atOnce);
  const stream = (text: AsyncIterable<string>) =>
    Readable.from(
      (async function* () {
        const leave = await places('csv');
        try {
          yield* text;
        } finally {
          leave?.();
        }
      })(),
    );
  const describe = (name: string) => ({
    tags: ['Moving'],
    summary: `Export ${name} as CSV`,
    produces: ['text/csv; charset=utf-8'],
  });
  const disposition = (name: string) => `attachment; filename="${name}.csv"`;

  app.get(
    '/v1/exports/csv/subscribers',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        ...describe('subscribers'),
        description:
          'All subscribers, oldest first. A cell that a spreadsheet would run as a formula begins with an apostrophe.',
        querystring: z.object({
          layout: z
            .enum(
              ['postrider', 'buttondown', 'mailchimp', 'ghost'],
              'use postrider, buttondown, mailchimp or ghost',
            )
            .default('postrider')
            .describe('Which service’s columns to use'),
          type: listParameter.describe('Only subscribers of these types'),
        }),
        response: { 200: z.unknown(), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { layout, type } = request.query;
      const context = { newsletter: newsletterOf(request), ...secrets };
      const columns = subscriberLayouts[layout] ?? ownLayout(subscribersPart);
      const isWanted = ({ type: one }: Record<string, unknown>) => !type || type.includes(String(one));
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', disposition('subscribers'))
        .send(stream(writeCsv(db, subscribersPart, context, columns, isWanted)));
    },
  );

  for (const [part, access, without] of resources)
    app.get(
      `/v1/exports/csv/${part.name}`,
      {
        config: { access },
        schema: { ...describe(part.name), response: { 200: z.unknown(), ...failures(401, 403) } },
      },
      async (request, reply) => {
        const { newsletter, permissions } = callerOf(request);
        // Filters may contain addresses.
        const hidden = reaches(permissions, 'subscribers', 'read') ? [] : ['filters'];
        const columns = ownLayout(part, [...(without ?? []), ...hidden]);
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', disposition(part.name))
          .send(stream(writeCsv(db, part, { newsletter, ...secrets }, columns)));
      },
    );
}
