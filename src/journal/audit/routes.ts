import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Permissions, reaches } from '../../accounts/permissions.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { type AuditRow, auditFilters, auditSchema, showEntry } from './entry.ts';
import { listAudit, readAudit, type Sight } from './queries.ts';

const columns = [
  'id',
  'creation_date',
  'newsletter_id',
  'action',
  'actor_type',
  'actor_id',
  'actor_name',
  'ip_address',
  'object_id',
  'details',
] as const;

/** Writes CSV (RFC 4180) with a header line. No cell can run as a spreadsheet formula. */
export async function* asCsv(
  rows: AsyncIterable<AuditRow>,
  permissions: Permissions,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) {
    const entry = showEntry(row, permissions);
    yield csvLine(columns.map(column => entry[column]));
  }
}

/** Writes one JSON object per line. */
async function* asJsonLines(rows: AsyncIterable<AuditRow>, permissions: Permissions): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(showEntry(row, permissions))}\n`;
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  jsonl: { type: 'application/x-ndjson; charset=utf-8', write: asJsonLines },
};

const api = operations('Audit log', {
  list: {
    summary: 'List audit log entries',
    description:
      'Who changed settings, keys and automations, and who sent, deleted, exported or started bulk actions. Newest first; following `next` stays fast however long the log is. Entries of the installation and of other newsletters need `installation: read`.',
    access: { settings: 'read' },
    query: z.object({
      ...pageParameters,
      cursor: textParameter.describe('Where the page begins; take it from `next`'),
      ...auditFilters,
    }),
    answers: listOf(auditSchema),
  },
  export: {
    summary: 'Export the audit log',
    description: 'All matching entries, oldest first, as CSV or as one JSON object per line.',
    access: { settings: 'read' },
    query: z.object({
      format: z.enum(['csv', 'jsonl'], eitherOf('csv', 'jsonl')).default('csv'),
      ...auditFilters,
    }),
    produces: Object.values(formats).map(({ type }) => type),
    answers: z.unknown(),
  },
});

export function auditRoutes(app: App, { db }: { db: Database }): void {
  app.get('/v1/audit_log', api.list, async (request, reply) => {
    const listed = await listAudit(request.db, sightOf(request), request.query);
    return sendPage(reply, listed, row => showEntry(row, request.caller.permissions));
  });

  app.get('/v1/audit_log/export', api.export, async (request, reply) => {
    const { type, write } = formats[request.query.format];
    const rows = readAudit(db, sightOf(request), request.query);
    reply
      .type(type)
      .header('content-disposition', `attachment; filename="audit_log.${request.query.format}"`);
    return Readable.from(write(rows, request.caller.permissions));
  });
}

function sightOf(request: FastifyRequest): Sight {
  const { newsletter, permissions } = request.caller;
  return { newsletter_id: reaches(permissions, 'installation', 'read') ? undefined : newsletter.id };
}
