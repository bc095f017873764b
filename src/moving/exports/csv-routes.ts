import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Access } from '../../accounts/authenticate.ts';
import { reaches } from '../../accounts/permissions.ts';
import { responsesPart } from '../../audience/answers/bundle.ts';
import { bounded, longestAnswer } from '../../audience/filter/bounded.ts';
import { type FilterGroup, filterInput } from '../../audience/filter/filter.ts';
import { settleFilter } from '../../audience/filter/settle.ts';
import { segmentsPart } from '../../audience/segments/bundle.ts';
import { consentsPart } from '../../audience/sign-ups/bundle.ts';
import { selectLines, subscribersPart } from '../../audience/subscribers/bundle.ts';
import {
  canBeSlow,
  type SubscriberFilters,
  subscriberFilters,
  whereSubscriber,
} from '../../audience/subscribers/filters.ts';
import { countSubscribers } from '../../audience/subscribers/list.ts';
import { tagsPart } from '../../audience/tags/bundle.ts';
import { deliveriesPart } from '../../delivery/ledger/bundle.ts';
import { hitsPart } from '../../delivery/tracking/bundle.ts';
import { emailsPart } from '../../emails/bundle.ts';
import { snippetsPart } from '../../emails/snippets/bundle.ts';
import { surveysPart } from '../../emails/surveys/bundle.ts';
import type { AnyPart, BundleContext } from '../../platform/bundle/part.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { openPlaces } from '../../platform/places.ts';
import type { Replicas } from '../../platform/replicas/replicas.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { ownLayout, subscriberLayouts, writeCsv } from './csv.ts';

type CsvRoutes = Pick<BundleContext, 'secret' | 'vault'> & { replicas: Replicas };

/** The resources that can be exported as CSV, and the access that each requires. */
const resources: [part: AnyPart, access: Access, without?: string[]][] = [
  [tagsPart, { subscribers: 'read' }],
  [segmentsPart, { subscribers: 'read' }],
  [consentsPart, { subscribers: 'read' }],
  [emailsPart, { emails: 'read' }, ['body', 'mailed', 'audience', 'audience_bound', 'frozen_up_to']],
  [snippetsPart, { emails: 'read' }],
  [surveysPart, { emails: 'read' }],
  [responsesPart, { emails: 'read', subscribers: 'read' }],
  [deliveriesPart, { emails: 'read', subscribers: 'read' }],
  [hitsPart, { emails: 'read', subscribers: 'read' }],
];

const layouts = ['postrider', 'buttondown', 'mailchimp', 'ghost'] as const;

const api = operations('Moving', {
  subscribers: {
    summary: 'Export subscribers as CSV',
    description:
      'All subscribers, or those that match the filters of the list of subscribers, oldest first. A cell that a spreadsheet would run as a formula begins with an apostrophe.',
    access: { subscribers: 'read' },
    produces: ['text/csv; charset=utf-8'],
    query: subscriberFilters.extend({
      layout: z
        .enum(layouts, eitherOf(...layouts))
        .default('postrider')
        .describe('Which service’s columns to use'),
      filters: textParameter.describe('As in POST /v1/subscribers/search, as JSON'),
    }),
    answers: z.unknown(),
  },
});

function describeExport(name: string, access: Access) {
  const produces = ['text/csv; charset=utf-8'];
  return operations('Moving', {
    all: { summary: `Export ${name} as CSV`, access, produces, answers: z.unknown() },
  }).all;
}

/** The most downloads at once: each holds a database connection while it runs. */
const atOnce = 2;

/** Streams a single resource as CSV. */
export function csvRoutes(app: App, { replicas, ...secrets }: CsvRoutes): void {
  const places = openPlaces(() => atOnce);

  app.get('/v1/exports/csv/subscribers', api.subscribers, async (request, reply) => {
    const { caller, newsletter, query } = request;
    const { layout, ...filters } = query;
    const where = await whereExported(request.db, newsletter.key, filters);
    const columns = subscriberLayouts[layout] ?? ownLayout(subscribersPart);
    const part = { ...subscribersPart, rows: () => selectLines(where) };
    const rows = (db: Database) => writeCsv(db, part, { newsletter, ...secrets }, columns);
    return stream(reply, 'subscribers', replicas.stream(caller.by, rows));
  });

  for (const [part, access, without = []] of resources)
    app.get(`/v1/exports/csv/${part.name}`, describeExport(part.name, access), async ({ caller }, reply) => {
      const { newsletter, permissions } = caller;
      // Filters may contain addresses.
      const hidden = reaches(permissions, 'subscribers', 'read') ? [] : ['filters'];
      const columns = ownLayout(part, [...without, ...hidden]);
      const rows = (db: Database) => writeCsv(db, part, { newsletter, ...secrets }, columns);
      return stream(reply, part.name, replicas.stream(caller.by, rows));
    });

  function stream(reply: FastifyReply, name: string, text: AsyncIterable<string>): Readable {
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${name}.csv"`);
    return Readable.from(inPlace(text));
  }

  async function* inPlace(text: AsyncIterable<string>) {
    const leave = await places('csv');
    try {
      yield* text;
    } finally {
      leave?.();
    }
  }
}

type Asked = Omit<SubscriberFilters, 'filters'> & { filters?: string | undefined };

/** Returns the condition on the rows to export. Throws `filter_invalid`, and `filter_too_slow` before anything is sent. */
async function whereExported(
  db: Database,
  newsletter_key: number,
  { filters, ...others }: Asked,
): Promise<RawBuilder<boolean>> {
  const group = filters === undefined ? undefined : await readFilters(db, newsletter_key, filters);
  const asked = { ...others, filters: group };
  const where = await whereSubscriber(db, newsletter_key, asked);
  if (canBeSlow(asked)) await bounded(db, longestAnswer, trx => countSubscribers(trx, where));
  return where;
}

async function readFilters(db: Database, newsletter_key: number, text: string): Promise<FilterGroup> {
  const read = filterInput.safeParse(parseJson(text));
  if (read.success) return settleFilter(db, newsletter_key, read.data, 'filter_invalid');
  const { path, message } = read.error.issues[0]!;
  throw new DomainError('filter_invalid', `${['filters', ...path].join('.')}: ${message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw domainError('filter_invalid', 'audience.filters_json');
  }
}
