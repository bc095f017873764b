import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { SignOn } from '../../platform/config/sign-on.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms, hour_ms, minute_ms } from '../../platform/durations.ts';
import { type DomainError, domainError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Access, Sessions } from '../authenticate.ts';
import type { Caller } from '../caller.ts';
import { findNewsletterById } from '../queries.ts';
import { ownersPowers, powersOf, roleSchema } from '../role.ts';
import { hashToken, newToken, type Place, readCookie, refuseOtherSites, setCookie } from './cookie.ts';
import { headerIssuer, readNamed } from './header.ts';
import { findIdentity } from './identity-queries.ts';
import { findMembership } from './member-queries.ts';
import { hasCredential, nameOf, type Person } from './person.ts';
import {
  endSessionRow,
  findOwnSession,
  findSession,
  insertSession,
  noteSessionUse,
  noteTokenShown,
  rotateToken,
  type Session,
  type SessionRow,
} from './session-queries.ts';

/** How long a session lasts without use, and how long in any case. */
export const idleMilliseconds = 14 * day_ms;
const longest = 90 * day_ms;
/** How long a session that began with an account elsewhere lasts: roles follow at each sign-in, and an account may be closed there. */
const longestElsewhere = day_ms;
/** How long a session may wait for a code. */
const mostForCode = 10 * minute_ms;
/** How often the token changes, and how much longer the previous one is valid, for requests under way. */
const rotation = hour_ms;
const grace = minute_ms;
/** How long after signing in a person may change how they sign in. */
const proof = 15 * minute_ms;

export type SessionContext = {
  db: Database;
  clock: Clock;
  /** Whether others than the users of this machine can reach the service, so that a person needs a password or a passkey. */
  is_exposed: boolean;
  sign_on: SignOn;
} & Place;

/** How somebody signed in: `sign_on` at a provider, `header` by what a proxy says. */
export type Method = 'link' | 'password' | 'passkey' | 'mailed_link' | 'invitation' | 'sign_on' | 'header';

/** The methods that OIDC_ONLY refuses. */
const ownMethods = ['password', 'passkey', 'mailed_link', 'invitation'];

type Start = {
  method: Method;
  second_factor_due?: boolean;
  /** When the person proved who they are; by default now. */
  proof_date?: Date;
};

/** Signs the browser in with a new token; its earlier session ends. */
export async function startSession(
  { db, clock, ...place }: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Pick<Person, 'key'>,
  { method, second_factor_due = false, proof_date }: Start,
): Promise<void> {
  const now = clock();
  const earlier = readCookie(request, place);
  if (earlier) await endSessionRow(db, { hash: hashToken(earlier) });
  const { token, hash } = newToken();
  const isElsewhere = method === 'sign_on' || method === 'header';
  const ends_in = second_factor_due ? mostForCode : isElsewhere ? longestElsewhere : longest;
  await insertSession(db, {
    id: newId(),
    person_key: person.key,
    hash,
    method,
    second_factor_due,
    ip_address: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 500),
    creation_date: now.toISOString(),
    last_used_date: now.toISOString(),
    rotation_date: now.toISOString(),
    proof_date: (proof_date ?? now).toISOString(),
    end_date: new Date(now.getTime() + ends_in).toISOString(),
  });
  setCookie(reply, place, token, ends_in / 1000);
}

/**
 * Reads the browser's session, which may still wait for a code; undefined without a valid one. From time to time the browser gets a new
 * token. If a token is used after its successor, it has been copied, and the session ends.
 */
export async function readSession(
  { db, clock, sign_on, ...place }: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | undefined> {
  const token = readCookie(request, place);
  const now = clock();
  const session = token && (await findSession(db, hashToken(token)));
  if (!session || isOver(session, now, sign_on)) return undefined;
  if (session.method === 'header' && !(await isStillNamed(db, sign_on.header, request, session))) {
    await endSessionRow(db, { id: session.id });
    return undefined;
  }
  const isFormer = session.former_hash?.equals(hashToken(token)) ?? false;
  if (isFormer && isPast(session.former_end_date, now)) {
    request.log.warn({ session: session.id }, 'an old session token was used again; the session was ended');
    await endSessionRow(db, { id: session.id });
    return undefined;
  }
  if (!isFormer && session.former_hash && session.former_end_date === null)
    await noteTokenShown(db, session.key, new Date(now.getTime() + grace));
  // A new token that was never used was lost on its way, or is still on its way.
  const isLost = isFormer && session.former_end_date === null;
  if ((!isFormer || isLost) && isPast(session.rotation_date, now, isLost ? grace : rotation)) {
    const next = newToken();
    const seconds = Math.floor((Date.parse(session.end_date) - now.getTime()) / 1000);
    if (await rotateToken(db, session, next.hash, { keeps_former: isLost, now }))
      setCookie(reply, place, next.token, seconds);
  }
  if (isPast(session.last_used_date, now, minute_ms))
    await noteSessionUse(db, session.key, now, request.ip).catch(() => {}); // a full disk must not lock anybody out
  return session;
}

/** Returns the browser's session, for what a signed-in person does. Throws `authentication_invalid` without a session that is complete. */
export async function demandSession(
  context: SessionContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  const session = await readSession(context, request, reply);
  if (session && !session.second_factor_due) return session;
  throw sessionOver();
}

/** Whether the token belongs to a session, without counting as use. */
export async function isGoodToken({ db, clock, sign_on }: SessionContext, token: string): Promise<boolean> {
  const session = await findSession(db, hashToken(token));
  return session !== undefined && !isOver(session, clock(), sign_on);
}

/** Whether the sign-in was too long ago to change how the person signs in. */
export function isProofDue({ proof_date }: Pick<SessionRow, 'proof_date'>, now: Date): boolean {
  return isPast(proof_date, now, proof);
}

/** Throws `sign_in_again` unless the person has signed in within the last 15 minutes. */
export function demandProof(session: Pick<SessionRow, 'proof_date'>, now: Date): void {
  if (!isProofDue(session, now)) return;
  throw domainError('sign_in_again', 'people.sign_in_recently');
}

export function sessionOver(): DomainError {
  return domainError('authentication_invalid', 'people.session_ended');
}

type Exposure = Pick<SessionContext, 'is_exposed' | 'sign_on'>;

/** Whether others can reach the service and the person can sign in only by links, which they must change first. */
export function isCredentialDue({ is_exposed, sign_on }: Exposure, person: Person): boolean {
  return is_exposed && !sign_on.is_only && !hasCredential(person, sign_on);
}

/** Throws `credential_missing` if a credential is due. */
export function demandCredential(exposure: Exposure, person: Person): void {
  if (!isCredentialDue(exposure, person)) return;
  throw domainError('credential_missing', 'people.credential_first');
}

/** Returns what routes under /v1 need from sessions. */
export function openSessions(context: SessionContext): Sessions {
  return {
    async find(request, reply) {
      if (readCookie(request, context) === undefined) return undefined;
      refuseOtherSites(request, context);
      const session = await readSession(context, request, reply);
      if (!session || session.second_factor_due) throw sessionOver();
      const { person } = session;
      return {
        person_key: person.key,
        session_id: session.id,
        installation: person.installation === 'write' ? 'write' : 'none',
      };
    },
    enter: ({ person_key }, newsletter_id, access) => enter(context, person_key, newsletter_id, access),
    isOpen: async ({ session_id }) => (await findOwnSession(context.db, session_id)) !== undefined,
  };
}

async function enter(
  context: SessionContext,
  person_key: number,
  newsletter_id: string,
  access: Access,
): Promise<Caller> {
  const { db } = context;
  const newsletter = isId(newsletter_id) ? await findNewsletterById(db, newsletter_id) : undefined;
  const found = newsletter && (await findMembership(db, person_key, newsletter.key));
  if (!newsletter || !found) throw domainError('not_found', 'people.not_your_newsletter');
  const { person, role } = found;
  if (access !== 'person') demandCredential(context, person);
  const powers = person.installation === 'write' ? ownersPowers : powersOf(roleSchema.parse(role));
  return {
    ...powers,
    newsletter,
    expiry_date: null,
    type: 'person',
    by: person.id,
    name: nameOf(person),
  };
}

function isOver({ end_date, last_used_date, method }: SessionRow, now: Date, { is_only }: SignOn): boolean {
  if (is_only && ownMethods.includes(method)) return true;
  return isPast(end_date, now) || isPast(last_used_date, now, idleMilliseconds);
}

/** Whether the proxy still names the person of this session. */
async function isStillNamed(
  db: Database,
  header: SignOn['header'],
  request: FastifyRequest,
  { person_key }: SessionRow,
): Promise<boolean> {
  const named = header && readNamed(header, request);
  const identity = named && (await findIdentity(db, headerIssuer, named.subject));
  return identity?.person_key === person_key;
}

/** Whether the moment plus this much time has come. */
function isPast(date: string | null, now: Date, later = 0): boolean {
  return date !== null && Date.parse(date) + later <= now.getTime();
}
