import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { callerOf, newsletterOf } from '../authenticate.ts';
import { invitationExample, invitationLinkExample, listWith, personExample } from './examples.ts';
import { invitationCreate, invitationSchema, invite, showInvitation } from './invitations.ts';
import { deleteInvitation, listInvitations, listMembers } from './member-queries.ts';
import { memberOf, personSchema, personUpdate, removePerson, showPerson, updateMember } from './members.ts';
import type { SignInContext } from './sign-in.ts';

const tags = ['People'];
const params = z.object({ id: z.string() });
export const invitationLinkSchema = invitationSchema
  .extend({
    url: z.string().describe('The link that accepts it. Shown only once: empty in a replay'),
  })
  .meta({ examples: [invitationLinkExample] });

/** The people who work on a newsletter, and those invited to. */
export function peopleRoutes(app: App, context: SignInContext & { jobs: Jobs }): void {
  const { base_url, clock } = context;

  app.get(
    '/v1/people',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List the people of the newsletter',
        description: 'Includes the owners of the installation, who own every newsletter.',
        querystring: z.object(pageParameters),
        response: {
          200: listOf(personSchema).meta({ examples: [listWith(personExample)] }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const { results, count } = await listMembers(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, { results: results.map(showPerson), count });
    },
  );

  app.get(
    '/v1/people/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a person',
        params,
        response: { 200: personSchema, ...failures(401, 403, 404) },
      },
    },
    async request => showPerson(await memberOf(request.db, newsletterOf(request).key, request.params.id)),
  );

  app.patch(
    '/v1/people/:id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Change what a person may do',
        description:
          'You cannot grant more than you have, or change somebody who may do more. The last owner cannot be changed (400 `last_owner`).',
        params,
        body: personUpdate,
        response: { 200: personSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request =>
      showPerson(await updateMember(request.db, callerOf(request), request.params.id, request.body)),
  );

  app.delete(
    '/v1/people/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Remove a person from the newsletter',
        description:
          'They lose access to it. What they scheduled still goes out. Anyone may leave, whatever their role; removing somebody else requires `settings: write`.',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      await removePerson(request.db, callerOf(request), request.params.id);
      reply.code(204);
    },
  );

  app.get(
    '/v1/invitations',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List open invitations',
        response: {
          200: z
            .object({ results: z.array(invitationSchema) })
            .meta({ examples: [{ results: [invitationExample] }] }),
          ...failures(401, 403),
        },
      },
    },
    async request => {
      const rows = await listInvitations(request.db, newsletterOf(request).key, clock());
      return { results: rows.map(showInvitation) };
    },
  );

  app.post(
    '/v1/invitations',
    {
      config: { access: { settings: 'write' }, secret_field: 'url' },
      schema: {
        tags,
        summary: 'Invite somebody',
        description:
          'The link works once, within a week. It is mailed and also returned in the response. If the address already has an account, that person must be signed in to accept a link that was not mailed.',
        body: invitationCreate,
        response: { 201: invitationLinkSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return invite(request.db, context, callerOf(request), request.body);
    },
  );

  app.delete(
    '/v1/invitations/:id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!isId(id) || !(await deleteInvitation(request.db, newsletterOf(request).key, id)))
        throw notFound('open invitation');
      reply.code(204);
    },
  );
}
