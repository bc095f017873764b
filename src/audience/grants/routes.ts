import { z } from 'zod';
import { demand } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { text } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { grantCreate, grantSchema, showGrant } from '../standing/grant.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { explainStanding, standingSchema } from './explained.ts';
import { giveGrant, refuseBoundedGift, revokeGrant } from './give.ts';

const params = z.object({ id_or_email: z.string() });

const api = operations('Subscribers', {
  standing: {
    summary: 'Show what a subscriber is entitled to',
    description:
      'Whether and why they get premium mail and can read premium pages, since when, until when, and how that came about. It does not depend on the state of their mail.',
    access: { subscribers: 'read' },
    params,
    answers: standingSchema,
  },
  give: {
    summary: 'Give a subscriber a grant',
    description:
      'A grant is a right to premium mail and pages from a start to an end, or without one. If you send the same source and reference again, the response is 200 with the existing grant, unchanged, so a program can safely repeat the request. A `gift` that does not begin in the past is announced to the reader by mail and needs `sending: write` and a key without bounds; `comp` is free access without a mail.',
    access: { subscribers: 'write' },
    params,
    body: grantCreate,
    answers: { 200: grantSchema, 201: grantSchema },
    fails: [400, 409],
  },
  revoke: {
    summary: 'Revoke a grant',
    description:
      'From now on, the grant gives no rights. A grant that has been revoked stays as it is. Somebody who has lost everything that they paid for has churned.',
    access: { subscribers: 'write' },
    params: params.extend({ grant_id: z.string() }),
    body: z.object({ reason: text(2000).default('').describe('Why, for people') }),
    answers: grantSchema,
  },
});

/** Rights to premium mail and pages: giving and revoking them, and explaining what somebody is entitled to by all of theirs. */
export function grantRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/subscribers/:id_or_email/standing', api.standing, async ({ db, newsletter, params }) =>
    explainStanding(
      db,
      found(await findSubscriber(db, newsletter.key, params.id_or_email), 'subscriber'),
      clock(),
    ),
  );

  app.post('/v1/subscribers/:id_or_email/grants', api.give, async (request, reply) => {
    const { db, newsletter, caller, params, body } = request;
    if (body.kind === 'gift') {
      demand(caller.permissions, 'sending', 'write');
      refuseBoundedGift(caller);
    }
    const asking = { newsletter_key: newsletter.key, by: caller.name, now: clock() };
    const { grant, is_new } = await giveGrant(db, asking, params.id_or_email, body);
    reply.code(is_new ? 201 : 200);
    return showGrant(grant);
  });

  app.post('/v1/subscribers/:id_or_email/grants/:grant_id/revoke', api.revoke, async request => {
    const { db, newsletter, caller, params, body } = request;
    const asking = { newsletter_key: newsletter.key, by: caller.name, now: clock() };
    return showGrant(await revokeGrant(db, asking, params.id_or_email, params.grant_id, body.reason));
  });
}
