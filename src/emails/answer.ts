import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../accounts/authenticate.ts';
import { demandSight } from '../audience/filter/filter.ts';
import { readIfMatch } from '../platform/http/conditional.ts';
import { toErrorBody } from '../platform/http/errors.ts';
import { approvalRequired } from './approval.ts';
import type { EmailContext } from './create.ts';
import type { Email } from './email.ts';
import type { EmailUpdate } from './input.ts';
import { goesOut } from './launch.ts';
import { findEmail } from './queries.ts';
import type { ShowableEmail } from './show.ts';
import { type ShowContext, showEmails } from './show.ts';
import { updateEmail } from './update.ts';
import { EmailChanged, etagOf } from './version.ts';

export type AnswerContext = EmailContext & ShowContext;

/** How requests about emails are answered: with the email and its ETag, or why it was not changed. */
export function answersOf({ base_url, analyticsOf, ...context }: AnswerContext) {
  return { show, one, update, orChanged, refuse };

  /** Changes the email as the caller asks. */
  async function update(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    changes: Partial<EmailUpdate>,
    { restores = false } = {},
  ) {
    refuseSpying(request, changes);
    const { newsletter, permissions, by } = callerOf(request);
    const author = { permissions, by, if_match: readIfMatch(request), restores };
    return orChanged(request, reply, changes, async () => {
      const before = await findEmail(request.db, newsletter.key, id);
      const email = await updateEmail(request.db, context, newsletter, id, changes, author);
      const wanted = changes.status ?? before?.status ?? email.status;
      return goesOut(wanted) && !goesOut(email.status) && email.approval_state === 'requested'
        ? refuse(reply, email)
        : one(request, reply, email);
    });
  }

  /** Does the work, or responds with both versions of the email if it has been changed meanwhile. */
  async function orChanged<Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Partial<EmailUpdate>,
    work: () => Promise<Answer>,
  ) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EmailChanged)) throw error;
      reply.code(412);
      return { ...toErrorBody(error), current: await one(request, reply, error.current), asked };
    }
  }

  /** Says that an approval is missing. Returned, not thrown, so that what the request did is committed. */
  function refuse(reply: FastifyReply, email: Email) {
    reply.code(403).header('ETag', etagOf(email));
    return toErrorBody(approvalRequired(email, email.approval_count ?? 0, 'The send needs an approval.'));
  }

  function show(request: FastifyRequest, emails: ShowableEmail[]) {
    return showEmails(request.db, { base_url, analyticsOf }, callerOf(request), emails);
  }

  /** With the entity tag of its version. */
  async function one(request: FastifyRequest, reply: FastifyReply, email: Email) {
    const [shown] = await show(request, [email]);
    reply.header('ETag', etagOf(email));
    return shown!;
  }
}

/** Whoever needs an approval learns how many people the email would go to, and so must be allowed to see what it asks. */
export function refuseSpying(request: FastifyRequest, { filters }: Partial<EmailUpdate>): void {
  const { permissions, bounds } = callerOf(request);
  if (filters && bounds.needs_approval) demandSight(permissions, filters);
}
