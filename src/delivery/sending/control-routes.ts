import type { FastifyRequest } from 'fastify';
import { findEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { pauseByHand, resumeByHand } from './pause.ts';
import { progressOf, progressSchema } from './progress.ts';
import { resend, resendRequest, resent } from './resend.ts';

const api = operations('Emails', {
  retrieve: {
    summary: 'Retrieve the progress of an email',
    description: 'Counts, pace, expected end, what the email waits for, and who paused it.',
    access: { emails: 'read' },
    follows_work: true,
    params,
    answers: progressSchema,
  },
  pause: {
    summary: 'Pause an email that is in flight',
    description: 'Sending, including retries, stops within two seconds. The status stays in_flight.',
    access: { emails: 'write', sending: 'write' },
    params,
    answers: progressSchema,
    fails: [400, 409],
  },
  resume: {
    summary: 'Resume a paused email',
    access: { emails: 'write', sending: 'write' },
    params,
    answers: progressSchema,
    fails: [400, 409],
  },
  resend: {
    summary: 'Resend an email to recipients who may not have it',
    description:
      'Resends the same message, with the same Message-ID, to recipients whose delivery has the `status` you name (`uncertain`, `temporary` or `permanent`), and to nobody else. Of those refused permanently, it reaches only people who still get mail.',
    access: { emails: 'write', sending: 'write' },
    params,
    body: resendRequest,
    answers: resent,
    fails: [409],
  },
});

export function controlRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/emails/:id/progress', api.retrieve, request => progress(request, request.params.id));

  app.post('/v1/emails/:id/pause', api.pause, async request => {
    const { id } = request.params;
    await pauseByHand(request, request.newsletter.key, id, nameOf(request));
    return progress(request, id);
  });

  app.post('/v1/emails/:id/resume', api.resume, async request => {
    const { id } = request.params;
    const { db, log } = request;
    const { newsletter, by } = request.caller;
    await resumeByHand({ db, log, clock }, newsletter.key, id, { by, name: nameOf(request) });
    return progress(request, id);
  });

  app.post('/v1/emails/:id/deliveries/resend', api.resend, async ({ db, caller, params, body }) => {
    const { newsletter, by } = caller;
    return { count: await resend(db, newsletter.key, params.id, body.status, by) };
  });

  async function progress({ db, newsletter }: FastifyRequest, id: string) {
    const email = found(await findEmail(db, newsletter.key, id), 'email');
    return progressOf(db, email, clock());
  }

  function nameOf(request: FastifyRequest): string {
    const { type, name } = request.caller;
    return type === 'key' ? `API key ${name}` : name;
  }
}
