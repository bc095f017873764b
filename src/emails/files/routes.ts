import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mediaTypeOf } from '../../engines/feeds/enclosures.ts';
import { type Shape, shapeNames } from '../../engines/pictures/shapes.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileKind } from '../../platform/database/schema.ts';
import { type ErrorCode, found } from '../../platform/errors.ts';
import { asDownload } from '../../platform/http/download.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters, params } from '../../platform/http/query.ts';
import { readRange } from '../../platform/http/range.ts';
import type { App } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { deleteFile, findFileOf, updateFile } from './change.ts';
import {
  attachmentSchema,
  attachmentUpdate,
  type File,
  fileAddress,
  imageSchema,
  imageUpdate,
  showAttachment,
  showImage,
} from './file.ts';
import { acceptForms, formWith, readForm } from './form.ts';
import { findFile, listFiles } from './queries.ts';
import { findShaped } from './shaped.ts';
import { storeFile } from './upload.ts';

type FileRoutes = {
  db: Database;
  store: FileStore;
  log: Log;
  base_url: string;
  /** The address from which images are loaded. */
  images_url: string;
  /** Maximum bytes of one file, and of all files of a newsletter. */
  upload_limit: number;
  quota: number;
};

type Addresses = Pick<FileRoutes, 'base_url' | 'images_url'>;

/** The differences between the routes of the two kinds of files. */
type KindRoutes = {
  kind: FileKind;
  path: string;
  noun: string;
  /** The form part that contains the file, and the error code if it is missing. */
  part: string;
  code: ErrorCode;
  form: ReturnType<typeof formWith>;
  shown: z.ZodType<object>;
  changes: z.ZodType<{ name?: string | undefined; metadata?: object | undefined }>;
  on_delete: string;
  show: (at: Addresses, file: File) => object;
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
    show: ({ base_url }, file) => showAttachment(base_url, file),
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
    show: ({ images_url }, file) => showImage(images_url, file),
  },
];

function operationsOf({ kind, noun, form, shown, changes, on_delete }: KindRoutes) {
  return operations('Emails', {
    upload: {
      summary: `Upload ${noun}`,
      access: { emails: 'write' },
      consumes: ['multipart/form-data'],
      body: form,
      answers: { 201: shown },
      fails: [409],
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

/** Adds the routes for uploads by multipart/form-data, for operations on files, and for the public addresses of the files themselves. */
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
    show(context, await storeFile(db, context, newsletter.key, kind, body)),
  );
}

function kindRoutes(app: App, context: FileRoutes, { kind, path, api, show }: Kind): void {
  app.get(path, api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listFiles(db, newsletter.key, kind, query), file => show(context, file)),
  );

  app.get(`${path}/:id`, api.retrieve, async ({ db, newsletter, params }) =>
    show(context, await findFileOf(db, newsletter.key, kind, params.id)),
  );

  app.patch(`${path}/:id`, api.update, async ({ db, newsletter, params, body, caller }) =>
    show(context, await updateFile(db, newsletter.key, kind, params.id, body, caller)),
  );

  app.delete(`${path}/:id`, api.delete, async ({ db, newsletter, params, caller }) =>
    deleteFile(db, context, newsletter.key, kind, params.id, caller),
  );
}

function publicRoute(app: App, { db, store, base_url }: FileRoutes): void {
  const root = new URL(base_url).pathname.replace(/\/$/, '');

  app.get(
    `/files/:id/:shape(^(?:${shapeNames.join('|')})$)/*`,
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const { id, shape } = request.params as { id: string; shape: Shape };
      const file = found(await findFile(db, id), 'file');
      const shaped = file.kind === 'image' ? await findShaped(db, store, id, shape) : undefined;
      if (!shaped)
        return reply.header('Cache-Control', 'public, max-age=300').redirect(fileAddress(root, file), 302);
      return reply.headers(headersOf(shaped.content_type, shaped.bytes.length)).send(shaped.bytes);
    },
  );

  app.get(
    '/files/:id/*', // a wildcard, because an encoded Japanese name may be longer than a parameter can be
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const file = found(await findFile(db, id), 'file');
      const etag = `"${file.id}"`;
      // Podcast apps request a recording in parts.
      const range = file.kind === 'image' ? undefined : readRange(request.headers, file.size, etag);
      const { start, end } = range ?? { start: 0, end: file.size };
      if (range) reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
      return reply
        .headers({
          ...headersOf(typeOf(file), end - start),
          ...(file.kind === 'attachment' && {
            'Accept-Ranges': 'bytes',
            'Content-Disposition': asDownload(file.name),
            ETag: etag,
          }),
        })
        .send(await (range ? store.getRange(file.id, start, end) : store.getStream(file.id)));
    },
  );
}

/** Returns the content type. An attachment gets none that a browser would open, except if it is a recording. */
function typeOf({ kind, name, content_type }: File): string {
  if (kind === 'image') return content_type;
  const type = mediaTypeOf(name);
  return type.startsWith('audio/') ? type : 'application/octet-stream';
}

function headersOf(content_type: string, size: number) {
  return {
    'Content-Type': content_type,
    'Content-Length': size,
    'Content-Disposition': 'inline',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    // Mail programs and other sites are meant to show the image.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
