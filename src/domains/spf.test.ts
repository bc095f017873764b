import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dns } from './dns.ts';
import { readSpf } from './spf.ts';

/** A DNS with these TXT records and no others. */
const showing = (records: Record<string, string[]>): Dns => ({
  txt: async name => ({ found: records[name] ?? [] }),
  mx: async () => ({ found: [] }),
  cname: async () => ({ found: [] }),
});
const faults = async (records: Record<string, string[]>) => {
  const { faults, failed } = await readSpf(showing(records), 'a.example');
  assert.equal(failed, undefined);
  return faults;
};

test('a record that ends with ~all or -all, directly or through a redirect, has no fault', async () => {
  for (const record of ['v=spf1 -all', 'v=spf1 a mx ip4:192.0.2.0/24 ~all', 'v=spf1 redirect=b.example']) {
    assert.deepEqual(
      await faults({ 'a.example': ['google-verify=1', record], 'b.example': ['v=spf1 -all'] }),
      [],
    );
  }
});

test('a missing record, two records, and a record that lets every sender pass are faults', async () => {
  assert.match((await faults({})).join(), /no SPF record/);
  assert.match((await faults({ 'a.example': ['v=spf10 -all'] })).join(), /no SPF record/);
  assert.match((await faults({ 'a.example': ['v=spf1 -all', 'v=spf1 ~all'] })).join(), /2 SPF records/);
  assert.match((await faults({ 'a.example': ['v=spf1 +all'] })).join(), /does not end/);
});

test('more than ten lookups, or more than two that find nothing, are faults at any depth', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      at === 0 ? 'a.example' : `n${at}.example`,
      [`v=spf1 include:n${at + 1}.example -all`],
    ]),
  );
  assert.match((await faults(chain)).join(), /more than 10 DNS lookups/);
  const mechanisms =
    'a mx a:b.example exists:c.example a:d.example mx:e.example ptr a:f.example a:g.example a:h.example';
  assert.deepEqual(await faults({ 'a.example': [`v=spf1 ${mechanisms} -all`] }), []);
  assert.match((await faults({ 'a.example': [`v=spf1 ${mechanisms} mx:i.example -all`] })).join(), /lookups/);
  const voids = { 'a.example': ['v=spf1 include:x.example include:y.example include:z.example -all'] };
  assert.match((await faults(voids)).join(), /find nothing/);
});

test('records that include each other do not loop', async () => {
  assert.deepEqual(
    await faults({
      'a.example': ['v=spf1 include:b.example -all'],
      'b.example': ['v=spf1 include:a.example -all'],
    }),
    [],
  );
});

test('a DNS that does not answer is reported as such', async () => {
  const silent: Dns = { ...showing({}), txt: async () => ({ failed: 'The DNS query failed (ETIMEOUT).' }) };
  assert.equal((await readSpf(silent, 'a.example')).failed, 'The DNS query failed (ETIMEOUT).');
});
