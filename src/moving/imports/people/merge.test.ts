import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openZip } from '../../../platform/bundle/zip-writer.ts';
import { openDice } from '../../../platform/dice.ts';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import { typed } from '../../../testing/typed.ts';
import { until } from '../../../testing/until.ts';
import type { PersonStatus } from '../columns/line.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

type Headers = Record<string, string>;

async function importFile(content: string | Buffer, query: string, headers: Headers, type = 'text/csv') {
  const path = `/v1/imports?dry_run=false&${query}`;
  const { status, body, text } = await service.api('POST', path, content, {
    'content-type': type,
    ...headers,
  });
  assert.equal(status, 201, text);
  const ended = await until('the import has ended', async () => {
    const { body: now } = await service.api('GET', `/v1/imports/${body.id}`, undefined, headers);
    return ['succeeded', 'failed'].includes(now.status) && now;
  });
  assert.equal(ended.status, 'succeeded', ended.status_reason);
  return ended;
}

const reportOf = async ({ id }: { id: string }, headers: Headers) =>
  (await service.api('GET', `/v1/imports/${id}/report.csv`, undefined, headers)).text;

const typeOfOnly = async (headers: Headers) => {
  const { body } = await service.api('GET', '/v1/subscribers', undefined, headers);
  assert.equal(body.count, 1);
  return body.results[0].type;
};

/** The statuses in a file, from the mildest to the strictest, and the type that each becomes. */
const order: [status: PersonStatus, type: string][] = [
  ['active', 'regular'],
  ['trial', 'trialed'],
  ['gifted', 'gifted'],
  ['paid', 'premium'],
  ['paused', 'paused'],
  ['unconfirmed', 'unactivated'],
  ['bounced', 'undeliverable'],
  ['unsubscribed', 'unsubscribed'],
  ['complained', 'complained'],
  ['suppressed', 'blocked'],
];

const spellings = (n: number) => [
  `p${n}@bücher.example`,
  `P${n}@BÜCHER.example`,
  `p${n}@xn--bcher-kva.example`,
  `p${n}@Bu\u0308cher.example`,
];

test('somebody who is in a file several times becomes the same person in any order of the lines, in the strictest state', async () => {
  const { below, chance, pick, shuffle } = openDice(7);
  const day = (n: number) => `20${10 + n}-01-02T00:00:00Z`;
  const expected = new Map<string, string>();
  const lines: object[] = [];
  for (let n = 0; n < 40; n += 1) {
    const said = Array.from({ length: 2 + below(3) }, () => below(order.length));
    expected.set(`p${n}@xn--bcher-kva.example`, order[Math.max(...said)]![1]);
    for (const at of said)
      lines.push({
        email_address: pick(spellings(n)),
        status: order[at]![0],
        tags: chance(0.5) ? [pick(['red', 'green', 'blue'])] : [],
        plan: pick(['gold', 'silver', '']),
        [pick(['a', 'b'])]: below(3),
        notes: pick(['', 'one', 'two']),
        creation_date: chance(0.7) ? day(below(9)) : '',
        confirmation_date: chance(0.5) ? day(below(9)) : '',
        unsubscription_date: chance(0.9) ? day(below(9)) : '',
        consent_date: chance(0.5) ? day(below(9)) : '',
        utm_source: pick(['', 'x', 'y']),
      });
  }
  // Every line has all columns, so that the columns do not depend on the first line.
  const whole = lines.map(line => ({ a: '', b: '', ...line }));
  const seen: unknown[] = [];
  for (const some of [whole, shuffle(whole), whole.toReversed()]) {
    const headers = await service.foreignKey();
    const text = some.map(line => JSON.stringify(line)).join('\n');
    const { report } = await importFile(text, 'format=jsonl', headers);
    assert.equal(report.counts.merged, lines.length - 40);
    assert.deepEqual([report.counts.created, report.counts.lines], [40, lines.length]);
    seen.push(await people(headers));
  }
  assert.deepEqual(seen[1], seen[0]);
  assert.deepEqual(seen[2], seen[0]);
  const types = (seen[0] as Person[]).map(one => [one.email_address.toLowerCase(), one.type]);
  assert.deepEqual(Object.fromEntries(types), Object.fromEntries(expected));
});

type Person = { email_address: string; type: string };

/** Returns everything that the newsletter knows about everybody, except for dates of today. */
async function people(headers: Headers): Promise<Person[]> {
  const { body } = await service.api('GET', '/v1/subscribers?page_size=1000', undefined, headers);
  const { rows } = await sql<{ address: string; date: string }>`
    select email_address as address, date from consents join subscribers on subscribers.key = subscriber_key`.execute(
    service.db,
  );
  const { results: tags } = (await service.api('GET', '/v1/tags', undefined, headers)).body;
  const named = new Map(tags.map((tag: { id: string; name: string }) => [tag.id, tag.name]));
  const past = (date: string | null) => (date !== null && date < '2026' ? date : 'today');
  return body.results
    .map((one: Record<string, string> & { tags: string[]; metadata: object }) => ({
      email_address: one.email_address,
      type: one.type,
      tags: one.tags.map(id => named.get(id)).toSorted(),
      metadata: Object.entries(one.metadata).toSorted(),
      notes: one.notes,
      utm_source: one.utm_source,
      dates: [one.creation_date, one.confirmation_date, one.unsubscription_date].map(date =>
        past(date ?? null),
      ),
      consents: [
        ...new Set(rows.filter(({ address }) => address === one.email_address).map(row => past(row.date))),
      ],
    }))
    .toSorted((a: Person, b: Person) =>
      a.email_address.toLowerCase() < b.email_address.toLowerCase() ? -1 : 1,
    );
}

test('the report says how many people a file contradicts itself about, and names the lines', async () => {
  const headers = await service.foreignKey();
  const lines = [
    'Email,Status',
    'ada@example.org,active',
    'bob@example.org,active',
    'ADA@example.org,unsubscribed',
  ];
  const done = await importFile([...lines, 'Ada@Example.org,active'].join('\n'), '', headers);
  assert.match(done.report.notes.join(), /1 person has several lines that contradict each other/);
  const { created, merged, refused, people, lines: all } = done.report.counts;
  assert.deepEqual(
    { created, merged, refused, people, all },
    { created: 2, merged: 2, refused: 0, people: 2, all: 4 },
  );
  const reason =
    'The same person as in an earlier line. The lines contradict each other, and the stricter state counts: unsubscribed.';
  const reason_sentence = { code: 'lines.same_person_earlier_state', values: { state: 'unsubscribed' } };
  assert.deepEqual(done.report.reasons, [{ outcome: 'merged', reason, reason_sentence, count: 2 }]);
  const report = await reportOf(done, headers);
  assert.match(report, /,4,merged,,"The same person as in line 2\. .* counts: unsubscribed\."/);
  assert.match(report, /,5,merged,/);
  const { body } = await service.api('GET', '/v1/subscribers/ada@example.org', undefined, headers);
  assert.equal(body.type, 'unsubscribed');
});

const services: [name: string, header: string, subscribed: string, unsubscribed: string, type?: string][] = [
  ['buttondown', 'email,type,creation_date,tags', 'regular,2023-01-02,', 'unsubscribed,2023-01-02,'],
  ['mailchimp', 'Email Address,MEMBER_RATING,UNSUB_TIME', '2,', '2,2023-01-02 10:00:00'],
  ['substack', 'email,active_subscription,email_disabled', 'false,false', 'false,true'],
  ['ghost', 'email,subscribed_to_emails,complimentary_plan', 'true,false', 'false,false'],
  ['kit', 'email_address,first_name,state,created_at', 'Ada,active,2023-01-02', 'Ada,cancelled,2023-01-02'],
  ['beehiiv', 'email,status,tier,created_at', 'active,free,2023-01-02', 'inactive,free,2023-01-02'],
  ['listmonk', 'email,uuid,attributes,status', '1,{},enabled', '2,{},blocklisted', 'blocked'],
  ['mailerlite', 'Subscriber,Subscribed,Status', '2023-01-02,active', '2023-01-02,unsubscribed'],
  [
    'wordpress',
    'Email,Subscription type,Email subscription,Since',
    'Free,Subscribed,2023-01-02',
    'Free,Not subscribed,2023-01-02',
  ],
  ['csv', 'E-Mail,Status', 'aktiv', 'abgemeldet'],
];

for (const [name, header, subscribed, unsubscribed, type = 'unsubscribed'] of services)
  test(`a file of ${name} that has somebody both as subscribed and as unsubscribed never subscribes them`, async () => {
    const lines = [`ada@bücher.example,${subscribed}`, `ADA@xn--bcher-kva.example,${unsubscribed}`];
    for (const [at, some] of [lines, lines.toReversed()].entries()) {
      const headers = await service.foreignKey();
      const done = await importFile([header, ...some].join('\n'), '', headers);
      assert.equal(done.format, name);
      assert.equal(await typeOfOnly(headers), type, `order ${at}`);
    }
  });

test('the stricter state also counts among the files in a zip, whichever comes first', async () => {
  const subscribed = 'Email Address,MEMBER_RATING\nada@example.org,2\n';
  const cleaned = 'Email Address,MEMBER_RATING,CLEAN_TIME\nADA@example.org,2,2023-01-02 10:00:00\n';
  for (const names of [
    ['a_subscribed.csv', 'cleaned_b.csv'],
    ['z_subscribed.csv', 'cleaned_b.csv'],
  ]) {
    const headers = await service.foreignKey();
    const pieces: Uint8Array[] = [];
    const zip = openZip(async bytes => void pieces.push(bytes));
    for (const name of names.toSorted()) {
      const text = name.startsWith('cleaned') ? cleaned : subscribed;
      await zip.add(
        name,
        (async function* () {
          yield Buffer.from(text);
        })(),
      );
    }
    await zip.end();
    const done = await importFile(Buffer.concat(pieces), '', headers, 'application/zip');
    assert.equal(await typeOfOnly(headers), 'undeliverable');
    assert.match(await reportOf(done, headers), /as in line 2 of ""[\w.]+""/);
  }
});

test('the stricter state wins between the file and the newsletter, and the report names everybody who gets less mail', async () => {
  const headers = await service.foreignKey();
  const known = [
    ['regular', 'unsubscribed', 'unsubscribed'],
    ['regular', 'bounced', 'undeliverable'],
    ['regular', 'unconfirmed', 'unactivated'],
    ['regular', 'paused', 'paused'],
    ['premium', 'unconfirmed', 'premium'],
    ['premium', 'complained', 'complained'],
    ['unactivated', 'active', 'unactivated'],
    ['unactivated', 'unsubscribed', 'unsubscribed'],
    ['unsubscribed', 'active', 'unsubscribed'],
    ['unsubscribed', 'bounced', 'unsubscribed'],
    ['unsubscribed', 'complained', 'complained'],
    ['undeliverable', 'unsubscribed', 'unsubscribed'],
    ['complained', 'unsubscribed', 'complained'],
    ['blocked', 'complained', 'blocked'],
  ] as const;
  for (const [at, [type]] of known.entries()) {
    const { body } = await service.api(
      'POST',
      '/v1/subscribers',
      { email: `k${at}@example.org`, type: 'regular' },
      headers,
    );
    await service.db
      .updateTable('subscribers')
      .set({ ...typed(type), unsubscription_date: null })
      .where('id', '=', body.id)
      .execute();
  }
  const lines = known.map(([, status], at) => `K${at}@example.org,${status}`);
  const done = await importFile(['Email,Status', ...lines].join('\n'), '', headers);
  const { body } = await service.api('GET', '/v1/subscribers?page_size=100', undefined, headers);
  const types = new Map(body.results.map((one: Person) => [one.email_address, one.type]));
  assert.deepEqual(
    known.map(([type, status], at) => [type, status, types.get(`k${at}@example.org`)]),
    known.map(one => [...one]),
  );
  const report = await reportOf(done, headers);
  assert.match(
    report,
    /,2,noted,k0@example\.org,The person is subscribed here and unsubscribed in the file\. The stricter state counts: unsubscribed\./,
  );
  const stricter = known.filter(([before, , now]) => before !== now).length;
  assert.equal(report.match(/,noted,/g)?.length, stricter);
});
