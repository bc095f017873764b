import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { endSetup, findSetupDate } from '../../platform/database/installation.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import type { Newsletter } from '../newsletter.ts';

const access = { installation: 'write' } as const;

type SetupRoutes = {
  /**
   * Creates an example issue as a draft if the newsletter has no email, and returns its id. Passed in, because emails are a
   * higher room.
   */
  makeExample: (db: Database, newsletter: Newsletter, by: string) => Promise<string | null>;
};

const api = operations('Service', {
  retrieve: {
    summary: 'Show whether the installation is new',
    description:
      'True until somebody has finished or skipped the first steps: the newsletter’s name and sender (PATCH /v1/newsletters/{id}) and the person (PATCH /v1/me).',
    access,
    answers: z.object({ setup_due: z.boolean() }).meta({ examples: [{ setup_due: true }] }),
  },
  finish: {
    summary: 'Finish or skip the first steps',
    description:
      'If the newsletter of a new installation has no email, it gets an example issue as a draft. A second request does nothing.',
    access,
    answers: z
      .object({ email_id: z.string().nullable().describe('The example issue, if one was created') })
      .meta({ examples: [{ email_id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55' }] }),
    fails: [409],
  },
});

/** Adds the routes of the first steps of a new installation. */
export function setupRoutes(app: App, { makeExample }: SetupRoutes): void {
  app.get('/v1/setup', api.retrieve, async ({ db }) => ({ setup_due: (await findSetupDate(db)) === null }));

  app.post('/v1/setup', api.finish, async ({ db, caller }) => {
    const { newsletter, by } = caller;
    const isFirst = await endSetup(db);
    return { email_id: isFirst ? await makeExample(db, newsletter, by) : null };
  });
}
