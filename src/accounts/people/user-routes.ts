import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import { demand } from '../permissions.ts';
import { changeInvitation, invite, showInvitation } from './invitations.ts';
import { deleteInvitation, findMember, listMembers } from './member-queries.ts';
import { removePerson, updateMember } from './members.ts';
import { findOpenInvitation, listOpenInvitations } from './open-invitations.ts';
import type { SignInContext } from './sign-in.ts';
import { invitedUser, roleWithin, type User, userCreate, userOf, userSchema, userUpdate } from './user.ts';

const api = operations('People', {
  list: {
    summary: 'List people and open invitations',
    description:
      'The people of the newsletter, and then those who are invited, in the shape that other clients expect. `/v1/people` and `/v1/invitations` say more.',
    access: { settings: 'read' },
    query: z.object(pageParameters),
    answers: listOf(userSchema),
  },
  create: {
    summary: 'Invite somebody with these permissions',
    description: 'They get the role with most rights that has no more than these permissions.',
    access: { settings: 'write' },
    body: userCreate,
    answers: { 201: userSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve a person or an open invitation',
    access: { settings: 'read' },
    params,
    answers: userSchema,
  },
  update: {
    summary: 'Change the permissions of a person or an open invitation',
    description: 'As for an invitation, the role follows from the permissions.',
    access: { settings: 'write' },
    params,
    body: userUpdate,
    answers: userSchema,
  },
  delete: {
    summary: 'Remove a person, or withdraw an invitation',
    description: 'Anyone may leave; everything else requires `settings: write`.',
    access: { settings: 'read' },
    params,
  },
});

/** People and invitations as other clients know them: one list, with permissions in place of roles. */
export function userRoutes(app: App, context: SignInContext): void {
  const { clock } = context;

  app.get('/v1/users', api.list, async ({ db, newsletter, query }, reply) => {
    const { page, page_size } = query;
    const people = await listMembers(db, newsletter.key, query);
    const invited = await listOpenInvitations(db, newsletter.key, clock());
    const place = (number: number) => Math.max(0, number * page_size - people.count);
    const results = [
      ...people.results.map(userOf),
      ...invited.slice(place(page - 1), place(page)).map(row => invitedUser(showInvitation(row))),
    ];
    return sendPage(reply, { results, count: people.count + invited.length });
  });

  app.post('/v1/users', api.create, async ({ db, caller, body }) => {
    const { permissions, email_address } = body;
    const role = roleWithin(permissions);
    return invitedUser(await invite(db, context, caller, { email_address, role, send_mail: true }));
  });

  app.get('/v1/users/:id', api.retrieve, async request => userWith(request, request.params.id));

  app.patch('/v1/users/:id', api.update, async request => {
    const { db, caller, params, body, ip } = request;
    const role = roleWithin(body.permissions);
    const { status } = await userWith(request, params.id);
    if (status === 'pending')
      return invitedUser(await changeInvitation(db, caller, params.id, role, clock()));
    return userOf(await updateMember(db, caller, params.id, { role, keep_keys: false }, ip));
  });

  app.delete('/v1/users/:id', api.delete, async request => {
    const { db, caller, newsletter, params, ip } = request;
    if (params.id !== caller.by) demand(caller.permissions, 'settings', 'write');
    const { status } = await userWith(request, params.id);
    if (status !== 'pending')
      return removePerson(db, caller, params.id, { keep_keys: false, ip_address: ip });
    if (!(await deleteInvitation(db, newsletter.key, params.id))) throw notFound('open invitation');
  });

  async function userWith({ db, newsletter }: FastifyRequest, id: string): Promise<User> {
    const member = isId(id) ? await findMember(db, newsletter.key, id) : undefined;
    if (member) return userOf(member);
    const invitation = isId(id) ? await findOpenInvitation(db, id, clock()) : undefined;
    if (invitation?.newsletter_key !== newsletter.key) throw notFound('user');
    return invitedUser(showInvitation(invitation));
  }
}
