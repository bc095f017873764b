import type { FastifyReply, FastifyRequest } from 'fastify';
import { demandSight } from '../audience/filter/filter.ts';
import { readIfMatch } from '../platform/http/conditional.ts';
import { toErrorBody } from '../platform/http/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { approvalRequired } from './approval.ts';
import { listParts } from './content.ts';
import type { EmailContext } from './create.ts';
import type { Email } from './email.ts';
import type { EmailUpdate } from './input.ts';
import type { ShowableEmail } from './show.ts';
import { type ShowContext, showEmails, showOne } from './show.ts';
import { updateEmail } from './update.ts';
import { EmailChanged, etagOf } from './version.ts';

export type AnswerContext = EmailContext & ShowContext;

/** Makes the answers to requests about emails: the email with its ETag, or the reason why it was not changed. */
export function answersOf({ base_url, analyticsOf, ...context }: AnswerContext) {
  return { show, one, update, orChanged, refuse };

  /** Changes the email as the caller requests. */
  async function update(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    changes: Partial<EmailUpdate>,
    { restores = false } = {},
  ) {
    refuseSpying(request, changes);
    const { newsletter, permissions, by, type } = request.caller;
    const author = { permissions, by, type, if_match: readIfMatch(request), restores };
    return orChanged(request, reply, changes, async () => {
      const { email, needs_approval } = await updateEmail(
        request.db,
        context,
        newsletter,
        id,
        changes,
        author,
      );
      return needs_approval ? refuse(request, reply, email) : one(request, reply, email);
    });
  }

  /** Does the work, or responds with both versions of the email if it has been changed meanwhile. */
  async function orChanged<Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: object,
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

  /** Answers that an approval is missing. The refusal is returned, not thrown, so that the changes of the request are committed. */
  async function refuse(request: FastifyRequest, reply: FastifyReply, email: Email) {
    reply.code(403).header('ETag', etagOf(email, await listParts(request.db, email)));
    return toErrorBody(
      approvalRequired(email, email.approval_count ?? 0, sentence('emails.send_needs_approval')),
    );
  }

  function show(request: FastifyRequest, emails: ShowableEmail[]) {
    return showEmails(request.db, { base_url, analyticsOf }, request.caller, emails);
  }

  /** Answers with the email, and with the entity tag of its version. */
  async function one(request: FastifyRequest, reply: FastifyReply, email: Email) {
    const parts = await listParts(request.db, email);
    reply.header('ETag', etagOf(email, parts));
    return showOne(request.db, { base_url, analyticsOf }, request.caller, email, parts);
  }
}

/** Refuses filters that the caller may not read: a caller that needs approval learns how many people the email would go to. */
export function refuseSpying(request: FastifyRequest, { filters }: Partial<EmailUpdate>): void {
  const { permissions, bounds } = request.caller;
  if (filters && bounds.needs_approval) demandSight(permissions, filters);
}
