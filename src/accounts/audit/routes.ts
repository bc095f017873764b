import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { callerOf } from '../authenticate.ts';
import { reaches } from '../permissions.ts';
import { auditFilters, auditSchema, showEntry } from './entry.ts';
import { asCsv, asJsonLines } from './export.ts';
import { listAudit, readAudit, type Sight } from './queries.ts';

const tags = ['Audit log'];
const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', write: asJsonLines },
};

export function auditRoutes(app: App, { db, base_url }: { db: Database; base_url: string }): void {
  app.get(
    '/v1/audit_log',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List audit log entries',
        description:
          'Who changed settings, keys and automations, and who sent, deleted, exported or started bulk actions. Newest first; following `next` stays fast however long the log is. Entries of the installation and of other newsletters need `installation: read`.',
        querystring: z.object({
          ...pageParameters,
          cursor: textParameter.describe('Where the page begins; taken from `next`'),
          ...auditFilters,
        }),
        response: { 200: listOf(auditSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { results, count, cursor } = await listAudit(request.db, sightOf(request), query);
      const { permissions } = callerOf(request);
      const shown = results.map(row => showEntry(row, permissions));
      return sendPage(request, reply, base_url, query, { results: shown, count }, cursor);
    },
  );

  app.get(
    '/v1/audit_log/export',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Export the audit log',
        description: 'All matching entries, oldest first, as CSV or as one JSON object per line.',
        querystring: z.object({
          format: z.enum(['csv', 'jsonl'], 'use csv or jsonl').default('csv'),
          ...auditFilters,
        }),
        produces: Object.values(formats).map(({ type }) => type),
        response: { 200: z.unknown(), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { type, write } = formats[request.query.format];
      const rows = readAudit(db, sightOf(request), request.query);
      reply
        .type(type)
        .header('content-disposition', `attachment; filename="audit_log.${request.query.format}"`);
      return Readable.from(write(rows, callerOf(request).permissions));
    },
  );
}

function sightOf(request: FastifyRequest): Sight {
  const { newsletter, permissions } = callerOf(request);
  return { newsletter_id: reaches(permissions, 'installation', 'read') ? undefined : newsletter.id };
}
