import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { shown } from '../../accounts/newsletter.ts';
import { readLink } from '../../links/unsubscribe.ts';
import type { Database } from '../../platform/database/connect.ts';
import { acceptForms } from '../../platform/http/forms.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { App } from '../../platform/http/server.ts';
import { textOf } from '../../platform/http/words.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { ReaderPages } from './page.ts';
import { findLinkNewsletter, unsubscribeByLink } from './unsubscribe.ts';

type TrackingRoutes = { db: Database; secret: Secret; pages: Pages; base_url: string } & Pick<
  ReaderPages,
  'planOf'
>;
type LinkRoute = { Params: { token: string }; Body: unknown };

/** Adds the routes for unsubscribing through the link in a mail: a page with one button, and the one-click POST of RFC 8058. */
export function trackingRoutes(app: App, { db, secret, pages, base_url, planOf }: TrackingRoutes): void {
  app.register(async scope => {
    // Mail programs may choose either form (RFC 8058 §3.1).
    acceptForms(scope);
    await scope.register(multipart, { limits: { fields: 10, files: 0, fieldSize: 1000 } });

    scope.get<LinkRoute>('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
      const { token } = request.params;
      if (token === 'preview') return pages.show(reply, 200, 'preview-link', {});
      const owner = readLink(secret, token);
      if (!owner) return unknownLink(reply);
      const newsletter = await findLinkNewsletter(db, owner);
      const gone = newsletter === undefined;
      return pages.show(reply, 200, 'unsubscribe', {
        ...valuesOf(newsletter),
        gone,
        plan:
          newsletter && (await planOf(db, { key: newsletter.reader_key, newsletter_key: newsletter.key })),
      });
    });

    scope.post<LinkRoute>('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
      const owner = readLink(secret, request.params.token);
      if (!owner) return unknownLink(reply);
      const form = await readForm(request);
      const oneClick = form.get('List-Unsubscribe') === 'One-Click';
      // Any other POST, such as a scanner's empty form, does not come from a person.
      if (!oneClick && form.get('confirm') !== 'unsubscribe')
        return pages.show(reply, 400, 'unsubscribe-unclear', {});
      const newsletter = await findLinkNewsletter(db, owner);
      await unsubscribeByLink(db, owner, textOf(form.get('reason'), 2000));
      return pages.show(reply, 200, 'unsubscribed', { ...valuesOf(newsletter) });
    });
  });

  function valuesOf(newsletter: Awaited<ReturnType<typeof findLinkNewsletter>>) {
    return (
      newsletter && { newsletter: shown(newsletter, base_url), reader_language: newsletter.reader_language }
    );
  }

  function unknownLink(reply: FastifyReply) {
    return pages.show(reply, 404, 'unknown-link', {});
  }
}

/** Reads the fields of a form in either encoding; none if the body is not a readable form. */
async function readForm(request: FastifyRequest<LinkRoute>): Promise<{ get(name: string): unknown }> {
  if (request.body instanceof URLSearchParams) return request.body;
  const fields = new Map<string, unknown>();
  if (!request.isMultipart()) return fields;
  try {
    for await (const part of request.parts())
      if (part.type === 'field') fields.set(part.fieldname, part.value);
  } catch {
    return new Map();
  }
  return fields;
}
