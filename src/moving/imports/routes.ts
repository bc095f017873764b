import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import type { Caller } from '../../accounts/caller.ts';
import { type Area, demand } from '../../accounts/permissions.ts';
import { deletePieces, openPieces } from '../../platform/bundle/pieces.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { ownersAccess } from '../parts.ts';
import { askToRun, askToUndo, createImport, deleteImport, findImportOf } from './change.ts';
import { formatOf } from './formats.ts';
import { type FormatName, importQuery, importSchema, showImport, undoDays } from './import.ts';
import { openUploaded } from './people/files.ts';
import { readOptions } from './people/options.ts';
import { recognise } from './people/recognise.ts';
import { listImports } from './queries.ts';
import { refusing } from './refusing.ts';
import { writeReport } from './report.ts';
import { storeUpload, type Uploaded } from './upload.ts';

type ImportRoutes = {
  db: Database;
  base_url: string;
  store: FileStore;
  jobs: Jobs;
  clock: Clock;
  /** The size of the largest file, in bytes. */
  import_limit: number;
};

const tags = ['Moving'];
const params = z.object({ id: z.string() });

/** What an import of people and past issues requires: their dates and evidence of consent come from the file. */
const access = { subscribers: 'write', settings: 'write', emails: 'write' } as const;

/** Content types for a file sent as the body. */
const plainTypes = [
  'application/zip',
  'application/octet-stream',
  'application/x-zip-compressed',
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'text/xml',
  'application/xml',
  'application/jsonl',
  'application/x-ndjson',
];

const file = z.custom<Prepared>().meta({ type: 'string', format: 'binary' });

/** An upload that is stored, and what it is. */
type Prepared = Uploaded & { format: FormatName };

/** Imports of files: POST uploads one, and a worker reads it. */
export function importRoutes(app: App, context: ImportRoutes): void {
  const { base_url, store, jobs, clock } = context;

  app.register(async plain => {
    const scope = plain as App;
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 1000, fileSize: context.import_limit },
    });
    // The parser of JSON would read it into memory; a file of JSON lines is a file.
    scope.addContentTypeParser(plainTypes, { bodyLimit: context.import_limit }, (_request, payload, done) =>
      done(null, payload),
    );
    scope.post(
      '/v1/imports',
      {
        config: { access },
        bodyLimit: context.import_limit,
        // Before the handler, which runs in a transaction that must not wait for a slow upload.
        preValidation: async request => {
          const query = importQuery.parse(request.query);
          const { permissions } = callerOf(request);
          if (query.format === 'postrider') await allowBundle(request.db, callerOf(request));
          if (query.confirm) demand(permissions, 'sending', 'write');
          readOptions(query);
          const uploaded = await storeUpload(request, context);
          try {
            request.body = await prepare(uploaded, query);
            if ((request.body as Prepared).format === 'postrider')
              await allowBundle(request.db, callerOf(request));
          } catch (error) {
            await deletePieces(store, uploaded.folder).catch(() => {});
            throw error;
          }
        },
        schema: {
          tags,
          summary: 'Import a file',
          description:
            'Uploads a file, as the body or as the part `file` of a form, and reads it in the background. Retrieve the import to see its progress. A file of another service is only checked at first (a dry run). `POST /v1/imports/{id}/run` then imports it; `dry_run=false` imports it immediately. Nobody is mailed unless `confirm` is set. The format `postrider` is a bundle that an export wrote. It is imported into an empty newsletter, completely or not at all, and requires write access to every area.',
          consumes: ['application/zip', 'text/csv', 'multipart/form-data'],
          querystring: importQuery,
          body: file,
          response: { 201: importSchema, ...failures(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const { format, ...uploaded } = request.body;
        try {
          reply.code(201);
          const dry_run = request.query.dry_run ?? format !== 'postrider';
          const wanted = { format, dry_run, options: readOptions(request.query) };
          const row = await createImport(request.db, jobs, callerOf(request), wanted, uploaded);
          return showImport(row, clock());
        } catch (error) {
          await deletePieces(store, uploaded.folder).catch(() => {});
          throw error;
        }
      },
    );
  });

  async function prepare(uploaded: Uploaded, query: z.output<typeof importQuery>): Promise<Prepared> {
    const file_name = (query.file_name ?? uploaded.file_name).slice(0, 200);
    if (query.format !== 'auto') return { ...uploaded, file_name, format: query.format };
    const bytes = openPieces(store, uploaded.folder, uploaded.size);
    const format = await refusing(async () => recognise(await openUploaded(bytes, file_name)));
    return { ...uploaded, file_name, format };
  }

  app.get(
    '/v1/imports',
    {
      config: { access },
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
      config: { access },
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

  app.post(
    '/v1/imports/:id/run',
    {
      config: { access },
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
      config: { access },
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
      config: { access },
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
        .send(Readable.from(writeReport(context.db, row.key)));
    },
  );

  app.delete(
    '/v1/imports/:id',
    {
      config: { access },
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

/** Throws `forbidden` or `newsletter_not_empty` unless the caller can import a bundle. */
async function allowBundle(db: Database, { permissions, newsletter }: Caller): Promise<void> {
  for (const [area, level] of Object.entries(ownersAccess)) demand(permissions, area as Area, level);
  await formatOf('postrider').allow(db, newsletter);
}
