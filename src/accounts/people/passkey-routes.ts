import { z } from 'zod';
import { asked } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import { params } from '../../platform/http/query.ts';
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

export const passkeyCreate = z
  .object({ name: passkeyName, response: registrationResponse })
  .meta(asked(registrationExample));

const api = operations('People', {
  list: {
    summary: 'List your passkeys',
    access: 'person',
    answers: z
      .object({ results: z.array(passkeySchema) })
      .meta({ examples: [{ results: [passkeyExample] }] }),
  },
  begin: {
    summary: 'Begin with a passkey',
    description:
      'What the browser needs to create one (PublicKeyCredentialCreationOptionsJSON of WebAuthn), valid for five minutes. Only within 15 minutes of signing in.',
    access: 'person',
    answers: z.object({ options: z.unknown() }).meta({ examples: [registrationOptionsExample] }),
    fails: [400],
  },
  create: {
    summary: 'Add a passkey that the browser has created',
    access: 'person',
    body: passkeyCreate,
    answers: { 201: passkeySchema },
    fails: [409],
  },
  rename: {
    summary: 'Rename a passkey',
    access: 'person',
    params,
    body: z.object({ name: passkeyName }).meta(asked({ name: 'Laptop' })),
    answers: passkeySchema,
  },
  delete: {
    summary: 'Delete a passkey',
    description: 'Only within 15 minutes of signing in.',
    access: 'person',
    params,
  },
});

/** Adds the routes of the passkeys of the signed-in person. */
export function passkeyRoutes(app: App, context: SignInContext): void {
  app.get('/v1/me/passkeys', api.list, async request => {
    const passkeys = await listPasskeys(request.db, signedInOf(request).person_key);
    return { results: passkeys.map(showPasskey) };
  });

  app.post('/v1/me/passkeys/options', api.begin, async request => ({
    options: await beginPasskey(within(request), signedInOf(request)),
  }));

  app.post('/v1/me/passkeys', api.create, async request =>
    showPasskey(await keepPasskey(within(request), signedInOf(request), request.body)),
  );

  app.patch('/v1/me/passkeys/:id', api.rename, async request => {
    const { params, body, db } = request;
    return showPasskey(await renamePasskey(db, signedInOf(request), params.id, body.name));
  });

  app.delete('/v1/me/passkeys/:id', api.delete, async request => {
    await deletePasskey(within(request), signedInOf(request), request.params.id);
  });

  function within({ db }: { db: SignInContext['db'] }): SignInContext {
    return { ...context, db };
  }
}
