import { z } from 'zod';
import { failures } from '../../platform/http/errors.ts';
import { asked } from '../../platform/http/fields.ts';
import type { App } from '../../platform/http/server.ts';
import { signedInOf } from '../authenticate.ts';
import { passkeyExample, registrationExample, registrationOptionsExample } from './examples.ts';
import { listPasskeys } from './passkey-queries.ts';
import {
  beginPasskey,
  deletePasskey,
  keepPasskey,
  passkeyName,
  registrationResponse,
  renamePasskey,
} from './passkeys.ts';
import { passkeySchema, showPasskey } from './person.ts';
import type { SignInContext } from './sign-in.ts';

const tags = ['People'];
const config = { access: 'person' } as const;
const params = z.object({ id: z.string() });
export const passkeyCreate = z
  .object({ name: passkeyName, response: registrationResponse })
  .meta(asked(registrationExample));

/** The passkeys of the signed-in person. */
export function passkeyRoutes(app: App, context: SignInContext): void {
  app.get(
    '/v1/me/passkeys',
    {
      config,
      schema: {
        tags,
        summary: 'List your passkeys',
        response: {
          200: z
            .object({ results: z.array(passkeySchema) })
            .meta({ examples: [{ results: [passkeyExample] }] }),
          ...failures(401, 403),
        },
      },
    },
    async request => {
      const passkeys = await listPasskeys(request.db, signedInOf(request).person_key);
      return { results: passkeys.map(showPasskey) };
    },
  );

  app.post(
    '/v1/me/passkeys/options',
    {
      config,
      schema: {
        tags,
        summary: 'Begin with a passkey',
        description:
          'What the browser needs to create one (PublicKeyCredentialCreationOptionsJSON of WebAuthn), valid for five minutes. Only within 15 minutes of signing in.',
        response: {
          200: z.object({ options: z.unknown() }).meta({ examples: [registrationOptionsExample] }),
          ...failures(400, 401, 403),
        },
      },
    },
    async request => ({ options: await beginPasskey(within(request), signedInOf(request)) }),
  );

  app.post(
    '/v1/me/passkeys',
    {
      config,
      schema: {
        tags,
        summary: 'Add a passkey that the browser has created',
        body: passkeyCreate,
        response: { 201: passkeySchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      reply.code(201);
      return showPasskey(await keepPasskey(within(request), signedInOf(request), request.body));
    },
  );

  app.patch(
    '/v1/me/passkeys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Rename a passkey',
        params,
        body: z.object({ name: passkeyName }).meta(asked({ name: 'Laptop' })),
        response: { 200: passkeySchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const { params, body, db } = request;
      return showPasskey(await renamePasskey(db, signedInOf(request), params.id, body.name));
    },
  );

  app.delete(
    '/v1/me/passkeys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a passkey',
        description: 'Only within 15 minutes of signing in.',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deletePasskey(within(request), signedInOf(request), request.params.id);
      reply.code(204);
    },
  );

  function within({ db }: { db: SignInContext['db'] }): SignInContext {
    return { ...context, db };
  }
}
