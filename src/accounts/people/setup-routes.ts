import { z } from 'zod';
import type { Database } from '../../platform/database/connect.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import { callerOf } from '../authenticate.ts';
import type { Newsletter } from '../newsletter.ts';
import { endSetup, findSetupDate } from './queries.ts';

const tags = ['Service'];
const access = { installation: 'write' } as const;

type SetupRoutes = {
  /**
   * Creates an example issue as a draft if the newsletter has no email, and returns its id. Passed in, because emails are a
   * higher room.
   */
  makeExample: (db: Database, newsletter: Newsletter, by: string) => Promise<string | null>;
};

/** The first steps of a new installation. */
export function setupRoutes(app: App, { makeExample }: SetupRoutes): void {
  app.get(
    '/v1/setup',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Whether the installation is new',
        description:
          'True until somebody has finished or skipped the first steps: the newsletter’s name and sender (PATCH /v1/newsletters/{id}) and the person (PATCH /v1/me).',
        response: {
          200: z.object({ setup_due: z.boolean() }).meta({ examples: [{ setup_due: true }] }),
          ...failures(401, 403),
        },
      },
    },
    async request => ({ setup_due: (await findSetupDate(request.db)) === null }),
  );

  app.post(
    '/v1/setup',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Finish or skip the first steps',
        description:
          'If the newsletter of a new installation has no email, it gets an example issue as a draft. A second request does nothing.',
        response: {
          200: z
            .object({ email_id: z.string().nullable().describe('The example issue, if one was created') })
            .meta({ examples: [{ email_id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55' }] }),
          ...failures(401, 403, 409),
        },
      },
    },
    async request => {
      const { newsletter, by } = callerOf(request);
      const isFirst = await endSetup(request.db);
      return { email_id: isFirst ? await makeExample(request.db, newsletter, by) : null };
    },
  );
}
