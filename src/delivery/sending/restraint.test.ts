import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restrain, restraintFor } from './restraint.ts';

test('mail to a receiver is slowed before its readers complain as often as it tolerates, and more from then on', () => {
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
    '0.25 % of the copies of the last 7 days were reported as spam. So mail there goes out slowly now: as many copies again take 6 hours. From 0.3 % on, large mail services hold mail back.',
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
