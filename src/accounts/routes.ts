import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTransaction } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { isId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { HoldRights } from './keys.ts';
import {
  createdNewsletterSchema,
  type Newsletter,
  newsletterCreate,
  newsletterSchema,
  newsletterUpdate,
  showNewsletter,
} from './newsletter.ts';
import {
  type CheckTexts,
  createNewsletter,
  deleteNewsletter,
  type StopEmails,
  updateNewsletter,
} from './newsletters.ts';
import { type Level, reaches } from './permissions.ts';
import { findNewsletterById, listNewslettersFrom, listNewslettersOf } from './queries.ts';

const service = operations('Service', {
  ping: {
    summary: 'Check the API key',
    access: {},
    answers: z.object({ status: z.literal('ok') }),
  },
  retrieveOwn: {
    summary: 'Show the newsletter of the API key',
    access: {},
    answers: z.object({ username: z.string(), email_address: z.string() }),
  },
});
const newsletters = operations('Newsletters', {
  list: {
    summary: 'List newsletters',
    description:
      'A key sees its own newsletter first, and others only with `installation: read`. A signed-in person sees all of theirs, without the header Postrider-Newsletter.',
    access: { settings: 'read' },
    without_newsletter: true,
    query: z.object(pageParameters),
    answers: listOf(newsletterSchema),
  },
  create: {
    summary: 'Create a newsletter',
    description:
      'The new newsletter’s first key has the permissions of the calling key except `installation`, the same bounds, and the same expiry.',
    access: { settings: 'write', installation: 'write' },
    secret_fields: { api_key: '' },
    body: newsletterCreate,
    answers: { 201: createdNewsletterSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a newsletter',
    access: { settings: 'read' },
    params,
    answers: newsletterSchema,
  },
  update: {
    summary: 'Update a newsletter',
    access: { settings: 'write' },
    params,
    body: newsletterUpdate,
    answers: newsletterSchema,
  },
  delete: {
    summary: 'Delete a newsletter',
    description:
      'Deletes its subscribers, tags, emails and keys too, including the calling key. The newsletter disappears immediately and its username becomes free; its rows are deleted in the background.',
    access: { settings: 'write' },
    params,
    fails: [400, 409],
  },
});

export function accountRoutes(
  app: App,
  {
    base_url,
    vault,
    stopEmails,
    checkTexts,
    holdRights,
  }: {
    base_url: string;
    vault: Vault;
    stopEmails: StopEmails;
    checkTexts: CheckTexts;
    holdRights: HoldRights;
  },
): void {
  app.get('/v1/ping', service.ping, async () => ({ status: 'ok' as const }));

  app.get('/v1/accounts/me', service.retrieveOwn, async ({ newsletter }) => {
    const { username, from_address } = newsletter;
    return { username, email_address: from_address };
  });

  app.get('/v1/newsletters', newsletters.list, async (request, reply) => {
    return sendPage(reply, await listVisible(request, request.query), showNewsletter);
  });

  app.post('/v1/newsletters', newsletters.create, async ({ db, caller, body }) => {
    const { permissions, bounds, expiry_date, by } = caller;
    const first_key = {
      permissions: { ...permissions, installation: 'none' as const },
      bounds,
      expiry_date,
      created_by: by,
    };
    return inTransaction(db, async trx => {
      await holdRights(trx, caller);
      const given = { ...first_key, vault, checkTexts };
      return showNewsletter(await createNewsletter(trx, base_url, body, given));
    });
  });

  app.get('/v1/newsletters/:id', newsletters.retrieve, async request =>
    showNewsletter(await chosen(request, request.params.id, 'read')),
  );

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/newsletters/:id',
    ...newsletters.update,
    handler: async request =>
      showNewsletter(
        await updateNewsletter(
          request.db,
          { base_url, vault, checkTexts },
          await chosen(request, request.params.id, 'write'),
          request.body,
          request.caller,
        ),
      ),
  });

  app.delete('/v1/newsletters/:id', newsletters.delete, async request => {
    const newsletter = await chosen(request, request.params.id, 'write');
    await deleteNewsletter(request.db, newsletter, stopEmails, request.caller);
  });
}

/**
 * Lists the newsletters that the caller may see: a person sees all of theirs, a key its own, and an owner of the installation every one.
 */
async function listVisible(
  { db, admitted, signed_in }: FastifyRequest,
  query: { page: number; page_size: number },
): Promise<{ results: Newsletter[]; count: number }> {
  const level = signed_in?.installation ?? admitted!.permissions.installation;
  if (level !== 'none') return listNewslettersFrom(db, admitted?.newsletter.key ?? null, query);
  if (signed_in) return listNewslettersOf(db, signed_in.person_key, query);
  return { results: query.page === 1 ? [admitted!.newsletter] : [], count: 1 };
}

/**
 * Returns the newsletter in the path: the caller's own, or any other if the caller has access to the installation. Throws `not_found`.
 */
async function chosen(request: FastifyRequest, id: string, level: Level): Promise<Newsletter> {
  const { newsletter, permissions } = request.caller;
  if (newsletter.id === id) return newsletter;
  const other =
    isId(id) && reaches(permissions, 'installation', level)
      ? await findNewsletterById(request.db, id)
      : undefined;
  if (!other) throw notFound('newsletter');
  return other;
}
