import multipart from '@fastify/multipart';
import { z } from 'zod';
import { callerOf } from '../../accounts/authenticate.ts';
import { demand } from '../../accounts/permissions.ts';
import { deletePieces, openPieces } from '../../platform/bundle/pieces.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { allowBundle } from './allow-bundle.ts';
import { createImport } from './change.ts';
import { type FormatName, importAccess, importQuery, importSchema, showImport } from './import.ts';
import { openUploaded } from './people/files.ts';
import { readOptions } from './people/options.ts';
import { recognise } from './people/recognise.ts';
import { refusing } from './refusing.ts';
import { storeUpload, type Uploaded } from './upload.ts';

type UploadRoutes = {
  db: Database;
  store: FileStore;
  jobs: Jobs;
  clock: Clock;
  /** The size of the largest file, in bytes. */
  import_limit: number;
};

const tags = ['Moving'];

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
  'application/json',
  'application/jsonl',
  'application/x-ndjson',
];

const file = z.custom<Prepared>().meta({ type: 'string', format: 'binary' });

/** An upload that is stored, and what it is. */
type Prepared = Uploaded & { format: FormatName };

/** How imports begin: POST uploads a file, and a worker reads it. */
export function uploadRoutes(app: App, context: UploadRoutes): void {
  const { store, jobs, clock } = context;

  app.register(async plain => {
    const scope = plain as App;
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 1000, fileSize: context.import_limit },
    });
    // The usual parser would read it into memory. A body of JSON, such as Ghost's export, is a file here.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(plainTypes, { bodyLimit: context.import_limit }, (_request, payload, done) =>
      done(null, payload),
    );
    scope.post(
      '/v1/imports',
      {
        config: { access: importAccess },
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
}
