import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { flagParameter, pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import { invitationExample, invitationLinkExample, listWith, personExample } from './examples.ts';
import { invitationCreate, invitationSchema, invite, showInvitation } from './invitations.ts';
import { deleteInvitation, listMembers } from './member-queries.ts';
import {
  keptKeys,
  memberOf,
  personSchema,
  personUpdate,
  removePerson,
  showPerson,
  updateMember,
} from './members.ts';
import { listOpenInvitations } from './open-invitations.ts';
import type { SignInContext } from './sign-in.ts';

export const invitationLinkSchema = invitationSchema
  .extend({
    url: z.string().describe('The link that accepts it. Shown only once: empty in a replay'),
  })
  .meta({ examples: [invitationLinkExample] });

const api = operations('People', {
  list: {
    summary: 'List the people of the newsletter',
    description: 'Includes the owners of the installation, who own every newsletter.',
    access: { settings: 'read' },
    query: z.object(pageParameters),
    answers: listOf(personSchema).meta({ examples: [listWith(personExample)] }),
  },
  retrieve: {
    summary: 'Retrieve a person',
    access: { settings: 'read' },
    params,
    answers: personSchema,
  },
  update: {
    summary: 'Change what a person may do',
    description:
      'You cannot grant more than you have, or change somebody who may do more. The last owner cannot be changed (400 `last_owner`). API keys that the person created and could no longer create are revoked, unless `keep_keys` is true.',
    access: { settings: 'write' },
    params,
    body: personUpdate,
    answers: personSchema,
  },
  remove: {
    summary: 'Remove a person from the newsletter',
    description:
      'They lose access to it. What they scheduled still goes out. Their open invitations end, and the API keys they created are revoked, unless `keep_keys` is true. Anyone may leave, whatever their role; removing somebody else requires `settings: write`.',
    access: { settings: 'read' },
    params,
    query: z.object({ keep_keys: flagParameter.describe(keptKeys) }),
  },
  listInvitations: {
    summary: 'List open invitations',
    description:
      'An invitation ends if the person or key that made it could no longer do so: the person was removed, their role changed, or the key was revoked.',
    access: { settings: 'read' },
    answers: z
      .object({ results: z.array(invitationSchema) })
      .meta({ examples: [{ results: [invitationExample] }] }),
  },
  invite: {
    summary: 'Invite somebody',
    description:
      'The link works once, within a week. It is mailed and also returned in the response. If the address already has an account, that person must be signed in to accept a link that was not mailed.',
    access: { settings: 'write' },
    secret_fields: { url: '' },
    body: invitationCreate,
    answers: { 201: invitationLinkSchema },
    fails: [409],
  },
  withdraw: {
    summary: 'Withdraw an invitation',
    access: { settings: 'write' },
    params,
  },
});

/** Adds the routes of the people who work on a newsletter, and those invited to. */
export function peopleRoutes(app: App, context: SignInContext): void {
  const { clock } = context;

  app.get('/v1/people', api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listMembers(db, newsletter.key, query), showPerson),
  );

  app.get('/v1/people/:id', api.retrieve, async ({ db, newsletter, params }) =>
    showPerson(await memberOf(db, newsletter.key, params.id)),
  );

  app.patch('/v1/people/:id', api.update, async request =>
    showPerson(await updateMember(request.db, request.caller, request.params.id, request.body, request.ip)),
  );

  app.delete('/v1/people/:id', api.remove, async ({ db, caller, params, query, ip }) => {
    const { id } = params;
    await removePerson(db, caller, id, { ...query, ip_address: ip });
  });

  app.get('/v1/invitations', api.listInvitations, async ({ db, newsletter }) => {
    const rows = await listOpenInvitations(db, newsletter.key, clock());
    return { results: rows.map(showInvitation) };
  });

  app.post('/v1/invitations', api.invite, async ({ db, caller, body }) => invite(db, context, caller, body));

  app.delete('/v1/invitations/:id', api.withdraw, async ({ db, newsletter, params }) => {
    const { id } = params;
    if (!isId(id) || !(await deleteInvitation(db, newsletter.key, id))) throw notFound('open invitation');
  });
}
