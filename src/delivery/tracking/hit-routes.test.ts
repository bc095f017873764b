import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { signStamp, signTarget } from '../../links/tracked.ts';
import { newId } from '../../platform/ids.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { readContents } from '../../testing/contents.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { reclassify } from './reclassify.ts';
import { writeHits } from './write-hits.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const body = [
  '[one](https://one.example/?a=1&b=2)',
  '[two](https://two.example/ä)',
  '[three](https://three.example/#part) [mail](mailto:x@example.org) [own](https://own.example/{{ subscriber.email }})',
].join('\n\n');

let service: TestService;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
before(async () => {
  service = await startTestService({ works: true, clock: now });
  for (const name of ['ada', 'bob', 'cat'])
    await service.api('POST', '/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular' });
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), [], 'the stored counts match the rows');
  } finally {
    await service.stop();
  }
});

async function track(track_opens: boolean, track_clicks: boolean) {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { track_opens, track_clicks });
}

type Copy = {
  to: string;
  html: string;
  text: string;
  source: Buffer;
  links: string[];
  canary: string;
  pixel: string;
};
type Sent = { id: string; key: number; copies: Copy[] };

let number = 0;
/** Adds an email that ada, bob and cat got an hour ago, with their copies. */
async function send(changes: object = {}): Promise<Sent> {
  number += 1;
  ahead = 0; // emails made in the future are sent in the future
  service.sink.accepted.length = 0;
  const { id } = (await service.api('POST', '/v1/emails', { subject: `Issue ${number}`, body, ...changes }))
    .body;
  await until('sent', async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent');
  const { key } = await service.db
    .selectFrom('emails')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await sql`update deliveries set status_date = status_date - interval '1 hour' where email_key = ${key}`.execute(
    service.db,
  );
  const copies = await Promise.all(
    service.sink.accepted.map(async ({ source, to }) => {
      const bytes = Buffer.from(`${source}\r\n`, 'latin1');
      const { html, text } = await readMail(bytes);
      const over = [...html.matchAll(/href="(http:\/\/news\.example\/c\/[^"]*)"( aria-hidden)?/g)];
      return {
        to,
        html,
        text,
        source: bytes,
        links: over.filter(found => !found[2]).map(found => found[1]!),
        canary: over.find(found => found[2])?.[1] ?? '',
        pixel: /src="(http:\/\/news\.example\/o\/[^"]*\.gif)"/.exec(html)?.[1] ?? '',
      };
    }),
  );
  copies.sort((one, other) => (one.to < other.to ? -1 : 1));
  return { id, key, copies };
}

async function ask(address: string, agent = firefox, method = 'GET', headers: Record<string, string> = {}) {
  const response = await fetch(address.replace('http://news.example', service.url), {
    method,
    redirect: 'manual',
    headers: { 'user-agent': agent, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Moves the clock by a minute, so that new hits are not in one burst with earlier ones. */
const later = () => {
  ahead += 60_000;
};

const hitsOf = (email_key: number) =>
  service.db
    .selectFrom('hits')
    .selectAll()
    .where('email_key', '=', email_key)
    .orderBy('date')
    .orderBy('id')
    .execute();

/** Returns the email's hits, once there are `count` of them. */
const written = (email_key: number, count: number) =>
  until(`${count} hits written`, async () => {
    const hits = await hitsOf(email_key);
    return hits.length >= count && hits;
  });

const analytics = async (id: string, query = '') =>
  (await service.api('GET', `/v1/emails/${id}/analytics${query}`)).body;

test('with tracking off, copies have no trace of tracking', async () => {
  await track(false, false);
  for (const { html, text, source } of (await send()).copies) {
    assert.ok(
      html.includes('https://one.example/?a=1&amp;b=2') && text.includes('https://one.example/?a=1&b=2'),
    );
    assert.ok(!/\/[co]\/[\w-]{40}/.test(source.toString()), 'no tracked address');
    assert.equal(/<img/.test(html), false);
  }
});

test('a tracked copy differs only in its links, pixel and canary, and not in its text part', async () => {
  await track(true, true);
  const { copies } = await send();
  for (const { html, text, links, canary, pixel, to, source } of copies) {
    assertForm(source.toString('latin1'));
    assert.equal(links.length, 4, 'the public page and the three of the body');
    assert.match(canary, /\/c\/[\w-]{56}$/);
    assert.match(pixel, /\/o\/[\w-]{40}\.gif$/);
    assert.ok(html.includes('mailto:x@example.org') && html.includes(`https://own.example/${to}`));
    assert.ok(!text.includes('/c/') && !text.includes('/o/') && text.includes('https://two.example/%C3%A4'));
    assert.match(html, /href="http:\/\/news\.example\/unsubscribe\/[\w-]{64}"/);
  }
  assert.equal(new Set(copies.map(({ pixel }) => pixel)).size, 3, 'each reader has a different stamp');
});

test('the pixel is an uncacheable image of 43 bytes that any page may show, without a cookie', async () => {
  await track(true, true);
  const { pixel } = (await send()).copies[0]!;
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, bytes } = await ask(pixel, firefox, method);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/gif');
    assert.equal(headers.get('content-length'), '43');
    assert.equal(headers.get('cache-control'), 'no-store, private');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('set-cookie'), null);
    if (method === 'GET') assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
  }
});

test('a click is redirected to the link’s target by a 302 that sends no referrer', async () => {
  await track(true, true);
  const { key, copies } = await send();
  later();
  const [page, ...links] = copies[0]!.links;
  for (const [link, location] of [
    [page, `http://news.example/${service.newsletter.username}/archive/`],
    [links[0], 'https://one.example/?a=1&b=2'],
    [links[1], 'https://two.example/%C3%A4'],
    [links[2], 'https://three.example/#part'],
  ] as const) {
    const { status, headers } = await ask(link!);
    assert.equal(status, 302);
    assert.ok(headers.get('location')!.startsWith(location), headers.get('location')!);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'no-store, private');
    assert.equal(headers.get('set-cookie'), null);
    later();
  }
  assert.equal((await written(key, 4)).filter(({ verdict }) => verdict === 'human').length, 4);
});

test('opens and clicks count recipients, each once, without machines and with proxies', async () => {
  await track(true, true);
  const { id, key, copies } = await send();
  const [ada, bob, cat] = copies as [Copy, Copy, Copy];
  later();
  for (let times = 0; times < 3; times += 1) {
    await ask(ada.pixel, gmail);
    await ask(ada.links[1]!);
    later();
  }
  await ask(bob.pixel, 'Mozilla/5.0');
  await ask(bob.links[1]!, 'BarracudaCentral/1.0');
  await ask(cat.pixel, 'Mimecast');
  await ask(cat.links[1]!, firefox, 'HEAD');
  await ask(cat.pixel, firefox, 'HEAD');
  later();
  await written(key, 10);
  const { opens, clicks, raw } = await analytics(id, '?raw=true');
  assert.deepEqual([opens, clicks], [2, 1]);
  assert.deepEqual(raw, {
    opens: 5,
    clicks: 5,
    proxied_opens: 1,
    machine_opens: 1,
    machine_clicks: 2,
    opened_by: 3,
    clicked_by: 3,
  });
  assert.equal((await analytics(id)).raw, undefined);
  const people = await service.db.selectFrom('subscribers').selectAll().orderBy('email_address').execute();
  assert.deepEqual(
    people.map(person => [person.last_open_date !== null, person.last_click_date !== null]),
    [
      [true, true],
      [false, false],
      [false, false],
    ],
    'a proxy’s open says nothing about a person',
  );
});

test('a machine’s burst of requests counts for nobody, including those counted before it was recognised', async () => {
  await track(true, true);
  const { id, key, copies } = await send();
  const [ada, bob] = copies as [Copy, Copy];
  later();
  for (const link of ada.links) {
    await ask(link);
    await written(key, 1);
  }
  await ask(bob.links[0]!);
  await written(key, 5);
  assert.equal((await analytics(id)).clicks, 1, 'bob alone');
  later();
  await ask(bob.canary);
  await ask(bob.links[1]!);
  later();
  await ask(ada.links[2]!);
  const hits = await written(key, 8);
  assert.deepEqual(
    hits.map(({ verdict, reasons }) => [verdict, ...reasons].join(' ')),
    [...Array(4).fill('machine burst'), 'human', 'machine canary', 'machine canary', 'human'],
  );
  assert.equal((await analytics(id)).clicks, 2);
});

test('a click within seconds of acceptance is recorded as a machine’s', async () => {
  await track(true, true);
  const { id, key, copies } = await send();
  await service.db
    .updateTable('deliveries')
    .set({ status_date: now().toISOString() })
    .where('email_key', '=', key)
    .execute();
  await ask(copies[0]!.links[1]!);
  assert.deepEqual((await written(key, 1))[0]!.reasons, ['too_soon']);
  assert.equal((await analytics(id)).clicks, 0);
});

test('tokens that are forged, cut, altered or from elsewhere lead nowhere, reveal nothing and count nothing', async () => {
  await track(true, true);
  const { key, copies } = await send();
  const { links, pixel } = copies[0]!;
  const secret = service.secret;
  const owner = { email_key: key, subscriber_key: 1 };
  const token = links[1]!.split('/c/')[1]!;
  const stamp = token.slice(0, 40);
  const foreign: Secret = [randomBytes(32)];
  const before = await readContents(service.db);
  const wrong = [
    token.slice(0, -1),
    `${token}A`,
    `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`,
    stamp + signTarget(secret, key, 1, 'https://evil.example/'),
    stamp + signTarget(secret, key, 999, 'https://one.example/?a=1&b=2'),
    stamp + signTarget(foreign, key, 2, 'https://one.example/?a=1&b=2'),
    signStamp(foreign, owner) + token.slice(40),
    signStamp(secret, { ...owner, email_key: key + 1000 }) + token.slice(40),
    'x'.repeat(56),
    'https:%2F%2Fevil.example',
    '%2F%2Fevil.example',
    '%F0%9F%98%80',
    'A',
  ];
  for (const one of wrong) {
    const { status, headers, bytes } = await ask(`http://news.example/c/${one}?url=https://evil.example`);
    assert.equal(status, 404, one);
    assert.equal(headers.get('location'), null);
    assert.match(bytes.toString(), /<h1>This link does not work<\/h1>/);
  }
  const good = (await ask(pixel, 'curl/8', 'HEAD')).headers.get('content-length');
  for (const one of [
    stamp,
    `${stamp.slice(1)}.gif`,
    `${signStamp(foreign, owner)}.gif`,
    'A.gif',
    '.gif',
    '%00'.repeat(0) || 'x',
  ]) {
    const { status, headers, bytes } = await ask(`http://news.example/o/${one}`);
    assert.deepEqual([status, headers.get('content-length'), bytes.length], [200, good, 43], one);
  }
  await ask(pixel, firefox); // this one is written after all of the above
  await written(key, 1);
  const hits = await hitsOf(key);
  assert.deepEqual([hits.length, hits[0]!.kind], [1, 'open']);
  const after = await readContents(service.db);
  for (const table of Object.keys(before).filter(name => !/hits|deliver|subscribers/.test(name)))
    assert.deepEqual(after[table], before[table], table);
});

test('a valid token that is used a thousand times counts once and takes a bounded space', async () => {
  await track(true, true);
  const { id, key, copies } = await send();
  later();
  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 60 }, () => ask(copies[0]!.pixel)));
  await ask(copies[1]!.pixel);
  await until('the other reader counted', async () => (await analytics(id)).opens === 2);
  assert.equal((await hitsOf(key)).length, 501);
});

test('a stamp without a recipient or of a deleted person still redirects and counts nothing', async () => {
  await track(true, true);
  const { body: eve } = await service.api('POST', '/v1/subscribers', {
    email_address: 'eve@example.org',
    type: 'regular',
  });
  const { id, key, copies } = await send();
  const her = copies.find(({ to }) => to === 'eve@example.org')!;
  later();
  await ask(her.pixel);
  await written(key, 1);
  await service.api('DELETE', `/v1/subscribers/${eve.id}`);
  assert.deepEqual(await hitsOf(key), [], 'everything known about her is gone');
  assert.equal((await analytics(id)).opens, 1, 'the count stays');
  later();
  assert.equal((await ask(her.links[1]!)).status, 302);
  const secret = service.secret;
  const stranger = signStamp(secret, { email_key: key, subscriber_key: 999_999 });
  assert.equal((await ask(`http://news.example/o/${stranger}.gif`)).status, 200);
  await ask(copies[0]!.pixel);
  assert.equal((await written(key, 1)).length, 1);
  assert.deepEqual((await analytics(id)).clicks, 0);
});

test('a newsletter that stops tracking records nothing more, and its links still work', async () => {
  await track(true, true);
  const { key, copies } = await send();
  await track(false, false);
  later();
  assert.equal((await ask(copies[0]!.links[1]!)).status, 302);
  const { subscriber_key } = await service.db
    .selectFrom('deliveries')
    .selectAll()
    .where('email_key', '=', key)
    .orderBy('subscriber_key')
    .executeTakeFirstOrThrow();
  const facts = {
    date: now().toISOString(),
    method: 'GET',
    agent: firefox,
    network: '',
    accept: '',
    purpose: '',
  };
  const hits = [
    { ...facts, id: newId(), email_key: key, subscriber_key, kind: 'open', link_number: null },
    { ...facts, id: newId(), email_key: key, subscriber_key, kind: 'click', link_number: 1 },
  ] as const;
  await writeHits(service.db, [...hits]);
  assert.deepEqual(await hitsOf(key), []);
  await track(true, false);
  await writeHits(service.db, [...hits]);
  await writeHits(service.db, [...hits]);
  assert.deepEqual(
    (await hitsOf(key)).map(({ kind }) => kind),
    ['open'],
    'only the enabled tracking, and once even if added twice',
  );
});

test('an email’s figures by link, time, client and domain leave machines out', async () => {
  await track(true, true);
  const { id, key, copies } = await send();
  const [ada, bob, cat] = copies as [Copy, Copy, Copy];
  later();
  await ask(ada.pixel, gmail);
  await ask(bob.pixel, firefox);
  later();
  await ask(ada.links[1]!);
  await ask(bob.links[1]!);
  await ask(cat.links[2]!, 'curl/8');
  later();
  await ask(bob.links[2]!);
  await written(key, 6);
  const get = async (what: string) => (await service.api('GET', `/v1/emails/${id}/analytics/${what}`)).body;
  const links = await get('links');
  assert.equal(links.count, 4);
  assert.deepEqual(links.results.slice(0, 2), [
    { url: 'https://one.example/?a=1&b=2', recipients: 2, clicks: 2, machine_clicks: 0 },
    { url: 'https://two.example/%C3%A4', recipients: 1, clicks: 1, machine_clicks: 1 },
  ]);
  for (const by of ['hour', 'day']) {
    const { results } = await get(`timeline?by=${by}`);
    const sum = (name: string) =>
      results.reduce((total: number, moment: Record<string, number>) => total + moment[name]!, 0);
    assert.deepEqual([sum('opens'), sum('clicks')], [2, 2]);
    assert.match(results[0].date, by === 'day' ? /T00:00:00\.000Z$/ : /:00:00\.000Z$/);
  }
  assert.deepEqual((await get('clients')).results, [
    { client: 'Firefox', opens: 1, clicks: 2 },
    { client: 'Gmail', opens: 1, clicks: 0 },
  ]);
  assert.deepEqual((await get('domains')).results, [
    { domain: 'example.org', recipients: 3, opens: 2, clicks: 2 },
  ]);
  const foreign = await service.foreignKey();
  for (const what of ['links', 'timeline', 'clients', 'domains']) {
    const path = `/v1/emails/${id}/analytics/${what}`;
    assert.equal((await service.api('GET', path, undefined, foreign)).status, 404);
    assert.equal((await service.api('GET', `${path}?page=2`)).body.results.length, 0);
  }
  assert.equal((await service.api('GET', `/v1/emails/${id}/analytics/timeline?by=minute`)).status, 400);
  assert.equal((await service.api('GET', `/v1/emails/${id}/analytics?raw=perhaps`)).status, 400);
});

test('tracked links in a free subscriber’s teaser have the same numbers as in the full email', async () => {
  await track(true, true);
  const { copies, key } = await send({
    email_type: 'premium',
    should_send_teaser: true,
    body: '[one](https://one.example/)\n\n<!-- paywall -->\n\n[two](https://two.example/)',
  });
  later();
  assert.equal(copies[0]!.links.length, 1, 'for a premium email not even its own page');
  assert.equal((await ask(copies[0]!.links[0]!)).headers.get('location'), 'https://one.example/');
  const urls = await service.db
    .selectFrom('email_links')
    .select('url')
    .where('email_key', '=', key)
    .where('number', '>', 0)
    .execute();
  await written(key, 1);
  assert.deepEqual(urls.map(({ url }) => url).sort(), ['https://one.example/', 'https://two.example/']);
});

test('judging everything again changes nothing while the rules are the same', async () => {
  const before = await readContents(service.db);
  const { recipients, verdicts, opens, clicks } = await reclassify(service.db, { dry_run: false });
  assert.ok(recipients > 10);
  assert.deepEqual([verdicts.size, opens, clicks], [0, 0, 0]);
  assert.deepEqual(await readContents(service.db), before);
});

test('wrongly judged hits are judged again, and the ledger is corrected exactly', async () => {
  const before = await readContents(service.db);
  // The data are made as if an older version of the rules had taken every machine for a person, and another version every person for a
  // machine.
  await sql`
    with wrong as (
      update hits set verdict = case when verdict = 'machine' then 'human'::hit_verdict else 'machine' end, rule_version = 0
      returning *
    ), firsts as (
      select email_key, subscriber_key,
        min(date) filter (where kind = 'open' and verdict <> 'machine') as open_date,
        min(date) filter (where kind = 'click' and verdict <> 'machine') as click_date
      from wrong group by 1, 2
    )
    update deliveries set open_date = firsts.open_date, click_date = firsts.click_date from firsts
    where deliveries.email_key = firsts.email_key and deliveries.subscriber_key = firsts.subscriber_key`.execute(
    service.db,
  );
  await sql`update delivery_chunks chunk set
    opens = (select count(open_date) from deliveries where email_key = chunk.email_key and subscriber_key between first_key and last_key),
    clicks = (select count(click_date) from deliveries where email_key = chunk.email_key and subscriber_key between first_key and last_key)`.execute(
    service.db,
  );
  await sql`update subscribers set
    last_open_date = (select max(date) from hits where subscriber_key = key and kind = 'open' and verdict = 'human'),
    last_click_date = (select max(date) from hits where subscriber_key = key and kind = 'click' and verdict = 'human')`.execute(
    service.db,
  );
  const wrong = await readContents(service.db);
  const dry = await reclassify(service.db, { dry_run: true });
  assert.ok(dry.verdicts.size >= 2);
  assert.deepEqual(await readContents(service.db), wrong, 'a dry run writes nothing');
  const done = await reclassify(service.db, { dry_run: false });
  assert.deepEqual(done, dry);
  assert.deepEqual(await readContents(service.db), before);
});
