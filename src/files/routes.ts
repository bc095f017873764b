import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError, type ErrorCode, notFound } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { attachmentSchema, imageSchema, showAttachment, showImage } from './file.ts';
import { findFile, listFiles } from './queries.ts';
import { storeFile, type Upload } from './upload.ts';

type FileRoutes = { db: Database; store: FileStore; base_url: string; upload_limit: number };

/** Uploads by multipart/form-data, their lists, and the files themselves for the world. */
export function fileRoutes(app: App, { db, store, base_url, upload_limit }: FileRoutes): void {
  app.register(async scope => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 10, fileSize: upload_limit, fieldSize: 1000 },
    });

    (scope as App).post(
      '/v1/attachments',
      {
        config: { access: { emails: 'write' } },
        bodyLimit: upload_limit + 10_000,
        schema: {
          tags: ['Emails'],
          summary: 'Upload an attachment',
          description:
            'multipart/form-data with the part `file` and, if it shall be called otherwise, `name`.',
          consumes: ['multipart/form-data'],
          response: { 201: attachmentSchema, ...failures(400, 401, 403, 413, 415) },
        },
      },
      async (request, reply) => {
        const upload = await readUpload(request, 'file', 'attachment_invalid');
        reply.code(201);
        return showAttachment(
          base_url,
          await storeFile(request.db, store, newsletterOf(request).key, 'attachment', upload),
        );
      },
    );

    (scope as App).post(
      '/v1/images',
      {
        config: { access: { emails: 'write' } },
        bodyLimit: upload_limit + 10_000,
        schema: {
          tags: ['Emails'],
          summary: 'Upload an image',
          description: 'multipart/form-data with the part `image`: PNG, JPEG, GIF, WebP or AVIF.',
          consumes: ['multipart/form-data'],
          response: { 201: imageSchema, ...failures(400, 401, 403, 413, 415) },
        },
      },
      async (request, reply) => {
        const upload = await readUpload(request, 'image', 'image_invalid');
        reply.code(201);
        return showImage(
          base_url,
          await storeFile(request.db, store, newsletterOf(request).key, 'image', upload),
        );
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
    '/files/:id/:name',
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const { id } = request.params as { id: string };
      const file = await findFile(db, id);
      if (!file) throw notFound('file');
      return reply
        .headers({
          'Content-Type': file.kind === 'image' ? file.content_type : 'application/octet-stream',
          'Content-Length': file.size,
          'Content-Disposition':
            file.kind === 'image'
              ? 'inline'
              : `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'Content-Security-Policy': "default-src 'none'; sandbox",
          // Mail programs and other sites show it: that is what it is for.
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .send(await store.getStream(file.id));
    },
  );
}

async function readUpload(request: FastifyRequest, part: string, code: ErrorCode): Promise<Upload> {
  if (!request.isMultipart())
    throw new DomainError(
      'media_type_unsupported',
      `Send the file as multipart/form-data, in the part "${part}".`,
    );
  const given = await request.file();
  if (given?.fieldname !== part)
    throw new DomainError(code, `${part}: the form needs a file in the part "${part}".`);
  const bytes = await given.toBuffer();
  const { name } = given.fields as Record<string, { value?: unknown } | undefined>;
  const wanted = typeof name?.value === 'string' ? name.value.trim() : '';
  return { name: wanted || given.filename, content_type: given.mimetype, bytes };
}
