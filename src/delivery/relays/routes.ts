import { z } from 'zod';
import { ownNewsletter } from '../../accounts/authenticate.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { openAttempts } from '../../platform/http/attempts.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { type Trial, trialSteps } from '../../platform/mail/smtp/trial.ts';
import { sentenceSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type RelayContext, testRelays } from './test-relays.ts';

const mostTestsAnHour = 20;

const relayTest = z
  .object({
    relays: z
      .array(
        z.object({
          name: z.string().describe('host:port'),
          state: z.enum(['good', 'warning', 'failed']),
          steps: z.array(
            z.object({
              step: z.enum(trialSteps),
              state: z
                .enum(['good', 'warning', 'failed', 'skipped'])
                .describe('skipped: it was not requested, or an earlier step failed'),
              words: z
                .array(z.string())
                .describe('What the relay said; for ehlo, what it offers, one feature per line'),
              detail: z.string().describe('What is wrong or was found, and what to do'),
              detail_sentence: sentenceSchema,
              milliseconds: z.int(),
            }),
          ),
          tls: z
            .object({
              protocol: z.string(),
              subject: z.string(),
              issuer: z.string(),
              valid_from: timestamp,
              valid_until: timestamp,
              is_trusted: z.boolean(),
            })
            .nullable(),
          extensions: z.array(z.string()),
        }),
      )
      .describe('The mail servers of the installation; empty while mail stays in the built-in inbox'),
    mailed_to: z.string().nullable(),
    test_date: timestamp,
  })
  .meta({ id: 'RelayTest' });

const input = z.object({
  send_mail: z
    .boolean()
    .default(false)
    .describe('Also hands over a mail to the address of the signed-in person, and to nobody else'),
});

const api = operations('Newsletters', {
  test: {
    summary: 'Test the mail servers',
    description: `Connects to each relay as for mail, with EHLO, TLS and login, and reports each step in the relay's words. Changes nothing, and never shows a password. At most ${mostTestsAnHour} times an hour.`,
    access: { settings: 'write' },
    params: z.object({ id: z.string() }),
    body: input,
    answers: relayTest,
    fails: [409],
  },
});

export function relayRoutes(app: App, context: RelayContext): void {
  const attempts = openAttempts(mostTestsAnHour, context.clock);
  app.post('/v1/newsletters/:id/relay_test', api.test, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    const { type, by } = request.caller;
    const { send_mail } = request.body;
    if (send_mail && type !== 'person')
      throw new DomainError('request_invalid', sentence('delivery.key_without_address'));
    const to = send_mail ? await findAddress(request.db, by) : null;
    if (to === '') throw new DomainError('request_invalid', sentence('delivery.profile_without_address'));
    if (!attempts.take(newsletter.id))
      throw new DomainError('rate_limited', sentence('delivery.too_many_tests', { most: mostTestsAnHour }));
    const trials = await testRelays(request.db, context, newsletter, to);
    return {
      relays: trials.map(showTrial),
      mailed_to: trials.some(hasMailed) ? to : null,
      test_date: context.clock().toISOString(),
    };
  });
}

function hasMailed({ steps }: Trial): boolean {
  return steps.some(({ step, state }) => step === 'mail' && state === 'good');
}

function showTrial({ tls, ...trial }: Trial) {
  return {
    ...trial,
    tls: tls && {
      ...tls,
      valid_from: tls.valid_from.toISOString(),
      valid_until: tls.valid_until.toISOString(),
    },
  };
}

/** The address of the person with this id; empty until they have entered one. */
async function findAddress(db: Database, person_id: string): Promise<string> {
  const { email_address } = await db
    .selectFrom('people')
    .select('email_address')
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow();
  return email_address;
}
