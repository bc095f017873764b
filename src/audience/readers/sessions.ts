import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { isOwner } from '../../links/owner.ts';
import { readSession, signSession } from '../../links/readers.ts';
import { homeAddress } from '../../links/site.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { grantsOf } from '../standing/queries.ts';
import { standing } from '../standing/standing.ts';
import { mayEnter } from '../standing/type.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { findReader } from './queries.ts';

const days = 90;
const name = 'reader';

type SessionContext = { db: Database; secret: Secret; base_url: string; clock: Clock };

/** Signs the browser in to this newsletter's pages only. */
export function startSession(
  { secret, base_url, clock }: SessionContext,
  reply: FastifyReply,
  newsletter: Newsletter,
  subscriber: Subscriber,
): void {
  const until = new Date(clock().getTime() + days * day_ms);
  setCookie(base_url, reply, newsletter, signSession(secret, subscriber, until), days * 86_400);
}

export function endSession(base_url: string, reply: FastifyReply, newsletter: Newsletter): void {
  setCookie(base_url, reply, newsletter, '', 0);
}

/** A signed-in reader's entitlement. */
export type Standing = 'paying' | 'subscriber';

/** Returns the entitlement of the signed-in reader; undefined if the request has no valid session, or if they must pay first. */
export async function standingOf(
  context: SessionContext,
  request: FastifyRequest,
  newsletter: Newsletter,
): Promise<Standing | undefined> {
  return (await readerOf(context, request, newsletter))?.entitled_as;
}

/** Returns the signed-in reader and their entitlement; undefined if the request has no valid session. */
export async function readerOf(
  { db, secret, clock }: SessionContext,
  request: FastifyRequest,
  newsletter: Newsletter,
): Promise<
  (NonNullable<Awaited<ReturnType<typeof findReader>>> & { entitled_as: Standing | undefined }) | undefined
> {
  const token = readCookie(request.headers.cookie);
  const owner = token ? readSession(secret, token, clock()) : null;
  const reader = owner && (await findReader(db, newsletter.key, owner.subscriber_id));
  if (!reader || !isOwner(secret, owner, reader.normal_address)) return undefined;
  const grants = (await grantsOf(db, [reader.key])).get(reader.key) ?? [];
  const found = standing(grants, clock());
  if (!mayEnter({ ...reader, standing: found.standing })) return undefined;
  const rest = found.standing === 'unpaid' ? undefined : 'subscriber';
  return { ...reader, entitled_as: found.entitled ? 'paying' : rest };
}

// The path keeps the cookie from other newsletters and the rest of the service; Lax keeps it out of posts from other sites.
function setCookie(
  base_url: string,
  reply: FastifyReply,
  newsletter: Newsletter,
  value: string,
  seconds: number,
): void {
  const { pathname, protocol } = new URL(homeAddress(base_url, newsletter));
  const secure = protocol === 'https:' ? '; Secure' : '';
  reply.header(
    'Set-Cookie',
    `${name}=${value}; Path=${pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

function readCookie(header: string | undefined): string | undefined {
  return header
    ?.split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
