import { z } from 'zod';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { signedInOf } from '../authenticate.ts';
import { identityExample } from './examples.ts';
import { identitySchema, removeIdentity, removeOwnIdentity, showIdentity } from './identities.ts';
import { listIdentities } from './identity-queries.ts';
import { memberOf } from './members.ts';
import type { SignInContext } from './sign-in.ts';

const answers = z
  .object({ results: z.array(identitySchema) })
  .meta({ examples: [{ results: [identityExample] }] });

const api = operations('People', {
  listOwn: {
    summary: 'List your accounts elsewhere',
    description: 'The accounts at the provider of single sign-on, or at a proxy, with which you sign in.',
    access: 'person',
    answers,
  },
  removeOwn: {
    summary: 'Disconnect one of your accounts elsewhere',
    description: 'Ends your other sessions that began with it. Only within 15 minutes of signing in.',
    access: 'person',
    params: z.object({ id: z.string() }),
  },
  list: {
    summary: 'List the accounts elsewhere of a person',
    access: { installation: 'read' },
    params: z.object({ id: z.string() }),
    answers,
  },
  remove: {
    summary: 'Disconnect an account elsewhere from a person',
    description:
      'Ends their sessions that began with it. Another account with their address can then be connected at its first sign-in.',
    access: { installation: 'write' },
    params: z.object({ id: z.string(), identity_id: z.string() }),
  },
});

/**
 * Adds the routes of the accounts elsewhere with which people sign in: everybody’s own, and for owners of the installation those of others.
 */
export function identityRoutes(app: App, context: SignInContext): void {
  const { clock } = context;

  app.get('/v1/me/identities', api.listOwn, async request => {
    const identities = await listIdentities(request.db, signedInOf(request).person_key);
    return { results: identities.map(showIdentity) };
  });

  app.delete('/v1/me/identities/:id', api.removeOwn, async request => {
    await removeOwnIdentity({ db: request.db, clock }, signedInOf(request), request.params.id);
  });

  app.get('/v1/people/:id/identities', api.list, async ({ db, newsletter, params }) => {
    const { key } = await memberOf(db, newsletter.key, params.id);
    return { results: (await listIdentities(db, key)).map(showIdentity) };
  });

  app.delete('/v1/people/:id/identities/:identity_id', api.remove, async ({ db, newsletter, params }) => {
    const { key } = await memberOf(db, newsletter.key, params.id);
    await removeIdentity(db, key, params.identity_id);
  });
}
