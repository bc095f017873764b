import { Readable } from 'node:stream';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { openPieces } from '../../platform/bundle/pieces.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import { readRange } from '../../platform/http/range.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { ownersAccess } from '../parts.ts';
import { createExport, deleteExport, findExportOf } from './change.ts';
import { bundleName, exportCreate, exportSchema, showExport } from './export.ts';
import { listExports } from './queries.ts';

type ExportRoutes = { base_url: string; store: FileStore; jobs: Jobs; clock: Clock };

const tags = ['Moving'];
const params = z.object({ id: z.string() });

/** Exports of whole newsletters. They contain everything, so they require an owner's permissions. */
export function exportRoutes(app: App, { base_url, store, jobs, clock }: ExportRoutes): void {
  app.post(
    '/v1/exports',
    {
      config: { access: ownersAccess },
      schema: {
        tags,
        summary: 'Export a newsletter',
        description:
          'Writes the whole newsletter into one zip file, in the background: settings, subscribers with their consent, tags, segments, suppressions, emails, files, snippets, automations with the items they know, deliveries, opens and clicks, events, and webhooks without their keys. Retrieve the export to see its progress. If the same export is already running, it is returned with 200. With `collections`, the zip contains only these, as CSV or JSON for other programs. Requires write access to every area.',
        body: exportCreate,
        response: {
          200: exportSchema.describe('The same export was already running'),
          201: exportSchema,
          ...failures(400, 401, 403, 409),
        },
      },
    },
    async (request, reply) => {
      const { row, is_new } = await createExport(request.db, jobs, callerOf(request), request.body);
      reply.code(is_new ? 201 : 200);
      return showExport(row, base_url, clock());
    },
  );

  app.get(
    '/v1/exports',
    {
      config: { access: ownersAccess },
      schema: {
        tags,
        summary: 'List exports',
        description: 'Newest first.',
        querystring: z.object(pageParameters),
        response: { 200: listOf(exportSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listExports(request.db, newsletterOf(request).key, request.query);
      const now = clock();
      const shown = results.map(row => showExport(row, base_url, now));
      return sendPage(request, reply, base_url, request.query, { results: shown, count });
    },
  );

  app.get(
    '/v1/exports/:id',
    {
      config: { access: ownersAccess },
      schema: {
        tags,
        summary: 'Retrieve an export',
        params,
        response: { 200: exportSchema, ...failures(401, 403, 404) },
      },
    },
    async request =>
      showExport(
        await findExportOf(request.db, newsletterOf(request).key, request.params.id),
        base_url,
        clock(),
      ),
  );

  app.get(
    '/v1/exports/:id/download',
    {
      config: { access: ownersAccess },
      schema: {
        tags,
        summary: 'Download an export',
        description: 'The zip file. Use a `Range` header to continue an interrupted download.',
        params,
        produces: ['application/zip'],
        response: { 200: z.unknown(), 206: z.unknown(), ...failures(401, 403, 404, 409, 416) },
      },
    },
    async (request, reply) => {
      const newsletter = newsletterOf(request);
      const { id, status, size, folder, creation_date } = await findExportOf(
        request.db,
        newsletter.key,
        request.params.id,
      );
      if (status !== 'ready' || size === null)
        throw new DomainError(
          'export_not_ready',
          `The export is ${status}. Retrieve it until its status is ready, then download it.`,
        );
      const etag = `"${id}"`;
      const range = readRange(request.headers, size, etag);
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
    },
  );

  app.delete(
    '/v1/exports/:id',
    {
      config: { access: ownersAccess },
      schema: {
        tags,
        summary: 'Delete an export',
        description: 'Its file is deleted too. A running export stops.',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteExport(request.db, store, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );
}
