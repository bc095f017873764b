import type { FastifyRequest } from 'fastify';
import type { Email } from '../../emails/email.ts';
import { demandKept } from '../../emails/kept.ts';
import { findEmail } from '../../emails/queries.ts';
import { found } from '../../platform/errors.ts';

/** Returns the email that the address of the request names. Throws `not_found`. */
export async function emailOf(request: FastifyRequest): Promise<Email> {
  const { id } = request.params as { id: string };
  return found(await findEmail(request.db, request.newsletter.key, id), 'email');
}

/** Does the same, but throws `no_longer_kept` for an email of which only the counts are left. */
export async function keptEmailOf(request: FastifyRequest): Promise<Email> {
  const email = await emailOf(request);
  demandKept(email);
  return email;
}
