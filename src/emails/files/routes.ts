import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileKind } from '../../platform/database/schema.ts';
import { type ErrorCode, notFound } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { listParameter, pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import { encodeParameter, plainFileName } from '../../platform/mail/header.ts';
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
    on_delete: 'Mails and pages that show the image lose it.',
    show: showImage,
  },
];

const tags = ['Emails'];
const params = z.object({ id: z.string() });
const fileFilters = z.object({ ...pageParameters, ids: listParameter });

/** Uploads by multipart/form-data, the operations on files, and the public addresses of the files themselves. */
export function fileRoutes(app: App, context: FileRoutes): void {
  app.register(async plain => {
    const scope = plain as App;
    await acceptForms(scope, context.upload_limit);
    for (const kind of kinds) uploadRoute(scope, context, kind);
  });
  for (const kind of kinds) kindRoutes(app, context, kind);
  publicRoute(app, context);
}

function uploadRoute(
  scope: App,
  context: FileRoutes,
  { kind, path, noun, part, code, form, shown, show }: KindRoutes,
): void {
  scope.post(
    path,
    {
      config: { access: { emails: 'write' } },
      preValidation: async request => {
        request.body = await readForm(request, part, code);
      },
      schema: {
        tags,
        summary: `Upload ${noun}`,
        consumes: ['multipart/form-data'],
        body: form,
        response: { 201: shown, ...failures(400, 401, 403, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const { key } = newsletterOf(request);
      reply.code(201);
      return show(context.base_url, await storeFile(request.db, context, key, kind, request.body));
    },
  );
}

function kindRoutes(
  app: App,
  context: FileRoutes,
  { kind, path, noun, shown, changes, on_delete, show }: KindRoutes,
): void {
  const { base_url } = context;

  app.get(
    path,
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: `List ${kind}s`,
        querystring: fileFilters,
        response: { 200: listOf(shown), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { key } = newsletterOf(request);
      const { results, count } = await listFiles(request.db, key, kind, request.query);
      return sendPage(request, reply, base_url, request.query, {
        results: results.map(file => show(base_url, file)),
        count,
      });
    },
  );

  app.get(
    `${path}/:id`,
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: `Retrieve ${noun}`,
        params,
        response: { 200: shown, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const { key } = newsletterOf(request);
      return show(base_url, await findFileOf(request.db, key, kind, request.params.id));
    },
  );

  app.patch(
    `${path}/:id`,
    {
      config: { access: { emails: 'write' }, codes: { metadata: 'metadata_invalid' } },
      schema: {
        tags,
        summary: `Update ${noun}`,
        params,
        body: changes,
        response: { 200: shown, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const { key } = newsletterOf(request);
      return show(base_url, await updateFile(request.db, key, kind, request.params.id, request.body));
    },
  );

  app.delete(
    `${path}/:id`,
    {
      config: { access: { emails: 'write' } },
      schema: {
        tags,
        summary: `Delete ${noun}`,
        description: on_delete,
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { newsletter, bounds } = callerOf(request);
      await deleteFile(request.db, context, newsletter.key, kind, request.params.id, bounds);
      reply.code(204);
    },
  );
}

function publicRoute(app: App, { db, store }: FileRoutes): void {
  app.get(
    '/files/:id/*', // not a parameter: an encoded Japanese name may be longer than parameters can be
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const file = await findFile(db, id);
      if (!file) throw notFound('file');
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

/** RFC 6266 §4.3: a plain name for old programs, and the real name. */
function asDownload(name: string): string {
  return `attachment; filename="${plainFileName(name)}"; filename*=UTF-8''${encodeParameter(name)}`;
}
