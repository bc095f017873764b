import { z } from 'zod';
import { demandSight, filterGroup } from '../../audience/filter/filter.ts';
import { momentOf, publishDate } from '../../emails/publish-date.ts';
import { findEmail } from '../../emails/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { timeForms } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { readWaves, wavesSchema } from './waves.ts';

const api = operations('Emails', {
  list: {
    summary: 'List the waves of an email',
    description:
      'When an email with a `reader_time` goes out, and to how many people: those in one time zone get it together. Before it is sent, the waves are computed as if sending began at `publish_date`; afterwards, they are those that were fixed when sending began.',
    access: { emails: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({
      publish_date: publishDate
        .optional()
        .describe('When sending begins; by default its own publish_date, or now')
        .meta({ anyOf: [...timeForms] }),
    }),
    answers: wavesSchema,
    fails: [400],
  },
});

export function wavesRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/emails/:id/waves', api.list, async ({ db, newsletter, caller, params, query }) => {
    const email = found(await findEmail(db, newsletter.key, params.id), 'email');
    if (email.filters !== null) demandSight(caller.permissions, filterGroup.parse(email.filters));
    const planned = email.status === 'scheduled' ? email.publish_date : null;
    const date =
      query.publish_date === undefined ? planned : momentOf(query.publish_date, newsletter.timezone);
    const now = clock();
    const start = date === null || new Date(date) < now ? now : new Date(date);
    return readWaves(db, newsletter, email, start);
  });
}
