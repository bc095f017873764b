import { Readable } from 'node:stream';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { demand } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { allowBundle } from './allow-bundle.ts';
import { askToRun, askToUndo, deleteImport, findImportOf, updateImport } from './change.ts';
import { importAccess, importSchema, importUpdate, showImport, undoDays } from './import.ts';
import { listImports } from './queries.ts';
import { writeReport } from './report.ts';

type ImportRoutes = {
  db: Database;
  base_url: string;
  store: FileStore;
  jobs: Jobs;
  clock: Clock;
};

const tags = ['Moving'];
const params = z.object({ id: z.string() });

/** Imports that exist: what is known about them, and what may be asked of them. */
export function importRoutes(app: App, { db, base_url, store, jobs, clock }: ImportRoutes): void {
  app.get(
    '/v1/imports',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'List imports',
        description: 'Newest first.',
        querystring: z.object(pageParameters),
        response: { 200: listOf(importSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listImports(request.db, newsletterOf(request).key, request.query);
      const now = clock();
      const shown = results.map(row => showImport(row, now));
      return sendPage(request, reply, base_url, request.query, { results: shown, count });
    },
  );

  app.get(
    '/v1/imports/:id',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'Retrieve an import',
        params,
        response: { 200: importSchema, ...failures(401, 403, 404) },
      },
    },
    async request =>
      showImport(await findImportOf(request.db, newsletterOf(request).key, request.params.id), clock()),
  );

  app.patch(
    '/v1/imports/:id',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'Change the options of an import',
        description:
          'Changes some options after the dry run and before the run, such as what the columns become. The file is checked again, so nothing needs to be uploaded.',
        params,
        body: importUpdate,
        response: { 200: importSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { body, params } = request;
      if (body.confirm) demand(callerOf(request).permissions, 'sending', 'write');
      const now = clock();
      return showImport(await updateImport(request.db, jobs, callerOf(request), params.id, body, now), now);
    },
  );

  app.post(
    '/v1/imports/:id/run',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'Run an import',
        description: 'Imports a file whose dry run is done.',
        params,
        response: { 200: importSchema, ...failures(401, 403, 404, 409) },
      },
    },
    async request => {
      const row = await findImportOf(request.db, newsletterOf(request).key, request.params.id);
      const { format, options } = showImport(row, clock());
      if (format === 'postrider') await allowBundle(request.db, callerOf(request));
      if (options.confirm) demand(callerOf(request).permissions, 'sending', 'write');
      return showImport(await askToRun(request.db, jobs, callerOf(request), row.id), clock());
    },
  );

  app.post(
    '/v1/imports/:id/undo',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'Undo an import',
        description: `Within ${undoDays} days, or while it runs. Deletes the people whom the import created and nobody has touched since, and gives those whom it changed their former values. The report lists who stays as they are, and why.`,
        params,
        response: { 200: importSchema, ...failures(401, 403, 404, 409) },
      },
    },
    async request => {
      const now = clock();
      return showImport(
        await askToUndo(request.db, jobs, newsletterOf(request).key, request.params.id, now),
        now,
      );
    },
  );

  app.get(
    '/v1/imports/:id/report.csv',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'Download the report of an import',
        description:
          'The lines that were or would be refused or skipped, and why; after an undo, the people who stay as they are. It is kept for 30 days.',
        params,
        produces: ['text/csv; charset=utf-8'],
        response: { 200: z.unknown(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const row = await findImportOf(request.db, newsletterOf(request).key, request.params.id);
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="import-report.csv"')
        .send(Readable.from(writeReport(db, row.key)));
    },
  );

  app.delete(
    '/v1/imports/:id',
    {
      config: { access: importAccess },
      schema: {
        tags,
        summary: 'Delete an import',
        description:
          'What it has imported stays and can no longer be undone. A running import stops; an unfinished import of a bundle leaves nothing behind.',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteImport(request.db, store, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );
}
