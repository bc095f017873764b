import type { onRequestAsyncHookHandler } from 'fastify';
import type { Attachment } from 'postal-mime';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import { found, notFound } from '../errors.ts';
import { params } from '../http/query.ts';
import type { App } from '../http/server.ts';
import { sentence } from '../sentences/sentence.ts';
import { listLines, searchLines } from './list.ts';
import { parseMail, prepareHtml, showFrom } from './message.ts';
import { countMessages, deleteMessages, findMessage, readTotal } from './store.ts';

const page_size = 50;
const longestQuery = 200;

const hide = true;
const page = z.coerce.number().int().min(1).max(1000).catch(1);
const query = z
  .string()
  .trim()
  .max(longestQuery, sentence('input.most_characters', { count: longestQuery }))
  .default('');

type Guards = {
  db: Database;
  /** These admit callers that may read mail, or delete it. */
  toRead: onRequestAsyncHookHandler;
  toDelete: onRequestAsyncHookHandler;
};

/** Adds the routes with which the dashboard reads the inbox, and deletes all mail. */
export function inboxDataRoutes(app: App, { db, toRead, toDelete }: Guards): void {
  app.get(
    '/inbox/list',
    { onRequest: toRead, schema: { hide, querystring: z.object({ query, page }) } },
    async request => {
      const wanted = { owners: request.inbox_owners };
      const { query, page } = request.query;
      const listed =
        query === ''
          ? await listLines(db, wanted, { page, page_size })
          : {
              ...(await searchLines(db, wanted, { query, page, page_size })),
              total: wanted.owners === undefined ? await readTotal(db) : await countMessages(db, wanted),
            };
      const results = listed.lines.map(({ recipient, ...line }) => ({ ...line, to: recipient }));
      return { results, count: listed.count, total: listed.total, page_size };
    },
  );

  app.get(
    '/inbox/messages/:id/parts',
    { onRequest: toRead, schema: { hide, params } },
    async ({ params: { id }, inbox_owners: owners }) => {
      const stored = found(await findMessage(db, id, { owners }), 'message');
      const mail = await parseMail(stored.source);
      return {
        id,
        from: showFrom(mail, stored.sender),
        to: stored.recipient,
        subject: mail.subject ?? '',
        size: stored.source.length,
        date: stored.date,
        html: mail.html ? prepareHtml(mail) : '',
        text: mail.text ?? '',
        headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
        attachments: mail.attachments.map((part, number) => ({
          number,
          name: part.filename ?? part.contentId ?? '',
          type: part.mimeType,
          size: contentOf(part).length,
        })),
      };
    },
  );

  // Files from a mail are only downloaded, never shown as one of our pages.
  app.get(
    '/inbox/messages/:id/attachments/:number',
    { onRequest: toRead, schema: { hide, params: params.extend({ number: z.coerce.number().int() }) } },
    async ({ params: { id, number }, inbox_owners: owners }, reply) => {
      const stored = await findMessage(db, id, { owners });
      const part = stored && (await parseMail(stored.source)).attachments[number];
      if (!part) throw notFound('file');
      const name = encodeURIComponent((part.filename ?? 'file').toWellFormed()).replaceAll("'", '%27');
      return reply
        .headers({
          'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
          'Content-Security-Policy': "sandbox; default-src 'none'",
        })
        .type('application/octet-stream')
        .send(contentOf(part));
    },
  );

  app.delete('/inbox/messages', { onRequest: toDelete, schema: { hide } }, async request => ({
    deleted: await deleteMessages(db, { owners: request.inbox_owners }),
  }));
}

/** Returns the bytes of an attachment, which `parseMail` leaves in base64. */
function contentOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content, 'base64') : Buffer.from(content as ArrayBuffer);
}
