import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { isId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { callerOf, newsletterOf } from './authenticate.ts';
import { isBounded } from './bounds.ts';
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

const tags = ['Newsletters'];
const params = z.object({ id: z.string() });
export function accountRoutes(
  app: App,
  {
    base_url,
    vault,
    stopEmails,
    checkTexts,
  }: { base_url: string; vault: Vault; stopEmails: StopEmails; checkTexts: CheckTexts },
): void {
  app.get(
    '/v1/ping',
    {
      config: { access: {} },
      schema: {
        tags: ['Service'],
        summary: 'Check the API key',
        response: { 200: z.object({ status: z.literal('ok') }), ...failures(401) },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/v1/accounts/me',
    {
      config: { access: {} },
      schema: {
        tags: ['Service'],
        summary: 'The newsletter of the API key',
        response: { 200: z.object({ username: z.string(), email_address: z.string() }), ...failures(401) },
      },
    },
    async request => {
      const { username, from_address } = newsletterOf(request);
      return { username, email_address: from_address };
    },
  );

  app.get(
    '/v1/newsletters',
    {
      config: { access: { settings: 'read' }, without_newsletter: true },
      schema: {
        tags,
        summary: 'List newsletters',
        description:
          'A key sees its own newsletter first, and others only with `installation: read`. A signed-in person sees all of theirs, without the header Postrider-Newsletter.',
        querystring: z.object(pageParameters),
        response: { 200: listOf(newsletterSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listVisible(request, request.query);
      return sendPage(request, reply, base_url, request.query, {
        results: results.map(showNewsletter),
        count,
      });
    },
  );

  app.post(
    '/v1/newsletters',
    {
      config: { access: { settings: 'write', installation: 'write' }, secret_field: 'api_key' },
      schema: {
        tags,
        summary: 'Create a newsletter',
        description:
          'Its first key has the permissions of the calling key except `installation`, the same bounds, and the same expiry.',
        body: newsletterCreate,
        response: { 201: createdNewsletterSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { permissions, bounds, expiry_date } = callerOf(request);
      const first_key = {
        permissions: { ...permissions, installation: 'none' as const },
        bounds,
        expiry_date,
      };
      reply.code(201);
      return showNewsletter(
        await createNewsletter(request.db, base_url, request.body, { ...first_key, vault, checkTexts }),
      );
    },
  );

  app.get(
    '/v1/newsletters/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a newsletter',
        params,
        response: { 200: newsletterSchema, ...failures(401, 403, 404) },
      },
    },
    async request => showNewsletter(await chosen(request, request.params.id, 'read')),
  );

  app.route({
    method: ['PATCH', 'PUT'],
    url: '/v1/newsletters/:id',
    config: { access: { settings: 'write' } },
    schema: {
      tags,
      summary: 'Update a newsletter',
      params,
      body: newsletterUpdate,
      response: { 200: newsletterSchema, ...failures(400, 401, 403, 404) },
    },
    handler: async request => {
      if (request.body.approval_threshold !== undefined && isBounded(callerOf(request).bounds))
        throw new DomainError(
          'forbidden',
          'approval_threshold: a key with bounds cannot change this field. Use a key without bounds.',
        );
      return showNewsletter(
        await updateNewsletter(
          request.db,
          { vault, checkTexts },
          await chosen(request, request.params.id, 'write'),
          request.body,
        ),
      );
    },
  });

  app.delete(
    '/v1/newsletters/:id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Delete a newsletter',
        description:
          'Deletes its subscribers, tags, emails and keys too, including the calling key. The newsletter disappears immediately and its username becomes free; its rows are deleted in the background.',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteNewsletter(request.db, await chosen(request, request.params.id, 'write'), stopEmails);
      reply.code(204);
    },
  );
}

/** The newsletters that the caller may see: a person all of theirs, a key its own; the installation's owner every one. */
async function listVisible(
  { db, caller, signed_in }: FastifyRequest,
  query: { page: number; page_size: number },
): Promise<{ results: Newsletter[]; count: number }> {
  const level = signed_in?.installation ?? caller!.permissions.installation;
  if (level !== 'none') return listNewslettersFrom(db, caller?.newsletter.key ?? null, query);
  if (signed_in) return listNewslettersOf(db, signed_in.person_key, query);
  return { results: query.page === 1 ? [caller!.newsletter] : [], count: 1 };
}

/** The newsletter in the path: the caller's own, or any other if the caller has access to the installation. */
async function chosen(request: FastifyRequest, id: string, level: Level): Promise<Newsletter> {
  const { newsletter, permissions } = callerOf(request);
  if (newsletter.id === id) return newsletter;
  const other =
    isId(id) && reaches(permissions, 'installation', level)
      ? await findNewsletterById(request.db, id)
      : undefined;
  if (!other) throw notFound('newsletter');
  return other;
}
