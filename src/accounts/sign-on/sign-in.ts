import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { headerIssuer, readNamed } from '../people/header.ts';
import { findIdentity, lockFirstSignIns } from '../people/identity-queries.ts';
import { noteChallenge } from '../people/passkey-queries.ts';
import { demandProof, demandSession, type Method } from '../people/sessions.ts';
import { type Admission, admit, type SignInContext, whoIsHere } from '../people/sign-in.ts';
import { type Begun, begin, goodFor, type Intent, takeBegun } from './begun.ts';
import { connectIdentity, findPersonOf, refuseSecond } from './find-person.ts';
import { followRoles } from './follow-roles.ts';
import type { Provider, Visitor } from './provider.ts';

export type SignOnContext = SignInContext & { provider: Provider | undefined };

/**
 * Returns the address at the provider where the person signs in. To connect an account they must have signed in here recently. Throws
 * `forbidden` without a provider, `sign_on_away`, `sign_in_again`.
 */
export async function beginSignOn(
  context: SignOnContext,
  request: FastifyRequest,
  reply: FastifyReply,
  intent: Intent,
): Promise<string> {
  context.limits.token(request.ip);
  const provider = demandProvider(context);
  const session = intent === 'connect' ? await demandSession(context, request, reply) : undefined;
  if (session) demandProof(session, context.clock());
  const place = placeOf(context);
  return provider.begin(begin(place, reply, { intent, ...(session && { session_id: session.id }) }));
}

/**
 * Completes the sign-in that this browser began, with the parameters with which the provider has sent it back: signs the person in, or
 * connects the account with the signed-in person. Throws `authentication_invalid`, `sign_on_away`, and `forbidden` if nobody here is meant.
 */
export async function finishSignOn(
  context: SignOnContext,
  request: FastifyRequest,
  reply: FastifyReply,
  search: string,
): Promise<Admission> {
  context.limits.token(request.ip);
  const provider = demandProvider(context);
  const state = new URLSearchParams(search).get('state') ?? '';
  const begun = takeBegun(placeOf(context), request, reply, state);
  if (!begun || !(await isFirstUse(context, begun)))
    throw domainError('authentication_invalid', 'people.sign_on_expired');
  const visitor = await provider.finish(begun, search);
  if (begun.intent === 'connect') return connect(context, request, reply, { begun, visitor });
  const now = context.clock();
  // Somebody who has just proved who they are is not asked again at once, however long ago they signed in there.
  const proof_date = begun.intent === 'prove' ? now : (visitor.proof_date ?? new Date(0));
  return admitVisitor(context, request, reply, {
    visitor,
    method: 'sign_on',
    name: provider.name,
    proof_date,
  });
}

/** Signs in the person whom the proxy names. Throws `authentication_missing` if it names nobody, and `forbidden` like finishSignOn. */
export async function signInByHeader(
  context: SignOnContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission> {
  context.limits.token(request.ip);
  const { header } = context.sign_on;
  const named = header && readNamed(header, request);
  if (!named) throw domainError('authentication_missing', 'people.header_missing');
  const { subject, email_address, groups } = named;
  const visitor: Visitor = {
    issuer: headerIssuer,
    subject,
    email_address,
    is_verified: true,
    name: '',
    claims: groups ? { groups } : { _claim_names: { groups: 'none' } },
    proof_date: undefined,
  };
  const name = context.provider?.name ?? 'the proxy';
  return admitVisitor(context, request, reply, { visitor, method: 'header', name, proof_date: new Date(0) });
}

type Entry = { visitor: Visitor; method: Method; name: string; proof_date: Date };

/**
 * Uses two transactions, because a newsletter is locked before a person, and who the person is must be known before their newsletters are.
 */
async function admitVisitor(
  context: SignOnContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { visitor, method, name, proof_date }: Entry,
): Promise<Admission> {
  const { sign_on, clock } = context;
  const { ip: ip_address } = request;
  const signed_in = await whoIsHere(context, request, reply);
  const person = await inTransaction(context.db, trx =>
    findPersonOf(trx, visitor, { sign_on, name, now: clock(), signed_in, ip_address }),
  );
  const { issuer, subject, claims } = visitor;
  return inTransaction(context.db, async trx => {
    if (!(await followRoles(trx, person, { rules: sign_on.rules, claims, ip_address })))
      request.log.warn(
        { issuer },
        'single sign-on: the groups of somebody are not known, so their roles stay',
      );
    return admit({ ...context, db: trx }, request, reply, person, {
      method,
      proof_date,
      isStillGood: async trx => (await findIdentity(trx, issuer, subject))?.person_key === person.key,
    });
  });
}

/** Connects the account elsewhere with the person in whose session this began. */
async function connect(
  context: SignOnContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { begun, visitor }: { begun: Begun; visitor: Visitor },
): Promise<Admission> {
  const { id, person } = await demandSession(context, request, reply);
  const name = demandProvider(context).name;
  if (id !== begun.session_id) throw domainError('authentication_invalid', 'people.sign_on_expired');
  await inTransaction(context.db, async trx => {
    await lockFirstSignIns(trx);
    const present = await findIdentity(trx, visitor.issuer, visitor.subject);
    if (present?.person_key === person.key) return;
    if (present) throw domainError('forbidden', 'people.identity_taken', { name });
    await refuseSecond(trx, person, visitor, name);
    await connectIdentity(trx, person.key, visitor, { now: context.clock(), ip_address: request.ip });
  });
  return { person, code_due: false };
}

function demandProvider({ provider }: SignOnContext): Provider {
  if (provider) return provider;
  throw domainError('forbidden', 'people.sign_on_off');
}

/** Whether nobody has come back with this state before. The provider refuses a used code; this check is our own. */
function isFirstUse({ db, clock }: SignOnContext, { state }: Begun): Promise<boolean> {
  const hash = createHash('sha256').update(`sign-on ${state}`).digest();
  return noteChallenge(db, hash, new Date(clock().getTime() + goodFor));
}

function placeOf({ secret, clock, installation_id, base_url }: SignOnContext) {
  return { secret, clock, place: { installation_id, base_url } };
}
