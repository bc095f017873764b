import multipart from '@fastify/multipart';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { deletePieces } from '../../platform/bundle/pieces.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { ownersAccess } from '../parts.ts';
import { createImport, deleteImport, findImportOf } from './change.ts';
import { formats } from './formats.ts';
import { importQuery, importSchema, showImport } from './import.ts';
import { listImports } from './queries.ts';
import { storeUpload, type Uploaded } from './upload.ts';

type ImportRoutes = {
  base_url: string;
  store: FileStore;
  jobs: Jobs;
  clock: Clock;
  /** The size of the largest file, in bytes. */
  import_limit: number;
};

const tags = ['Moving'];
const params = z.object({ id: z.string() });

/** Content types for a file sent as the body. */
const plainTypes = ['application/zip', 'application/octet-stream', 'application/x-zip-compressed'];

const file = z.custom<Uploaded>().meta({ type: 'string', format: 'binary' });

/** Imports of files: POST uploads one, and a worker reads it. */
export function importRoutes(app: App, context: ImportRoutes): void {
  const { base_url, store, jobs, clock } = context;

  app.register(async plain => {
    const scope = plain as App;
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 1000, fileSize: context.import_limit },
    });
    scope.addContentTypeParser(plainTypes, { bodyLimit: context.import_limit }, (_request, payload, done) =>
      done(null, payload),
    );
    scope.post(
      '/v1/imports',
      {
        config: { access: ownersAccess },
        bodyLimit: context.import_limit,
        // Before the handler, which runs in a transaction that must not wait for a slow upload.
        preValidation: async request => {
          const { format } = importQuery.parse(request.query);
          await formats[format].allow(request.db, newsletterOf(request));
          request.body = await storeUpload(request, context);
        },
        schema: {
          tags,
          summary: 'Import a file',
          description:
            'Uploads a file, as the body or as the part `file` of a form, and imports it in the background. Retrieve the import to see its progress. The format `postrider` is a bundle that an export wrote. It is imported into an empty newsletter, completely or not at all, and nobody is mailed because of it. Requires write access to every area.',
          consumes: ['application/zip', 'multipart/form-data'],
          querystring: importQuery,
          body: file,
          response: { 201: importSchema, ...failures(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const uploaded = request.body;
        const named = { ...uploaded, file_name: request.query.file_name ?? uploaded.file_name.slice(0, 200) };
        try {
          reply.code(201);
          const row = await createImport(request.db, jobs, callerOf(request), request.query.format, named);
          return showImport(row, clock());
        } catch (error) {
          await deletePieces(store, uploaded.folder).catch(() => {});
          throw error;
        }
      },
    );
  });

  app.get(
    '/v1/imports',
    {
      config: { access: ownersAccess },
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
      config: { access: ownersAccess },
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

  app.delete(
    '/v1/imports/:id',
    {
      config: { access: ownersAccess },
      schema: {
        tags,
        summary: 'Delete an import',
        description:
          'What it has imported stays. A running import stops; an unfinished import of a bundle leaves nothing behind.',
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
