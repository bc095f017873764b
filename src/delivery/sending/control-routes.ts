import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../../accounts/authenticate.ts';
import { findEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import { pauseByHand, resumeByHand } from './pause.ts';
import { progressOf, progressSchema } from './progress.ts';
import { resend, resendRequest, resent } from './resend.ts';

const tags = ['Emails'];
const params = z.object({ id: z.string() });

export function controlRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get(
    '/v1/emails/:id/progress',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve the progress of an email',
        description: 'Counts, pace, expected end, what the email waits for, and who paused it.',
        params,
        response: { 200: progressSchema, ...failures(401, 403, 404) },
      },
    },
    request => progress(request, request.params.id),
  );

  app.post(
    '/v1/emails/:id/pause',
    {
      config: { access: { emails: 'write', sending: 'write' } },
      schema: {
        tags,
        summary: 'Pause an email that is in flight',
        description: 'Sending, including retries, stops within two seconds. The status stays in_flight.',
        params,
        response: { 200: progressSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { id } = request.params;
      await pauseByHand(request, newsletterOf(request).key, id, nameOf(request));
      return progress(request, id);
    },
  );

  app.post(
    '/v1/emails/:id/resume',
    {
      config: { access: { emails: 'write', sending: 'write' } },
      schema: {
        tags,
        summary: 'Resume a paused email',
        params,
        response: { 200: progressSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { id } = request.params;
      const { db, log } = request;
      const { newsletter, by } = callerOf(request);
      await resumeByHand({ db, log, clock }, newsletter.key, id, { by, name: nameOf(request) });
      return progress(request, id);
    },
  );

  app.post(
    '/v1/emails/:id/deliveries/resend',
    {
      config: { access: { emails: 'write', sending: 'write' } },
      schema: {
        tags,
        summary: 'Resend an email to recipients who may not have it',
        description:
          'Resends the same message, with the same Message-ID, to recipients whose delivery has the `status` you name (`uncertain`, `temporary` or `permanent`), and to nobody else. Of those who were refused permanently, only people who still get mail.',
        params,
        body: resendRequest,
        response: { 200: resent, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { newsletter, by } = callerOf(request);
      const { params, body } = request;
      return { count: await resend(request.db, newsletter.key, params.id, body.status, by) };
    },
  );

  async function progress(request: FastifyRequest, id: string) {
    const newsletter = newsletterOf(request);
    const email = await findEmail(request.db, newsletter.key, id);
    if (!email) throw notFound('email');
    return progressOf(request.db, newsletter, email, clock());
  }

  function nameOf(request: FastifyRequest): string {
    const { type, name } = callerOf(request);
    return type === 'key' ? `API key ${name}` : name;
  }
}
