import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/postrider.ts';
import { storeFigures } from '../postmaster/queries.ts';
import { readRestraints, restrain, restraintFor } from './restraint.ts';

test('mail to a receiver is slowed before its readers complain as often as the receiver tolerates, and slowed more from then on', () => {
  const rateAt = (complaints: number, accepted: number) => restrain({ complaints, accepted })?.rate;
  assert.equal(rateAt(199, 100_000), undefined, 'below 0.2 %');
  assert.equal(rateAt(200, 100_000), 100_000 / (6 * 3600), 'as many as in a week take six hours');
  assert.equal(rateAt(299, 100_000), 100_000 / (6 * 3600));
  assert.equal(rateAt(300, 100_000), 100_000 / (24 * 3600), 'a day from 0.3 % on');
  assert.equal(rateAt(2, 100), undefined, 'two complaints say nothing');
  assert.equal(rateAt(3, 100), 0.01, 'a short list ends too');
  assert.equal(rateAt(0, 0), undefined);
  assert.equal(
    restrain({ complaints: 250, accepted: 100_000 })?.reason,
    '0.25 % of the copies of the last 7 days were reported as spam. So mail there now goes out slowly: the same number of copies takes 6 hours. From 0.3 % on, large mail services hold mail back.',
  );
});

test('the domains of one large service are slowed together, and nobody else’s', () => {
  const slow = { rate: 1, reason: '' };
  const restraints = new Map([
    ['yahoo', slow],
    ['small.example', slow],
  ]);
  const domains = ['yahoo.com', 'yahoo.co.uk', 'aol.com', 'small.example', 'gmail.com', 'other.example'];
  assert.deepEqual(
    domains.filter(domain => restraintFor(restraints, domain)),
    ['yahoo.com', 'yahoo.co.uk', 'aol.com', 'small.example'],
  );
});

test('the share that Gmail itself reports counts if it is higher than that of known complaints, and needs no three complaints', () => {
  const gmail = restrain({ accepted: 86_400, complaints: 0, reported: 0.005 });
  assert.deepEqual(gmail, {
    rate: 1,
    reason:
      'Gmail reports that 0.50 % of your mail of the last 7 days was marked as spam. So mail there now goes out slowly: the same number of copies takes 24 hours. From 0.3 % on, large mail services hold mail back.',
  });
  assert.equal(restrain({ accepted: 86_400, complaints: 0, reported: 0.0019 }), null);
  const known = restrain({ accepted: 1000, complaints: 6, reported: 0.002 });
  assert.match(known?.reason ?? '', /^0\.60 % of the copies/);
});

test('mail to Gmail is slowed by its figures, and mail to others is not', async () => {
  await using opened = new AsyncDisposableStack();
  const service = await startTestService();
  opened.defer(() => service.stop());
  const { db, newsletter } = service;
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Sent', status: 'draft' });
  const { key: email_key } = await db
    .updateTable('emails')
    .set({ status: 'sent', publish_date: new Date().toISOString() })
    .where('id', '=', body.id)
    .returning('key')
    .executeTakeFirstOrThrow();
  const none = [0, 0];
  const counts = {
    domains: ['gmail.com', 'yahoo.com'],
    accepted: [1000, 1000],
    deferred: none,
    refused_hard: none,
    refused_soft: none,
    bounced_hard: none,
    bounced_soft: none,
    complaints: none,
  };
  const counted_date = new Date().toISOString();
  await db
    .insertInto('domain_counts')
    .values({ email_key, ...counts, version: '1', counted_date })
    .execute();
  const domain = 'letters.example';
  await db
    .updateTable('newsletters')
    .set({ from_address: `team@${domain}` })
    .execute();
  const now = new Date();
  await storeFigures(
    db,
    domain,
    {
      source: domain,
      requirements: [],
      identifiers: [],
      days: [
        {
          day: now.toISOString().slice(0, 10),
          spam_rate: 0.0025,
          spf_rate: null,
          dkim_rate: null,
          dmarc_rate: null,
          error_rate: null,
        },
      ],
    },
    now,
  );
  const restraints = await readRestraints(db, newsletter.key, now);
  assert.deepEqual([...restraints.keys()], ['gmail']);
  assert.equal(restraintFor(restraints, 'googlemail.com')?.rate, 1000 / (6 * 3600));
});
