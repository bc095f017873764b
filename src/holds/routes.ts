import type { Clock } from '../platform/clock.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import type { App } from '../platform/http/server.ts';
import { heldRecipientExample } from './examples.ts';
import { heldFilters, heldRecipient, holdSchema, pendingSchema, resumed, resumeRequest } from './hold.ts';
import { listHeldRecipients } from './recipients.ts';
import { resume } from './resume.ts';
import { showHold, showPending } from './show.ts';

const recipients = listOf(heldRecipient).meta({
  examples: [{ results: [heldRecipientExample], count: 1, next: null, previous: null }],
});

const api = operations('Service', {
  retrieve: {
    summary: 'Retrieve whether the installation is on hold',
    description:
      'A restored, copied or rolled-back database starts on hold: the API and all pages work, but nothing is mailed, no webhook is called, and no bulk action runs.',
    access: {},
    answers: holdSchema,
    fails: [403],
  },
  listWaiting: {
    summary: 'List what would go out',
    description:
      'In all newsletters: what continues when the installation resumes, and what may be repeated.',
    access: { installation: 'read' },
    answers: pendingSchema,
  },
  listRecipients: {
    summary: 'List recipients whose outcomes are in doubt',
    description:
      'Recipients whose copies were being sent while the database lost its last moments, or when the backup was taken. Empty unless the installation is on hold.',
    access: { installation: 'read', subscribers: 'read' },
    query: heldFilters,
    answers: recipients,
  },
  resume: {
    summary: 'Resume after a hold',
    description:
      'First make sure that the original no longer runs: from now on this is the installation. Workers continue within a second or two.',
    access: { installation: 'write' },
    body: resumeRequest,
    answers: resumed,
    fails: [409],
  },
});

export function holdRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/hold', api.retrieve, ({ db }) => showHold(db));

  app.get('/v1/hold/pending', api.listWaiting, ({ db }) => showPending(db));

  app.get('/v1/hold/recipients', api.listRecipients, async ({ db, query }, reply) =>
    sendPage(reply, await listHeldRecipients(db, query)),
  );

  app.post('/v1/hold/resume', api.resume, ({ db, body }) => resume(db, clock, body));
}
