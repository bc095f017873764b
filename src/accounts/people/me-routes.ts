import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import { signedInOf } from '../authenticate.ts';
import { meExample, recoveryExample, sessionExample, totpExample } from './examples.ts';
import { keepLanguage } from './language.ts';
import { mailSignInLink } from './links.ts';
import {
  beginTotp,
  confirmTotp,
  endTotp,
  findMe,
  meUpdate,
  recoveryCodesLeft,
  renewRecoveryCodes,
  updateMe,
} from './me.ts';
import { hasProvenAddress, meSchema, showMe } from './person.ts';
import { endSessions, listSessions } from './session-queries.ts';
import { idleMilliseconds } from './sessions.ts';
import type { SignInContext } from './sign-in.ts';

export const codesSchema = z
  .object({
    recovery_codes: z.array(z.string()).describe('Each replaces a code once. Shown only once'),
  })
  .meta({ examples: [recoveryExample] });
export const totpSchema = z
  .object({
    secret: z.string().describe('The secret, to type into the app'),
    otpauth_url: z.string().describe('The secret as an address, for a QR code'),
  })
  .meta({ examples: [totpExample] });
export const sessionSchema = z
  .object({
    id: z.string(),
    is_this: z.boolean().describe('Whether it is the current session'),
    method: z.string().describe('How the person signed in'),
    ip_address: z.string().describe('IP address of its last use'),
    user_agent: z.string(),
    creation_date: timestamp,
    last_used_date: timestamp.describe('To the minute'),
    end_date: timestamp.describe('When it ends even if it is used'),
  })
  .meta({ id: 'Session', examples: [sessionExample] });

const api = operations('People', {
  retrieve: {
    summary: 'Show who is signed in',
    access: 'person',
    answers: meSchema
      .extend({ recovery_codes_left: z.int() })
      .meta({ examples: [{ ...meExample, recovery_codes_left: 8 }] }),
  },
  update: {
    summary: 'Change your name, address, language or password',
    description:
      'The address and password can be changed only within 15 minutes of signing in (403 `sign_in_again`). A new password ends all other sessions. A new address is mailed a link that proves it is yours.',
    access: 'person',
    body: meUpdate,
    answers: meSchema,
  },
  beginTotp: {
    summary: 'Set up an authenticator app',
    description:
      'Creates a secret for the app. It takes effect once `POST /v1/me/totp/confirm` has received a code. Only within 15 minutes of signing in.',
    access: 'person',
    secret_fields: { secret: '', otpauth_url: '' },
    answers: { 201: totpSchema },
    fails: [400],
  },
  confirmTotp: {
    summary: 'Ask for codes of the app from now on',
    description: 'Sign-ins by password or mailed link then require a code. Ends all other sessions.',
    access: 'person',
    secret_fields: { recovery_codes: [] },
    body: z.object({ code: z.string().max(20) }).meta({ examples: [{ code: '492039' }] }),
    answers: codesSchema,
    fails: [409],
  },
  endTotp: {
    summary: 'Remove the authenticator app',
    description:
      'Sign-ins no longer require a code, and recovery codes stop working. Only within 15 minutes of signing in.',
    access: 'person',
  },
  renewRecoveryCodes: {
    summary: 'Create new recovery codes',
    description: 'They replace the earlier ones. Only within 15 minutes of signing in.',
    access: 'person',
    secret_fields: { recovery_codes: [] },
    answers: codesSchema,
    fails: [400, 409],
  },
  listSessions: {
    summary: 'List your sessions',
    access: 'person',
    answers: z
      .object({ results: z.array(sessionSchema) })
      .meta({ examples: [{ results: [sessionExample] }] }),
  },
  endSession: {
    summary: 'End one of your sessions',
    access: 'person',
    params: z.object({ id: z.string() }),
  },
  endOtherSessions: {
    summary: 'End all your other sessions',
    access: 'person',
  },
});

/** Routes for people to manage their own account. API keys get 403. */
export function meRoutes(app: App, context: SignInContext): void {
  const { clock, limits } = context;

  app.get('/v1/me', api.retrieve, async request => {
    const me = await findMe(request.db, signedInOf(request));
    return { ...showMe(me), recovery_codes_left: await recoveryCodesLeft(request.db, me) };
  });

  app.patch('/v1/me', api.update, async (request, reply) => {
    const { email_address, language } = request.body;
    const me = await updateMe({ ...context, db: request.db }, signedInOf(request), request.body);
    if (email_address && !hasProvenAddress(me)) await mailSignInLink(request.db, email_address, clock());
    if (language !== undefined) keepLanguage(request, reply, context, language);
    return showMe(me);
  });

  app.post('/v1/me/totp', api.beginTotp, async request =>
    beginTotp({ ...context, db: request.db }, signedInOf(request)),
  );

  // Counted before the transaction of an Idempotency-Key, so that the count needs no second connection and is not rolled back.
  const preHandler = async (request: FastifyRequest) =>
    limits.password(request.ip, signedInOf(request).session_id);
  app.post('/v1/me/totp/confirm', { ...api.confirmTotp, preHandler }, async request => {
    const { db, body } = request;
    return { recovery_codes: await confirmTotp({ ...context, db }, signedInOf(request), body.code) };
  });

  app.delete('/v1/me/totp', api.endTotp, async request => {
    await endTotp({ ...context, db: request.db }, signedInOf(request));
  });

  app.post('/v1/me/recovery_codes', api.renewRecoveryCodes, async request => ({
    recovery_codes: await renewRecoveryCodes({ ...context, db: request.db }, signedInOf(request)),
  }));

  app.get('/v1/me/sessions', api.listSessions, async request => {
    const { person_key, session_id } = signedInOf(request);
    const rows = await listSessions(request.db, person_key, clock(), idleMilliseconds);
    return { results: rows.map(row => ({ ...row, is_this: row.id === session_id })) };
  });

  app.delete('/v1/me/sessions/:id', api.endSession, async request => {
    const { id } = request.params;
    const ended = isId(id) ? await endSessions(request.db, signedInOf(request).person_key, { id }) : 0;
    if (ended === 0) throw notFound('session');
  });

  app.delete('/v1/me/sessions', api.endOtherSessions, async request => {
    const { person_key, session_id } = signedInOf(request);
    await endSessions(request.db, person_key, { except: session_id });
  });
}
