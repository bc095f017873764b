import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openFeedServer, rss } from '../../src/testing/feed-server.ts';
import { pixel } from '../../src/testing/forms.ts';
import { post, visit } from '../../src/testing/pages.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { openReceiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

// Requests as public clients of Buttondown's API send them. Each test is named after what the client's author relies on.
let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { SIGN_UPS_PER_HOUR: '1000' } });
});
after(() => service.stop());

/** Returns the body of the response, which must have this status. */
async function ask(status: number, method: string, path: string, body?: unknown, headers = {}) {
  const answer = await service.api(method, path, body, headers);
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
  return answer.body;
}
const get = (path: string) => ask(200, 'GET', path);
const create = (path: string, body: object, headers = {}) => ask(201, 'POST', path, body, headers);

const subscribe = (name: string, fields: object = {}) =>
  create('/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular', ...fields });
const addresses = (results: { email_address: string }[]) => results.map(one => one.email_address).sort();
const mailedTo = (subject: string) =>
  service.sink.accepted
    .filter(({ source }) => source.includes(`\r\nSubject: ${subject}\r\n`))
    .map(({ to }) => to)
    .sort();

/** Waits until the email is sent, and returns who got it. */
async function sentTo({ id, subject }: { id: string; subject: string }): Promise<string[]> {
  await until(`${subject} is sent`, async () => (await get(`/v1/emails/${id}`)).status === 'sent');
  return mailedTo(subject);
}

const bySingleTag = (value: string) => ({
  filters: [{ field: 'subscriber.tags', operator: 'contains', value }],
  groups: [],
  predicate: 'and',
});

test('looking an address up and deleting results[0] deletes that person and nobody else', async () => {
  for (const name of ['bob', 'bob.org', 'notbob']) await subscribe(name);
  const look = (name: string) => get(`/v1/subscribers?email_address=${name}%40example.org`);
  assert.deepEqual(addresses((await look('BOB')).results), ['bob@example.org']);
  await ask(204, 'DELETE', `/v1/subscribers/${(await look('bob')).results[0].id}`);
  const nobody = await look('bob');
  assert.deepEqual([nobody.count, nobody.results], [0, []]);
  await get('/v1/subscribers/bob.org@example.org');
  await get('/v1/subscribers/notbob@example.org');
});

test('a misspelt filter is refused, so results[0] is never a random person', async () => {
  const { code, detail } = await ask(400, 'GET', '/v1/subscribers?email_adress=bob@example.org');
  assert.equal(code, 'request_invalid');
  assert.match(detail, /email_adress.*email_address/);
});

test('looking an address up and tagging results[0] adds to the existing tags', async () => {
  await create('/v1/tags', { name: 'buyer' });
  await subscribe('carol', { tags: ['early'] });
  await subscribe('carol.smith');
  const [carol] = (await get('/v1/subscribers?email_address=carol@example.org')).results;
  const add = { 'X-Buttondown-Collision-Behavior': 'add' };
  const { tags } = await ask(200, 'PATCH', `/v1/subscribers/${carol.id}`, { tags: ['buyer'] }, add);
  assert.equal(tags.length, 2);
  assert.deepEqual(addresses((await get('/v1/subscribers?tag=buyer')).results), ['carol@example.org']);
});

test('pulling emails into files and pushing them back in full changes nothing and mails nobody', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-pulled-'));
  t.after(() => rm(folder, { recursive: true }));
  await subscribe('puller', { tags: ['pull'] });
  const only = { included_tags: ['pull'] };
  const sent = await create('/v1/emails', { subject: 'Pull sent', body: 'Old text', ...only });
  const day = new Date(Date.now() + 86_400_000).toISOString();
  await create('/v1/emails', { subject: 'Pull scheduled', publish_date: day, ...only });
  await create('/v1/emails', { subject: 'Pull draft', status: 'draft', ...only });
  await create('/v1/emails', { subject: 'Pull imported', status: 'imported', secondary_id: 70 });
  assert.deepEqual(await sentTo(sent), ['puller@example.org']);
  const mailed = service.sink.accepted.length;

  const pulled = (await get('/v1/emails?page_size=100')).results;
  assert.equal(pulled.length, 4);
  for (const email of pulled) await writeFile(join(folder, `${email.slug}.json`), JSON.stringify(email));
  for (const { id, slug } of pulled) {
    const file = JSON.parse(await readFile(join(folder, `${slug}.json`), 'utf8'));
    const { parts, ...same } = await ask(200, 'PATCH', `/v1/emails/${id}`, file);
    assert.deepEqual({ ...same, parts: [] }, file); // lists leave out the parts
    assert.ok(parts.length > 0);
  }
  assert.deepEqual((await get('/v1/emails?page_size=100')).results, pulled);

  const before = pulled.find(({ id }: { id: string }) => id === sent.id);
  const edited = await ask(200, 'PATCH', `/v1/emails/${sent.id}`, { ...before, body: 'New text' });
  assert.deepEqual([edited.body, edited.status], ['New text', 'sent']);
  assert.notEqual(edited.modification_date, before.modification_date);
  const { text } = await visit(service, new URL(edited.absolute_url).pathname);
  assert.match(text, /New text/);
  assert.equal(service.sink.accepted.length, mailed);
});

test('filters and included_tags mail the same people', async () => {
  await subscribe('vip1', { tags: ['vip'] });
  await subscribe('vip2', { tags: ['vip', 'other'] });
  await subscribe('other', { tags: ['other'] });
  const [{ id: tag }] = (await get('/v1/tags')).results.filter(
    ({ name }: { name: string }) => name === 'vip',
  );
  const byFilters = await create('/v1/emails', { subject: 'By filters', filters: bySingleTag(tag) });
  const byTags = await create('/v1/emails', { subject: 'By tags', included_tags: ['vip'] });
  assert.deepEqual([byFilters.included_tags, byTags.filters], [[tag], bySingleTag(tag)]);
  for (const email of [byFilters, byTags])
    assert.deepEqual(await sentTo(email), ['vip1@example.org', 'vip2@example.org']);
});

test('an email that is pulled and re-created goes to the same people', async () => {
  await subscribe('copied', { tags: ['copy'] });
  const first = await create('/v1/emails', { subject: 'Copy', status: 'draft', included_tags: ['copy'] });
  const { id, slug, ...rest } = await get(`/v1/emails/${first.id}`);
  const copy = await create('/v1/emails', { ...rest, subject: 'Copy 2', status: 'about_to_send' });
  assert.deepEqual(await sentTo(copy), ['copied@example.org']);
});

test('applying an external feed twice changes nothing, whatever its cadence', async t => {
  const feeds = await openFeedServer();
  t.after(() => feeds.close());
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  const declared = {
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    filters: { filters: [], groups: [], predicate: 'and' },
    subject: '{{ item.title }}',
    body: '{{ items }}',
    label: 'Blog',
    metadata: { managed_by: 'code' },
    skip_old_items: true,
  };
  for (const schedule of [
    { cadence: 'daily', cadence_metadata: { time: '9' } },
    { cadence: 'weekly', cadence_metadata: { weekday: 'monday', time: '08:30' } },
    { cadence: 'monthly', cadence_metadata: { monthday: 'lastday', time: '17' } },
  ]) {
    const state = await create('/v1/external_feeds', { ...declared, ...schedule });
    const path = `/v1/external_feeds/${state.id}`;
    for (const [field, value] of Object.entries({ ...declared, ...schedule }))
      assert.deepEqual(state[field], value, field);
    const refreshed = await get(path);
    const { url, ...updatable } = { ...declared, ...schedule };
    const applied = await ask(200, 'PATCH', path, { ...updatable, status: 'active' });
    assert.deepEqual(applied, refreshed);
    const changed = await ask(200, 'PATCH', path, { ...updatable, subject: 'News', status: 'inactive' });
    assert.deepEqual([changed.subject, changed.status, changed.url], ['News', 'inactive', url]);
    await ask(204, 'DELETE', path);
    await ask(404, 'GET', path);
    await ask(404, 'DELETE', path);
  }
});

test('pulling automations into files and pushing them back in full changes nothing, and a new file becomes the same automation', async t => {
  const feeds = await openFeedServer();
  t.after(() => feeds.close());
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  await create('/v1/external_feeds', {
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    cadence: 'daily',
    cadence_metadata: { time: '9' },
    subject: '{{ item.title }}',
    body: '{{ items }}',
  });
  const draft = await create('/v1/emails', { subject: 'A draft', body: 'To be mailed', status: 'draft' });
  const delay = { value: '3', unit: 'days', time_of_day: 'morning' };
  const sequence = await create('/v1/automations', {
    name: 'Pulled',
    trigger: 'subscriber.confirmed',
    actions: [
      { type: 'send_email', metadata: { subject: 'Hello', body: 'Inline', of_theirs: 1 }, timing: null },
      {
        type: 'send_email',
        metadata: { email_id: draft.id },
        timing: { time: 'delay', delay: { ...delay, time_of_day: null } },
      },
      {
        type: 'send_post_request',
        metadata: { url: 'https://127.0.0.1:8443/hook', signing_key: 'a key' },
        timing: { time: 'delay', delay },
      },
    ],
    filters: { filters: [], groups: [], predicate: 'and' },
    should_evaluate_filter_after_delay: false,
    metadata: { managed_by: 'code' },
  });
  await ask(200, 'PATCH', `/v1/automations/${sequence.id}`, { status: 'active' });
  // The text has been changed since, and a push does not undo that.
  await ask(200, 'PATCH', `/v1/emails/${sequence.steps[0].email_id}`, { body: 'Newer text' });

  const fields = 'actions filters id metadata name should_evaluate_filter_after_delay status trigger'.split(
    ' ',
  );
  const pull = async () => (await get('/v1/automations?page=1&page_size=100')).results;
  const pulled = await pull();
  assert.equal(pulled.length, 2);
  for (const one of pulled) {
    const file = JSON.parse(JSON.stringify(Object.fromEntries(fields.map(name => [name, one[name]]))));
    assert.ok(fields.every(name => file[name] !== null && file[name] !== undefined));
    await ask(200, 'PATCH', `/v1/automations/${one.id}`, file);
  }
  assert.deepEqual(await pull(), pulled);
  assert.equal((await get(`/v1/emails/${sequence.steps[0].email_id}`)).body, 'Newer text');

  const { id: _, status: __, ...file } = pulled.find(({ id }: { id: string }) => id === sequence.id);
  const sent = Object.fromEntries(fields.filter(name => name in file).map(name => [name, file[name]]));
  const made = await create('/v1/automations', sent);
  for (const [name, value] of Object.entries(sent)) assert.deepEqual(made[name], value, name);
  assert.equal(made.status, 'inactive');
  const { trigger, name } = made;
  assert.deepEqual(
    await ask(200, 'PATCH', `/v1/automations/${made.id}`, { trigger, name, status: 'inactive' }),
    made,
  );
});

test('a provider finds webhooks, tags and settings as it declared them, and a second apply changes nothing', async () => {
  const webhook = await create('/v1/webhooks', {
    url: 'https://127.0.0.1:8443/hook',
    event_type: 'subscriber.created',
    description: null,
  });
  assert.deepEqual([webhook.event_types, webhook.status], [['subscriber.created'], 'enabled']);
  const tag = await create('/v1/tags', { name: 'Declared', color: '#0000FF', description: 'In code' });
  for (const [path, declared] of [
    [`/v1/webhooks/${webhook.id}`, { url: webhook.url, event_type: 'subscriber.created', status: 'enabled' }],
    [`/v1/tags/${tag.id}`, { name: 'Declared', color: tag.color, description: 'In code' }],
  ] as const) {
    const state = await get(path);
    assert.deepEqual(await ask(200, 'PATCH', path, declared), state);
    await ask(204, 'DELETE', path);
    await ask(404, 'GET', path);
  }
  const path = `/v1/newsletters/${service.newsletter.id}`;
  const settings = { name: 'Declared', description: 'In code', timezone: 'Europe/Berlin' };
  const applied = await ask(200, 'PATCH', path, settings);
  assert.deepEqual({ ...applied, ...settings }, applied);
  assert.deepEqual(await ask(200, 'PATCH', path, settings), applied);
  assert.deepEqual((await get('/v1/newsletters')).results[0], applied);
});

const embed = '/api/emails/embed-subscribe/test';

/** Returns tag names and metadata of a subscriber who signed up by a form. */
async function signedUp(email: string) {
  const { tags, metadata } = await get(`/v1/subscribers/${email}`);
  const { results } = await get('/v1/tags?page_size=1000');
  const names = tags.map((id: string) => results.find((tag: { id: string }) => tag.id === id).name);
  return [names, metadata];
}

test('a form on a static site signs up with its tag and metadata, with or without a script', async () => {
  const fields = { tag: 'Website', metadata__plan: 'free' };
  await post(service, embed, { email: 'plain@example.org', embed: '1', ...fields });
  const form = new FormData();
  for (const [name, value] of Object.entries({ email: 'script@example.org', ...fields }))
    form.append(name, value);
  const origin = { origin: 'https://site.example' };
  const answer = await fetch(service.url + embed, { method: 'POST', body: form, headers: origin });
  assert.equal(answer.ok, true);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  for (const name of ['plain', 'script'])
    assert.deepEqual(await signedUp(`${name}@example.org`), [['Website'], { plan: 'free' }]);
});

test('the framed form can be shown on any site and signs people up', async () => {
  const framed = await visit(service, '/test?as_embed=true');
  assert.equal(framed.status, 200);
  assert.match(framed.headers.get('content-security-policy')!, /frame-ancestors \*/);
  assert.equal(framed.headers.get('x-frame-options'), null);
  const action = /<form[^>]* action="([^"]+)"/.exec(framed.text)![1]!.replaceAll('&amp;', '&');
  const { pathname, search } = new URL(action, service.url);
  await post(service, pathname + search, { email: 'framed@example.org' });
  assert.equal((await get('/v1/subscribers/framed@example.org')).type, 'unactivated');
});

test('an importer that runs twice duplicates nobody, and no_op, add and overwrite do what they say', async () => {
  const row = (fields: object) => ({ email: 'import@example.org', type: 'regular', ...fields });
  const send = (status: number, behavior: string, fields: object) =>
    ask(status, 'POST', '/v1/subscribers', row(fields), { 'X-Buttondown-Collision-Behavior': behavior });
  const first = await send(201, 'no_op', { tags: ['csv'], metadata: { a: 1 }, notes: 'first' });
  assert.deepEqual([first.email_address, first.subscriber_type], ['import@example.org', 'regular']);
  const again = await send(400, 'no_op', { tags: ['other'], notes: 'second' });
  assert.deepEqual([again.code, again.metadata.subscriber_id], ['email_already_exists', first.id]);
  assert.deepEqual(await get(`/v1/subscribers/${first.id}`), first);

  const added = await send(201, 'add', { tags: ['more'], metadata: { b: 2 } });
  assert.deepEqual([added.id, added.tags.length, added.metadata], [first.id, 2, { a: 1, b: 2 }]);
  const replaced = await send(201, 'overwrite', { tags: ['only'], metadata: { c: 3 } });
  assert.deepEqual([replaced.id, replaced.tags.length, replaced.metadata], [first.id, 1, { c: 3 }]);
  assert.equal((await get('/v1/subscribers?email=import@example.org')).count, 1);
});

test('an importer does not bring back anyone who has unsubscribed', async () => {
  await subscribe('left', { type: 'unsubscribed' });
  for (const behavior of ['add', 'overwrite']) {
    const { code } = await ask(
      400,
      'POST',
      '/v1/subscribers',
      { email: 'left@example.org', type: 'regular' },
      { 'X-Buttondown-Collision-Behavior': behavior },
    );
    assert.equal(code, 'subscriber_suppressed');
  }
});

test('an image uploaded twice is one image at one working address', async () => {
  const upload = async () => {
    const part = { name: 'image', value: pixel, filename: 'cover.png', type: 'image/png' };
    const { status, body, text } = await service.upload('/v1/images', [part]);
    assert.equal(status, 201, text);
    return body;
  };
  const first = await upload();
  assert.deepEqual(await upload(), first);
  assert.equal((await get(`/v1/images?ids=${first.id}`)).count, 1);
  const shown = await fetch(service.url + new URL(first.image).pathname);
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), pixel);
});

test('a client that pages by next sees everybody once and can read X-RateLimit-Reset as Unix time', async () => {
  await Promise.all(Array.from({ length: 7 }, (_, at) => subscribe(`paged${at}`, { tags: ['paged'] })));
  const seen: string[] = [];
  let path: string | null = '/v1/subscribers?tag=paged&page_size=3';
  for (let pages = 0; path !== null; pages += 1) {
    assert.ok(pages < 3, 'three pages');
    const { headers, body } = await service.api('GET', path);
    const left = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    assert.ok(left > -60 && left <= 61, `${left} s`);
    assert.equal(body.count, 7);
    seen.push(...body.results.map((one: { id: string }) => one.id));
    path = body.next && new URL(body.next).pathname + new URL(body.next).search;
  }
  assert.equal(new Set(seen).size, 7);
  assert.equal(seen.length, 7);
});

test('a webhook receiver can verify the signature and knows the newsletter and the subscriber', async t => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const signing_key = 'a key that both sides know';
  const url = `${receiver.url}/hook`;
  const webhook = await create('/v1/webhooks', { url, event_types: ['subscriber.created'], signing_key });
  t.after(() => service.api('DELETE', `/v1/webhooks/${webhook.id}`));
  const { id } = await subscribe('hooked');
  const [{ headers, body }] = await until('the receiver hears', async () =>
    receiver.received.length > 0 ? (receiver.received as [(typeof receiver.received)[0]]) : undefined,
  );
  const digest = createHmac('sha256', signing_key).update(body).digest('hex');
  assert.equal(headers['x-buttondown-signature'], `sha256=${digest}`);
  const { event_type, data } = JSON.parse(body);
  assert.equal(event_type, 'subscriber.created');
  assert.deepEqual([data.newsletter, data.subscriber], [service.newsletter.id, id]);
});

test('a poller of deliveries gets each one once, and none from before its last poll', async () => {
  const poll = (since: string) =>
    get(`/v1/events?event_type=delivered&creation_date__gt=${encodeURIComponent(since)}`);
  await subscribe('polled', { tags: ['polled'] });
  const email = async (subject: string) => {
    const { id } = await create('/v1/emails', { subject, included_tags: ['polled'] });
    await sentTo({ id, subject });
    return id;
  };
  const first = await email('Poll one');
  const seen = (await get(`/v1/events?event_type=delivered&email_id=${first}`)).results;
  assert.deepEqual(
    seen.map((event: { event_type: string }) => event.event_type),
    ['delivered'],
  );
  assert.deepEqual((await poll(seen[0].creation_date)).results, []);
  const second = await email('Poll two');
  const { results } = await poll(seen[0].creation_date);
  assert.deepEqual(
    results.map((event: { email_id: string }) => event.email_id),
    [second],
  );
});

test('Authorization: Bearer works like Token', async () => {
  const { secret } = await keyOfItsOwn();
  for (const scheme of ['Token', 'Bearer', 'token', 'bearer'])
    await ask(200, 'GET', '/v1/newsletters', undefined, { authorization: `${scheme} ${secret}` });
  await ask(401, 'GET', '/v1/newsletters', undefined, { authorization: `Basic ${secret}` });
});

async function keyOfItsOwn(): Promise<{ secret: string }> {
  const { authorization } = await service.keyWith({ settings: 'read' });
  return { secret: authorization!.replace('Token ', '') };
}
