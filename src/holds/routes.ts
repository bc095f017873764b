import type { Clock } from '../platform/clock.ts';
import { failures } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import { holdSchema, pendingSchema, resumed, resumeRequest } from './hold.ts';
import { resume } from './resume.ts';
import { showHold, showPending } from './show.ts';

const tags = ['Service'];

export function holdRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get(
    '/v1/hold',
    {
      config: { access: {} },
      schema: {
        tags,
        summary: 'Retrieve whether the installation is on hold',
        description:
          'A restored, copied or rolled back database starts on hold: the API and all pages work, but nothing is mailed, no webhook is told, and no bulk action runs.',
        response: { 200: holdSchema, ...failures(401, 403) },
      },
    },
    request => showHold(request.db),
  );

  app.get(
    '/v1/hold/pending',
    {
      config: { access: { installation: 'read' } },
      schema: {
        tags,
        summary: 'List what would go out',
        description:
          'Of all newsletters: what continues when the installation resumes, and what may be repeated.',
        response: { 200: pendingSchema, ...failures(401, 403) },
      },
    },
    request => showPending(request.db),
  );

  app.post(
    '/v1/hold/resume',
    {
      config: { access: { installation: 'write' } },
      schema: {
        tags,
        summary: 'Resume after a hold',
        description:
          'First make sure that the original no longer runs: from now on this is the installation. Workers continue within a second or two.',
        body: resumeRequest,
        response: { 200: resumed, ...failures(400, 401, 403, 409) },
      },
    },
    request => resume(request.db, clock, request.body),
  );
}
