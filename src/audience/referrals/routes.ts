import { z } from 'zod';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { showSubscriber } from '../subscribers/subscriber.ts';
import { openTagDirectory } from '../tags/resolve.ts';
import { listReferred } from './queries.ts';
import { referredSchema } from './referral.ts';

const api = operations('Subscribers', {
  list: {
    summary: 'List the people whom a subscriber has brought',
    description:
      'The people who signed up with the code of this subscriber, have confirmed, and count, latest first. With counted=false, the others: those who have not confirmed, and those who do not count, with the reason.',
    access: { subscribers: 'read' },
    params: z.object({ id_or_email: z.string() }),
    query: z.object({
      ...pageParameters,
      counted: z.enum(['true', 'false']).default('true').describe('false: those who do not count'),
    }),
    answers: listOf(referredSchema),
  },
});

/** Adds the routes of the people whom subscribers have brought. */
export function referralRoutes(app: App): void {
  app.get('/v1/subscribers/:id_or_email/referrals', api.list, async (request, reply) => {
    const { db, newsletter, params, query } = request;
    const { counted, page, page_size } = query;
    const referrer = found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber');
    const listed = await listReferred(db, referrer.key, { counted: counted === 'true', page, page_size });
    const directory = await openTagDirectory(db, newsletter.key);
    return sendPage(
      reply,
      listed,
      ({ referral_date, referral_settled_date, referral_refusal, ...person }) => ({
        ...showSubscriber(person, directory),
        referral_date,
        referral_settled_date,
        referral_refusal,
      }),
    );
  });
}
