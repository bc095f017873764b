import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { domainError } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, params } from '../../platform/http/query.ts';
import { readRange } from '../../platform/http/range.ts';
import type { App } from '../../platform/http/server.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { openPieces } from '../../platform/storage/pieces.ts';
import { ownersAccess } from '../parts.ts';
import { createExport, deleteExport, findExportOf } from './change.ts';
import { bundleName, exportCreate, exportSchema, showExport } from './export.ts';
import { listExports } from './queries.ts';

type ExportRoutes = { base_url: string; store: FileStore; clock: Clock };

const api = operations('Moving', {
  export: {
    summary: 'Export a newsletter',
    description:
      'Writes the whole newsletter into one zip file, in the background: settings, subscribers with their consent, tags, segments, suppressions, emails, files, snippets, templates, automations with all items of their feeds, deliveries, opens and clicks, events, and webhooks without their keys. Retrieve the export to see its progress. If the same export is already running, it is returned with 200. With `collections`, the zip contains only these, as CSV or JSON for other programs. Requires write access to every area.',
    access: ownersAccess,
    body: exportCreate,
    answers: { 200: exportSchema.describe('The same export was already running'), 201: exportSchema },
    fails: [409],
  },
  list: {
    summary: 'List exports',
    description: 'Newest first.',
    access: ownersAccess,
    query: z.object(pageParameters),
    answers: listOf(exportSchema),
  },
  retrieve: {
    summary: 'Retrieve an export',
    access: ownersAccess,
    params,
    answers: exportSchema,
  },
  download: {
    summary: 'Download an export',
    description: 'The zip file. Use a `Range` header to continue an interrupted download.',
    access: ownersAccess,
    params,
    produces: ['application/zip'],
    answers: { 200: z.unknown(), 206: z.unknown() },
    fails: [409, 416],
  },
  delete: {
    summary: 'Delete an export',
    description: 'Its file is deleted too. A running export stops.',
    access: ownersAccess,
    params,
  },
});

/** Adds the routes for exports of whole newsletters. They contain everything, so they require an owner's permissions. */
export function exportRoutes(app: App, { base_url, store, clock }: ExportRoutes): void {
  app.post('/v1/exports', api.export, async ({ db, caller, body }, reply) => {
    const { row, is_new } = await createExport(db, caller, body);
    reply.code(is_new ? 201 : 200);
    return showExport(row, base_url, clock());
  });

  app.get('/v1/exports', api.list, async ({ db, newsletter, query }, reply) => {
    const now = clock();
    const listed = await listExports(db, newsletter.key, query);
    return sendPage(reply, listed, row => showExport(row, base_url, now));
  });

  app.get('/v1/exports/:id', api.retrieve, async ({ db, newsletter, params }) =>
    showExport(await findExportOf(db, newsletter.key, params.id), base_url, clock()),
  );

  app.get('/v1/exports/:id/download', api.download, async ({ db, newsletter, params, headers }, reply) => {
    const { id, status, size, folder, creation_date } = await findExportOf(db, newsletter.key, params.id);
    if (status !== 'ready' || size === null)
      throw domainError('export_not_ready', 'moving.export_not_ready', { status });
    const etag = `"${id}"`;
    const range = readRange(headers, size, etag);
    const { start, end } = range ?? { start: 0, end: size };
    if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${size}`);
    reply.type('application/zip').headers({
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="${bundleName(newsletter.username, { creation_date })}"`,
      'Content-Length': end - start,
      ETag: etag,
    });
    return Readable.from(openPieces(store, folder, size).read(start, end));
  });

  app.delete('/v1/exports/:id', api.delete, async ({ db, newsletter, params }) => {
    await deleteExport(db, store, newsletter.key, params.id);
  });
}
