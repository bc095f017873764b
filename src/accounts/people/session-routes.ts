import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../../platform/errors.ts';
import { readObstacle } from '../../platform/fence/queries.ts';
import type { App } from '../../platform/http/server.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { mailAddress, normalAddress } from '../../platform/mail/address.ts';
import { createdNewsletterSchema, newsletterCreate, showNewsletter } from '../newsletter.ts';
import type { CheckTexts } from '../newsletters.ts';
import { seesMail } from '../permissions.ts';
import { ownersPowers, powersOf, roleSchema } from '../role.ts';
import { hashToken, readCookie, refuseOtherSites, setCookie } from './cookie.ts';
import { createNewsletterAs } from './create-newsletter.ts';
import { erasePerson } from './erase.ts';
import { mailSignInLink } from './links.ts';
import { askForPasskey, signInResponse } from './passkeys.ts';
import { password } from './password.ts';
import { hasCredential, meSchema, placeSchema, roleOf, showMe } from './person.ts';
import { findSetupDate, listPlaces } from './queries.ts';
import { endSessionRow, type Session } from './session-queries.ts';
import { isProofDue, readSession } from './sessions.ts';
import {
  type Admission,
  lookAtLink,
  type SignInContext,
  signInByCode,
  signInByLink,
  signInByPasskey,
  signInByPassword,
} from './sign-in.ts';

const path = '/dashboard/session';

const stateSchema = z.object({
  state: z
    .enum(['signed_out', 'code_due', 'signed_in'])
    .describe('code_due: the password was correct, and a code is required'),
  person: meSchema.nullable(),
  newsletters: z.array(placeSchema).describe('The newsletters that the person may choose'),
  credential_due: z
    .boolean()
    .describe('Others can reach the service, so only /v1/me works until a password or passkey is set'),
  setup_due: z
    .boolean()
    .describe('The first steps of a new installation have been neither finished nor skipped'),
  proof_due: z
    .boolean()
    .describe('Changing how the person signs in, or erasing the account, requires signing in again'),
  sees_inbox: z.boolean().describe('Whether the person can open the built-in inbox'),
  on_hold: z.boolean().describe('Whether the installation is on hold, so that nothing goes out'),
  witness_away: z.boolean().describe('Whether nothing goes out because the witness cannot be used'),
});
type State = z.output<typeof stateSchema>;

const nobody: State = {
  state: 'signed_out',
  person: null,
  newsletters: [],
  credential_due: false,
  setup_due: false,
  proof_due: false,
  sees_inbox: false,
  on_hold: false,
  witness_away: false,
};

const linkSchema = z.object({
  kind: z.enum(['sign_in', 'invitation']),
  email_address: z.string(),
  newsletter_name: z.string().nullable(),
  role: roleSchema.nullable(),
});

const token = z.string().max(200);
/** How long every request for a link takes, whether or not the address is known. */
const mailMilliseconds = 300;

/**
 * How a browser signs in and out. These routes are for our own pages and not part of the API: programs have keys. Most
 * responses contain the resulting state, so that a page knows what to show next.
 */
export function sessionRoutes(
  app: App,
  { jobs, has_inbox, ...context }: SignInContext & { jobs: Jobs; has_inbox: boolean; checkTexts: CheckTexts },
): void {
  const { db, clock, limits } = context;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store');
    refuseOtherSites(request, context);
  };
  const answer = { hide: true, response: { 200: stateSchema } };

  app.get(path, { onRequest, schema: answer }, (request, reply) => stateOf(request, reply));

  app.delete(path, { onRequest, schema: answer }, async (request, reply) => {
    const cookie = readCookie(request, context);
    if (cookie) await endSessionRow(db, { hash: hashToken(cookie) });
    setCookie(reply, context, '', 0);
    return nobody;
  });

  app.delete(`${path}/account`, { onRequest, schema: answer }, async (request, reply) => {
    await erasePerson(context, await demandSession(request, reply), request.ip);
    setCookie(reply, context, '', 0);
    return nobody;
  });

  app.post(
    `${path}/newsletters`,
    {
      onRequest,
      schema: { hide: true, body: newsletterCreate, response: { 201: createdNewsletterSchema } },
    },
    async (request, reply) => {
      const { person } = await demandSession(request, reply);
      reply.code(201);
      return showNewsletter(await createNewsletterAs(context, person, request.ip, request.body));
    },
  );

  app.post(
    `${path}/password`,
    { onRequest, schema: { ...answer, body: z.object({ email_address: mailAddress, password }) } },
    async (request, reply) => stateAfter(await signInByPassword(context, request, reply, request.body)),
  );

  app.post(
    `${path}/code`,
    { onRequest, schema: { ...answer, body: z.object({ code: z.string().max(100) }) } },
    async (request, reply) => stateAfter(await signInByCode(context, request, reply, request.body.code)),
  );

  app.post(
    `${path}/passkey/options`,
    { onRequest, schema: { hide: true, response: { 200: z.object({ options: z.unknown() }) } } },
    async request => {
      limits.token(request.ip);
      return { options: await askForPasskey(context) };
    },
  );

  app.post(
    `${path}/passkey`,
    { onRequest, schema: { ...answer, body: z.object({ response: signInResponse }) } },
    async (request, reply) =>
      stateAfter(await signInByPasskey(context, request, reply, request.body.response)),
  );

  app.post(
    `${path}/mail`,
    {
      onRequest,
      schema: { hide: true, body: z.object({ email_address: mailAddress }), response: { 202: z.void() } },
    },
    async (request, reply) => {
      const { email_address } = request.body;
      await limits.mail(request.ip, normalAddress(email_address));
      await Promise.all([mailSignInLink(db, jobs, email_address, clock()), setTimeout(mailMilliseconds)]);
      reply.code(202);
    },
  );

  app.post(
    `${path}/link/look`,
    { onRequest, schema: { hide: true, body: z.object({ token }), response: { 200: linkSchema } } },
    async request => lookAtLink(context, request.ip, request.body.token),
  );

  app.post(
    `${path}/link`,
    { onRequest, schema: { ...answer, body: z.object({ token }) } },
    async (request, reply) => stateAfter(await signInByLink(context, request, reply, request.body.token)),
  );

  async function stateOf(request: FastifyRequest, reply: FastifyReply): Promise<State> {
    const session = await readSession(context, request, reply);
    if (!session) return nobody;
    const state = await stateAfter({ person: session.person, code_due: session.second_factor_due });
    return { ...state, proof_due: isProofDue(session, clock()) };
  }

  async function demandSession(request: FastifyRequest, reply: FastifyReply): Promise<Session> {
    const session = await readSession(context, request, reply);
    if (session && !session.second_factor_due) return session;
    throw new DomainError('authentication_invalid', 'Your session has ended. Sign in again at /dashboard.');
  }

  async function stateAfter({ person, code_due }: Admission): Promise<State> {
    if (code_due) return { ...nobody, state: 'code_due' };
    const places = await listPlaces(db, person);
    const is_owner = person.installation === 'write';
    const { waits_for } = await readObstacle(db);
    const newsletters = places.map(({ id, username, name, role: given }) => {
      const role = roleOf({ installation: person.installation, role: given });
      const { permissions } = is_owner ? ownersPowers : powersOf(role);
      return { id, username, name, role, permissions };
    });
    return {
      state: 'signed_in',
      person: showMe(person),
      newsletters,
      credential_due: context.is_exposed && !hasCredential(person),
      setup_due: is_owner && (await findSetupDate(db)) === null,
      proof_due: false,
      sees_inbox: has_inbox && newsletters.some(({ permissions }) => seesMail(permissions)),
      on_hold: waits_for === 'operator',
      witness_away: waits_for === 'witness',
    };
  }
}
