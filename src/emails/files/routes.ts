import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import type { FileKind } from '../../platform/database/schema.ts';
import { type ErrorCode, found } from '../../platform/errors.ts';
import { asDownload } from '../../platform/http/download.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deleteFile, findFileOf, updateFile } from './change.ts';
import {
  attachmentSchema,
  attachmentUpdate,
  type File,
  imageSchema,
  imageUpdate,
  showAttachment,
  showImage,
} from './file.ts';
import { acceptForms, formWith, readForm } from './form.ts';
import { findFile, listFiles } from './queries.ts';
import { storeFile } from './upload.ts';

type FileRoutes = {
  db: Database;
  store: FileStore;
  log: Log;
  base_url: string;
  /** Maximum bytes of one file, and of all files of a newsletter. */
  upload_limit: number;
  quota: number;
};

/** What differs between the routes of the two kinds of files. */
type KindRoutes = {
  kind: FileKind;
  path: string;
  noun: string;
  /** The form part that holds the file, and the error code if it is missing. */
  part: string;
  code: ErrorCode;
  form: ReturnType<typeof formWith>;
  shown: z.ZodType<object>;
  changes: z.ZodType<{ name?: string | undefined; metadata?: object | undefined }>;
  on_delete: string;
  show: (base_url: string, file: File) => object;
};

const kinds: KindRoutes[] = [
  {
    kind: 'attachment',
    path: '/v1/attachments',
    noun: 'an attachment',
    part: 'file',
    code: 'attachment_invalid',
    form: formWith('file', 'The file', { name: "Name of the attachment, if different from the file's" }),
    shown: attachmentSchema,
    changes: attachmentUpdate,
    on_delete: 'Refused while an email still has to send it.',
    show: showAttachment,
  },
  {
    kind: 'image',
    path: '/v1/images',
    noun: 'an image',
    part: 'image',
    code: 'image_invalid',
    form: formWith('image', 'PNG, JPEG, GIF, WebP or AVIF', {}),
    shown: imageSchema,
    changes: imageUpdate,
    on_delete: 'The image is then missing from the mails and pages that show it.',
    show: showImage,
  },
];

const params = z.object({ id: z.string() });

function operationsOf({ kind, noun, form, shown, changes, on_delete }: KindRoutes) {
  return operations('Emails', {
    upload: {
      summary: `Upload ${noun}`,
      access: { emails: 'write' },
      consumes: ['multipart/form-data'],
      body: form,
      answers: { 201: shown },
      fails: [409, 413, 415],
    },
    list: {
      summary: `List ${kind}s`,
      access: { emails: 'read' },
      query: z.object({ ...pageParameters, ids: listParameter }),
      answers: listOf(shown),
    },
    retrieve: {
      summary: `Retrieve ${noun}`,
      access: { emails: 'read' },
      params,
      answers: shown,
    },
    update: {
      summary: `Update ${noun}`,
      access: { emails: 'write' },
      codes: { metadata: 'metadata_invalid' },
      params,
      body: changes,
      answers: shown,
    },
    delete: {
      summary: `Delete ${noun}`,
      description: on_delete,
      access: { emails: 'write' },
      params,
      fails: [400],
    },
  });
}

/** Uploads by multipart/form-data, the operations on files, and the public addresses of the files themselves. */
export function fileRoutes(app: App, context: FileRoutes): void {
  const all = kinds.map(given => ({ ...given, api: operationsOf(given) }));
  app.register(async plain => {
    const scope = plain as App;
    await acceptForms(scope, context.upload_limit);
    for (const given of all) uploadRoute(scope, context, given);
  });
  for (const given of all) kindRoutes(app, context, given);
  publicRoute(app, context);
}

type Kind = KindRoutes & { api: ReturnType<typeof operationsOf> };

function uploadRoute(scope: App, context: FileRoutes, { kind, path, part, code, api, show }: Kind): void {
  const preValidation = async (request: FastifyRequest) => {
    request.body = await readForm(request, part, code);
  };
  scope.post(path, { ...api.upload, preValidation }, async ({ db, newsletter, body }) =>
    show(context.base_url, await storeFile(db, context, newsletter.key, kind, body)),
  );
}

function kindRoutes(app: App, context: FileRoutes, { kind, path, api, show }: Kind): void {
  const { base_url } = context;

  app.get(path, api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listFiles(db, newsletter.key, kind, query), file => show(base_url, file)),
  );

  app.get(`${path}/:id`, api.retrieve, async ({ db, newsletter, params }) =>
    show(base_url, await findFileOf(db, newsletter.key, kind, params.id)),
  );

  app.patch(`${path}/:id`, api.update, async ({ db, newsletter, params, body, caller }) =>
    show(base_url, await updateFile(db, newsletter.key, kind, params.id, body, caller)),
  );

  app.delete(`${path}/:id`, api.delete, async ({ db, newsletter, params, caller }) =>
    deleteFile(db, context, newsletter.key, kind, params.id, caller),
  );
}

function publicRoute(app: App, { db, store }: FileRoutes): void {
  app.get(
    '/files/:id/*', // not a parameter: an encoded Japanese name may be longer than parameters can be
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const file = found(await findFile(db, id), 'file');
      return reply
        .headers({
          'Content-Type': file.kind === 'image' ? file.content_type : 'application/octet-stream',
          'Content-Length': file.size,
          'Content-Disposition': file.kind === 'image' ? 'inline' : asDownload(file.name),
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Content-Security-Policy': "default-src 'none'; sandbox",
          // Mail programs and other sites show it, which is its purpose.
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .send(await store.getStream(file.id));
    },
  );
}
