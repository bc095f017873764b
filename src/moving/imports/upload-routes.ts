import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demand } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { readInput } from '../../platform/http/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deletePieces, openPieces } from '../../platform/storage/pieces.ts';
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
  clock: Clock;
  /** The size of the largest file, in bytes. */
  import_limit: number;
};

/** Content types of a file that is sent as the body. */
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

/** An upload that is stored, with its format. */
type Prepared = Uploaded & { format: FormatName };

const api = operations('Moving', {
  upload: {
    summary: 'Import a file',
    description:
      'Uploads a file, as the body or as the part `file` of a form, and reads it in the background. Retrieve the import to see its progress. A file of another service is only checked at first (a dry run). `POST /v1/imports/{id}/run` then imports it; `dry_run=false` imports it immediately. Nobody is mailed unless `confirm` is set. The format `postrider` is a bundle that an export wrote. It is imported into an empty newsletter, completely or not at all, and requires write access to every area.',
    access: importAccess,
    consumes: ['application/zip', 'text/csv', 'multipart/form-data'],
    query: importQuery,
    body: z.custom<Prepared>().meta({ type: 'string', format: 'binary' }),
    answers: { 201: importSchema },
    fails: [409],
  },
});

/** Adds the routes that begin imports: POST uploads a file, and a worker reads it later. */
export function uploadRoutes(app: App, context: UploadRoutes): void {
  const { store, clock, import_limit: bodyLimit } = context;

  app.register(async plain => {
    const scope = plain as App;
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fieldSize: 1000, fileSize: bodyLimit },
    });
    // The usual parser would read the body into memory. A JSON body, such as Ghost's export, is a file here.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(plainTypes, { bodyLimit }, (_request, payload, done) => done(null, payload));
    // The upload is read before the handler, because the handler runs in a transaction, which must not wait for a slow upload.
    const preValidation = async (request: FastifyRequest) => {
      request.body = await takeUpload(request);
    };
    // The caller may have lost the access during the upload. That is found out before the handler runs.
    const onError = async ({ body }: FastifyRequest) => {
      const { folder } = (body ?? {}) as Partial<Uploaded>;
      if (folder !== undefined) await deletePieces(store, folder).catch(() => {});
    };
    scope.post('/v1/imports', { ...api.upload, bodyLimit, preValidation, onError }, async request => {
      const { db, caller, query, body } = request;
      const { format, ...uploaded } = body;
      return orDeleted(uploaded, async () => {
        const dry_run = query.dry_run ?? format !== 'postrider';
        const wanted = { format, dry_run, options: readOptions(query) };
        return showImport(await createImport(db, caller, wanted, uploaded), clock());
      });
    });
  });

  /** Stores the file, if the caller may import a file of this kind. */
  async function takeUpload(request: FastifyRequest): Promise<Prepared> {
    const { db, caller } = request;
    const query = readInput(importQuery, request.query);
    if (query.format === 'postrider') await allowBundle(db, caller);
    if (query.confirm) demand(caller.permissions, 'sending', 'write');
    readOptions(query);
    const uploaded = await storeUpload(request, context);
    return orDeleted(uploaded, async () => {
      const prepared = await prepare(uploaded, query);
      if (prepared.format === 'postrider') await allowBundle(db, caller);
      return prepared;
    });
  }

  /** Deletes the stored file if the work fails. */
  async function orDeleted<Result>({ folder }: Uploaded, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await deletePieces(store, folder).catch(() => {});
      throw error;
    }
  }

  async function prepare(uploaded: Uploaded, query: z.output<typeof importQuery>): Promise<Prepared> {
    const file_name = (query.file_name ?? uploaded.file_name).slice(0, 200);
    if (query.format !== 'auto') return { ...uploaded, file_name, format: query.format };
    const bytes = openPieces(store, uploaded.folder, uploaded.size);
    const format = await refusing(async () => recognise(await openUploaded(bytes, file_name)));
    return { ...uploaded, file_name, format };
  }
}
