import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import type { Database } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { encodeParameter, plainFileName } from '../platform/mail/header.ts';
import { attachmentSchema, imageSchema, showAttachment, showImage } from './file.ts';
import { acceptForms, formWith, readForm } from './form.ts';
import { findFile, listFiles } from './queries.ts';
import { storeFile } from './upload.ts';

type FileRoutes = { db: Database; store: FileStore; base_url: string; upload_limit: number };

/** Uploads by multipart/form-data, their lists, and the files themselves for the world. */
export function fileRoutes(app: App, { db, store, base_url, upload_limit }: FileRoutes): void {
  app.register(async plain => {
    const scope = plain as App;
    await acceptForms(scope, upload_limit);

    scope.post(
      '/v1/attachments',
      {
        config: { access: { emails: 'write' } },
        preValidation: async request => {
          request.body = await readForm(request, 'file', 'attachment_invalid');
        },
        schema: {
          tags: ['Emails'],
          summary: 'Upload an attachment',
          consumes: ['multipart/form-data'],
          body: formWith('file', 'The file', { name: 'What it shall be called, if otherwise' }),
          response: { 201: attachmentSchema, ...failures(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const { key } = newsletterOf(request);
        const file = await storeFile(request.db, store, key, 'attachment', request.body);
        reply.code(201);
        return showAttachment(base_url, file);
      },
    );

    scope.post(
      '/v1/images',
      {
        config: { access: { emails: 'write' } },
        preValidation: async request => {
          request.body = await readForm(request, 'image', 'image_invalid');
        },
        schema: {
          tags: ['Emails'],
          summary: 'Upload an image',
          consumes: ['multipart/form-data'],
          body: formWith('image', 'PNG, JPEG, GIF, WebP or AVIF', {}),
          response: { 201: imageSchema, ...failures(400, 401, 403, 409, 413, 415) },
        },
      },
      async (request, reply) => {
        const { key } = newsletterOf(request);
        const file = await storeFile(request.db, store, key, 'image', request.body);
        reply.code(201);
        return showImage(base_url, file);
      },
    );
  });

  app.get(
    '/v1/attachments',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags: ['Emails'],
        summary: 'List attachments',
        querystring: z.object(pageParameters),
        response: { 200: listOf(attachmentSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listFiles(
        request.db,
        newsletterOf(request).key,
        'attachment',
        request.query,
      );
      return sendPage(request, reply, base_url, request.query, {
        results: results.map(file => showAttachment(base_url, file)),
        count,
      });
    },
  );

  app.get(
    '/v1/images',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags: ['Emails'],
        summary: 'List images',
        querystring: z.object(pageParameters),
        response: { 200: listOf(imageSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listFiles(
        request.db,
        newsletterOf(request).key,
        'image',
        request.query,
      );
      return sendPage(request, reply, base_url, request.query, {
        results: results.map(file => showImage(base_url, file)),
        count,
      });
    },
  );

  app.get(
    '/files/:id/*', // no parameter: a name in Japanese may be longer in an address than those are
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
          // Mail programs and other sites show it: that is what it is for.
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .send(await store.getStream(file.id));
    },
  );
}

/** RFC 6266 §4.3: a plain name for programs that know no other, and the name itself. */
function asDownload(name: string): string {
  return `attachment; filename="${plainFileName(name)}"; filename*=UTF-8''${encodeParameter(name)}`;
}
