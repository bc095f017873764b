import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ownNewsletter } from '../../accounts/authenticate.ts';
import { demandProofOf } from '../../accounts/people/me.ts';
import type { Database } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { openAttempts } from '../../platform/http/attempts.ts';
import { operations } from '../../platform/http/operations.ts';
import { params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { RelayInUse } from '../../platform/mail/smtp/relays.ts';
import type { Trial } from '../../platform/mail/smtp/trial.ts';
import { changeRelay, createRelay, deleteRelay } from './change.ts';
import { nameOf, relayOf, relaysOf } from './in-use.ts';
import { findRelay, listRelays, type Relay } from './queries.ts';
import { relayCreate, relaySchema, relayUpdate, showRelay } from './relay.ts';
import { type RelayContext, testRelays } from './test-relays.ts';
import { relayTest, showTrial } from './trial.ts';

const mostTestsAnHour = 20;

const input = z.object({
  send_mail: z
    .boolean()
    .default(false)
    .describe('Also hands over a mail to the address of the signed-in person, and to nobody else'),
});

const api = operations('Newsletters', {
  testNewsletter: {
    summary: 'Test the mail servers',
    description: `Connects to each relay that takes the mail of the newsletter, as if to send mail: with EHLO, TLS and login. Reports each step in the relay’s words. Changes nothing, and never shows a password. At most ${mostTestsAnHour} times an hour.`,
    access: { settings: 'write' },
    params,
    body: input,
    answers: relayTest,
    fails: [409],
  },
});

const rows = operations('Relays', {
  list: {
    summary: 'List relays',
    description:
      'The relays of the installation: those of SMTP_URL first, then those that were added here, oldest first.',
    access: { installation: 'read' },
    answers: z.object({ results: z.array(relaySchema) }),
  },
  create: {
    summary: 'Add a relay',
    description:
      'Every worker process uses it within seconds. People can do this only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { installation: 'write' },
    body: relayCreate,
    answers: { 201: relaySchema },
  },
  retrieve: {
    summary: 'Retrieve a relay',
    access: { installation: 'read' },
    params,
    answers: relaySchema,
  },
  update: {
    summary: 'Update a relay',
    description:
      'Waiting mail uses the new settings. If the host or user changes, or TLS becomes opportunistic where it was certain, the password is needed again, because it is for one login at one server. Relays of SMTP_URL cannot be changed. People can do this only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { installation: 'write' },
    params,
    body: relayUpdate,
    answers: relaySchema,
  },
  delete: {
    summary: 'Remove a relay',
    description:
      'Mail that waits for it goes over the relays that now take it; mail that it is receiving is completed. People can do this only within 15 minutes of signing in (403 `sign_in_again`).',
    access: { installation: 'write' },
    params,
  },
  test: {
    summary: 'Test a relay',
    description: `Works like the test of a newsletter’s mail servers. The mail is from the newsletter of the caller. At most ${mostTestsAnHour} times an hour.`,
    access: { installation: 'write' },
    params,
    body: input,
    answers: relayTest,
  },
});

/** Adds the routes for the relays of the installation, for its owners, and for tests of relays. */
export function relayRoutes(app: App, context: RelayContext): void {
  const { vault, clock } = context;
  const show = (relay: Relay) => showRelay(relay, context.base_url);
  const attempts = openAttempts(mostTestsAnHour, clock);

  app.get('/v1/relays', rows.list, async ({ db }) => ({ results: (await listRelays(db)).map(show) }));

  app.post('/v1/relays', rows.create, async request => {
    await demandProofOf(request, clock());
    return show(await createRelay(request.db, context, request.body));
  });

  app.get('/v1/relays/:id', rows.retrieve, async ({ db, params }) =>
    show(found(await findRelay(db, params.id), 'relay')),
  );

  app.patch('/v1/relays/:id', rows.update, async request => {
    await demandProofOf(request, clock());
    return show(await changeRelay(request.db, context, request.params.id, request.body));
  });

  app.delete('/v1/relays/:id', rows.delete, async request => {
    await demandProofOf(request, clock());
    await deleteRelay(request.db, request.params.id);
  });

  app.post('/v1/relays/:id/test', rows.test, async request => {
    const row = found(await findRelay(request.db, request.params.id), 'relay');
    const usual = () => relaysOf(request.db, context, request.newsletter);
    const relays = row.is_of_settings
      ? (await usual()).filter(relay => nameOf(relay) === row.name)
      : [relayOf(row, vault)];
    return test(request, relays);
  });

  app.post('/v1/newsletters/:id/relay_test', api.testNewsletter, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    return test(request, await relaysOf(request.db, context, newsletter));
  });

  /** Throws `request_invalid` if a mail is wanted and the caller has no address, and `rate_limited`. */
  async function test(request: FastifyRequest & { body: z.output<typeof input> }, relays: RelayInUse[]) {
    const { newsletter, caller } = request;
    const { send_mail } = request.body;
    if (send_mail && caller.type !== 'person')
      throw domainError('request_invalid', 'delivery.key_without_address');
    const to = send_mail ? await findAddress(request.db, caller.by) : null;
    if (to === '') throw domainError('request_invalid', 'delivery.profile_without_address');
    if (!attempts.take(newsletter.id))
      throw domainError('rate_limited', 'delivery.too_many_tests', { most: mostTestsAnHour });
    const trials = await testRelays(request.db, context, relays, newsletter, to);
    return {
      relays: trials.map(showTrial),
      mailed_to: trials.some(hasMailed) ? to : null,
      test_date: clock().toISOString(),
    };
  }
}

function hasMailed({ steps }: Trial): boolean {
  return steps.some(({ step, state }) => step === 'mail' && state === 'good');
}

/** Finds the address of the person with this id; empty until they have entered one. */
async function findAddress(db: Database, person_id: string): Promise<string> {
  const { email_address } = await db
    .selectFrom('people')
    .select('email_address')
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow();
  return email_address;
}
