import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { App } from '../../platform/http/server.ts';
import { mailAddress, normalAddress } from '../../platform/mail/address.ts';
import { createdNewsletterSchema, newsletterCreate, showNewsletter } from '../newsletter.ts';
import type { CheckTexts } from '../newsletters.ts';
import { roleSchema } from '../role.ts';
import { hashToken, readCookie, refuseOtherSites, setCookie } from './cookie.ts';
import { createNewsletterAs } from './create-newsletter.ts';
import { erasePerson } from './erase.ts';
import { keepLanguage } from './language.ts';
import { mailSignInLink } from './links.ts';
import { askForPasskey, signInResponse } from './passkeys.ts';
import { password } from './password.ts';
import { endSessionRow } from './session-queries.ts';
import {
  type State,
  type StateContext,
  signedOut,
  stateAfter,
  stateOf,
  stateSchema,
} from './session-state.ts';
import { demandSession } from './sessions.ts';
import {
  demandOwnWays,
  lookAtLink,
  signInByCode,
  signInByLink,
  signInByPasskey,
  signInByPassword,
} from './sign-in.ts';

const path = '/dashboard/session';

const linkSchema = z.object({
  kind: z.enum(['sign_in', 'invitation']),
  email_address: z.string(),
  newsletter_name: z.string().nullable(),
  role: roleSchema.nullable(),
});

const token = z.string().max(200);
/** How long every request for a link takes, whether or not the address is known. */
const mailMilliseconds = 300;

const hide = true;
const email_address = mailAddress;
const state = { hide, response: { 200: stateSchema } };

/** These operations are hidden, so they need no section of the document. */
const api = {
  state: { schema: state },
  createNewsletter: { schema: { hide, body: newsletterCreate, response: { 201: createdNewsletterSchema } } },
  password: { schema: { ...state, body: z.object({ email_address, password }) } },
  code: { schema: { ...state, body: z.object({ code: z.string().max(100) }) } },
  askForPasskey: { schema: { hide, response: { 200: z.object({ options: z.unknown() }) } } },
  passkey: { schema: { ...state, body: z.object({ response: signInResponse }) } },
  mail: { schema: { hide, body: z.object({ email_address }), response: { 202: z.void() } } },
  lookAtLink: { schema: { hide, body: z.object({ token }), response: { 200: linkSchema } } },
  link: { schema: { ...state, body: z.object({ token }) } },
};

/**
 * How a browser signs in and out. These routes are for our own pages and not part of the API: programs have keys. Most
 * responses contain the resulting state, so that a page knows what to show next.
 */
export function sessionRoutes(app: App, context: StateContext & { checkTexts: CheckTexts }): void {
  app.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      refuseOtherSites(request, context);
    });
    scope.addHook('preSerialization', async (request, reply, answer: Partial<State>) => {
      if (answer.person) keepLanguage(request, reply, context, answer.person.language);
      return answer;
    });
    ownRoutes(scope as App, context);
    signInRoutes(scope as App, context);
  });
}

/** Shows the browser's session, and does what its person does without a newsletter. */
function ownRoutes(app: App, context: StateContext & { checkTexts: CheckTexts }): void {
  app.get(path, api.state, (request, reply) => stateOf(context, request, reply));

  app.delete(path, api.state, async (request, reply) => {
    const cookie = readCookie(request, context);
    if (cookie) await endSessionRow(context.db, { hash: hashToken(cookie) });
    setCookie(reply, context, '', 0);
    return signedOut(context);
  });

  app.delete(`${path}/account`, api.state, async (request, reply) => {
    await erasePerson(context, await demandSession(context, request, reply), request.ip);
    setCookie(reply, context, '', 0);
    return signedOut(context);
  });

  app.post(`${path}/newsletters`, api.createNewsletter, async (request, reply) => {
    const { person } = await demandSession(context, request, reply);
    reply.code(201);
    return showNewsletter(await createNewsletterAs(context, person, request.ip, request.body));
  });
}

function signInRoutes(app: App, context: StateContext): void {
  const { db, clock, limits } = context;

  app.post(`${path}/password`, api.password, async (request, reply) =>
    stateAfter(context, await signInByPassword(context, request, reply, request.body)),
  );

  app.post(`${path}/code`, api.code, async (request, reply) =>
    stateAfter(context, await signInByCode(context, request, reply, request.body.code)),
  );

  app.post(`${path}/passkey/options`, api.askForPasskey, async ({ ip }) => {
    demandOwnWays(context.sign_on);
    limits.token(ip);
    return { options: await askForPasskey(context) };
  });

  app.post(`${path}/passkey`, api.passkey, async (request, reply) =>
    stateAfter(context, await signInByPasskey(context, request, reply, request.body.response)),
  );

  app.post(`${path}/mail`, api.mail, async ({ body, ip }, reply) => {
    demandOwnWays(context.sign_on);
    const { email_address } = body;
    await limits.mail(ip, normalAddress(email_address));
    await Promise.all([mailSignInLink(db, email_address, clock()), setTimeout(mailMilliseconds)]);
    reply.code(202);
  });

  app.post(`${path}/link/look`, api.lookAtLink, async ({ body, ip }) => lookAtLink(context, ip, body.token));

  app.post(`${path}/link`, api.link, async (request, reply) =>
    stateAfter(context, await signInByLink(context, request, reply, request.body.token)),
  );
}
