import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { linkAddress, manageAddress } from '../../links/readers.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { readContents } from '../../testing/contents.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const time = { now: Date.now() };
let service: TestService;
let secret: Secret;
let number = 0;
before(async () => {
  service = await startTestService({
    works: true,
    clock: () => new Date(time.now),
    env: { SIGN_UPS_PER_HOUR: '1000' },
  });
  secret = service.secret;
});
beforeEach(() => {
  service.sink.accepted.length = 0;
});
after(() => service.stop());

async function reader(fields: object = {}) {
  number += 1;
  const person = { email: `r${number}@example.org`, type: 'premium', ...fields };
  const { body } = await service.api('POST', '/v1/subscribers', person);
  return {
    id: body.id as string,
    email: body.email_address as string,
    manage: manageAddress('', secret, body),
  };
}
const present = async (id: string) => (await service.api('GET', `/v1/subscribers/${id}`)).body;

/** The path of the link in the newest mail to this address. */
async function mailed(address: string, count = 1) {
  const mails = await until(`mail to ${address}`, async () => {
    const found = service.sink.accepted.filter(({ to }) => to === address);
    return found.length >= count && found;
  });
  const source = mails.at(-1)!.source;
  assertForm(source);
  const { html } = await readMail(Buffer.from(source, 'latin1'));
  return /href="http:\/\/news\.example(\/[^"]*(?:sign-in|address|subscribe)\/[^"]+)"/.exec(html)![1]!;
}

async function signIn(email: string) {
  await post(service, '/test/sign-in', { email });
  const path = await mailed(email);
  const answer = await post(service, path, { confirm: 'sign_in' });
  return { path, answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

async function premium() {
  number += 1;
  const email = {
    subject: `Paid ${number}`,
    body: 'Above\n\n<!-- paywall -->\n\nBelow',
    status: 'imported',
    email_type: 'premium',
  };
  return `/test/archive/${(await service.api('POST', '/v1/emails', email)).body.slug}/`;
}

test('a paying subscriber signs in by a mailed link and one button and reads everything', async () => {
  const { id, email } = await reader();
  const issue = await premium();
  assert.match((await visit(service, issue)).text, /The rest is for paying subscribers/);
  const { path, answer, cookie } = await signIn(
    email.toUpperCase().replace('@EXAMPLE.ORG', '@example.org').toLowerCase(),
  );
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), '/test/archive/');
  assert.match(
    answer.headers.get('set-cookie')!,
    /^reader=[\w-]+; Path=\/test; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
  );
  const page = await visit(service, issue, { cookie });
  assert.match(page.text, /Below/);
  assert.doesNotMatch(page.text, /The rest is for paying/);
  assert.match(page.headers.get('cache-control')!, /no-store/);
  assert.match(page.headers.get('vary')!, /Cookie/);
  assert.doesNotMatch((await visit(service, issue)).text, /Below/, 'nobody else gets the reader’s page');
  assert.match((await visit(service, issue)).headers.get('vary')!, /Cookie/);
  assert.doesNotMatch((await visit(service, '/test/rss', { cookie })).text, /Below/);
  assert.equal((await post(service, path, { confirm: 'sign_in' })).status, 410, 'the link works once');
  await service.api('PATCH', `/v1/subscribers/${id}`, { type: 'regular' });
  assert.doesNotMatch(
    (await visit(service, issue, { cookie })).text,
    /Below/,
    'a reader who no longer pays loses access immediately',
  );
});

test('any signed-in subscriber can read issues for subscribers until they unsubscribe', async () => {
  const { id, email } = await reader({ type: 'regular' });
  const make = async (fields: object) =>
    (
      await service.api('POST', '/v1/emails', {
        subject: `Kept ${Object.keys(fields)}`,
        body: 'Above\n\n<!-- paywall -->\n\nBelow',
        status: 'imported',
        ...fields,
      })
    ).body.slug;
  const issue = `/test/archive/${await make({ archival_mode: 'enabled_for_subscribers' })}/`;
  assert.match((await visit(service, issue)).text, /The rest is for subscribers/);
  const { cookie } = await signIn(email);
  assert.match((await visit(service, issue, { cookie })).text, /Below/);
  const paid = `/test/archive/${await make({ email_type: 'premium' })}/`;
  assert.doesNotMatch((await visit(service, paid, { cookie })).text, /Below/);
  await service.api('PATCH', `/v1/subscribers/${id}`, { type: 'unsubscribed' });
  assert.doesNotMatch((await visit(service, issue, { cookie })).text, /Below/);
});

test('the page says the same to everyone, and only subscribers are mailed', async () => {
  const paying = await reader();
  const gone = await reader({ type: 'unsubscribed' });
  const answers = [];
  for (const email of [gone.email, 'nobody@example.org', paying.email]) {
    const { status, text } = await post(service, '/test/sign-in', { email });
    answers.push(`${status} ${text}`);
  }
  assert.equal(new Set(answers).size, 1);
  await mailed(paying.email);
  assert.deepEqual(
    service.sink.accepted.map(({ to }) => to),
    [paying.email],
  );
});

test('opening a link does not use it up: a scanner may open it repeatedly and post to it without the form', async () => {
  const { email } = await reader();
  await post(service, '/test/sign-in', { email });
  const path = await mailed(email);
  await until(
    'the note that it is mailed',
    async () => !(await service.db.selectFrom('letters').select('id').executeTakeFirst()),
  );
  const before = await readContents(service.db);
  for (const method of ['GET', 'HEAD', 'GET'])
    assert.equal((await fetch(service.url + path, { method })).headers.get('set-cookie'), null);
  assert.equal((await post(service, path, {})).status, 400);
  assert.equal((await post(service, path, { confirm: 'return' })).status, 400);
  assert.deepEqual(await readContents(service.db), before);
  assert.equal((await post(service, path, { confirm: 'sign_in' })).status, 303);
});

test('a sign-in link works for an hour and only once, and a stranger cannot flood a mailbox', async () => {
  const { email } = await reader();
  for (let asked = 0; asked < 6; asked += 1) await post(service, '/test/sign-in', { email });
  const path = await mailed(email, 3);
  assert.equal(service.sink.accepted.filter(({ to }) => to === email).length, 3);
  const both = await Promise.all([1, 2].map(() => post(service, path, { confirm: 'sign_in' })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
  const other = await reader();
  await post(service, '/test/sign-in', { email: other.email });
  const late = await mailed(other.email);
  time.now += 3_600_000;
  assert.equal((await visit(service, late)).status, 410);
  assert.equal((await post(service, late, { confirm: 'sign_in' })).status, 410);
});

test('sessions that are forged, expired, foreign or for another address open nothing', async () => {
  const { id, email } = await reader();
  const issue = await premium();
  const { cookie } = await signIn(email);
  assert.match((await visit(service, issue, { cookie })).text, /Below/);
  const key = await service.foreignKey();
  const theirs = {
    subject: 'Theirs',
    body: 'Above\n\n<!-- paywall -->\n\nBelow',
    status: 'imported',
    email_type: 'premium',
  };
  const foreign = (await service.api('POST', '/v1/emails', theirs, key)).body.absolute_url.slice(
    'http://news.example'.length,
  );
  assert.doesNotMatch((await visit(service, foreign, { cookie })).text, /Below/);
  for (const bad of [
    'reader=',
    'reader=x',
    `${cookie}A`,
    cookie.slice(0, -1),
    `reader=${'A'.repeat(3000)}`,
    `x${cookie}`,
  ])
    assert.doesNotMatch((await visit(service, issue, { cookie: bad })).text, /Below/, bad);
  time.now += 90 * 86_400_000;
  assert.doesNotMatch((await visit(service, issue, { cookie })).text, /Below/);
  time.now -= 90 * 86_400_000;
  await service.api('PATCH', `/v1/subscribers/${id}`, { email: `moved-${email}` });
  assert.doesNotMatch((await visit(service, issue, { cookie })).text, /Below/);
});

test('signing out ends the browser’s session', async () => {
  const { headers, status } = await post(service, '/test/sign-out', {});
  assert.equal(status, 303);
  assert.match(headers.get('set-cookie')!, /^reader=; Path=\/test; Max-Age=0;/);
});

test('a new address takes effect only when its own mailbox confirms it', async () => {
  const { id, email, manage } = await reader();
  assert.match(
    (await post(service, manage, { do: 'address', email: 'not one' })).text,
    /Enter an email address/,
  );
  const wanted = `New.${email}`;
  assert.match((await post(service, manage, { do: 'address', email: wanted })).text, /Check the new mailbox/);
  const path = await mailed(wanted);
  assert.equal((await present(id)).email_address, email);
  assert.match((await visit(service, path)).text, new RegExp(wanted));
  assert.equal((await post(service, path, { confirm: 'address_change' })).status, 200);
  assert.equal((await present(id)).email_address, wanted);
  assert.equal((await present(id)).type, 'premium');
  assert.equal((await post(service, path, { confirm: 'address_change' })).status, 410);
  assert.equal((await visit(service, manage)).status, 404, 'the old mailbox has no access any more');
});

test('a link for another address no longer works once the reader has changed the address', async () => {
  const { id, email, manage } = await reader();
  await post(service, manage, { do: 'address', email: `thief-${email}` });
  const path = await mailed(`thief-${email}`);
  await post(service, manage, { do: 'address', email: `own-${email}` });
  assert.equal(
    (await post(service, await mailed(`own-${email}`), { confirm: 'address_change' })).status,
    200,
  );
  assert.equal((await visit(service, path)).status, 410);
  assert.equal((await post(service, path, { confirm: 'address_change' })).status, 410);
  assert.equal((await present(id)).email_address, `own-${email}`);
});

test('somebody else’s address cannot be taken over, and only its own mailbox learns that it is known', async () => {
  const known = await reader();
  const { id, email, manage } = await reader();
  const answers = [];
  for (const wanted of [known.email, `fresh-${email}`])
    answers.push((await post(service, manage, { do: 'address', email: wanted })).text.replaceAll(wanted, ''));
  assert.equal(answers[0], answers[1]);
  const path = await mailed(known.email);
  assert.equal((await post(service, path, { confirm: 'address_change' })).status, 409);
  assert.equal((await present(id)).email_address, email);
  assert.equal((await present(known.id)).email_address, known.email);
});

test('a subscriber who has left comes back through a mailed link from the manage page', async () => {
  const { id, email, manage } = await reader({ type: 'regular' });
  await post(service, manage, { do: 'unsubscribe' });
  assert.match((await post(service, manage, { do: 'return' })).text, /Check your mailbox/);
  assert.equal((await present(id)).type, 'unsubscribed', 'a forwarded mail brings nobody back');
  const path = await mailed(email);
  assert.equal((await post(service, path, { confirm: 'return' })).status, 200);
  const back = await present(id);
  assert.deepEqual([back.type, back.unsubscription_date], ['regular', null]);
});

test('a link works only on its own page', async () => {
  const { id, email } = await reader();
  const row = {
    purpose: 'sign_in',
    address: email,
    normal_address: email,
    creation_date: new Date(time.now).toISOString(),
  };
  const { key } = await service.db
    .selectFrom('subscribers')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const link_id = '01a1f944-1759-7bf8-b56e-8d0f54f1de6e';
  await service.db
    .insertInto('reader_links')
    .values({ ...row, id: link_id, subscriber_key: key })
    .execute();
  const path = linkAddress(
    '',
    secret,
    { username: 'test', served_domain: '' },
    { id: link_id, purpose: 'sign_in' },
  );
  const token = path.slice(path.lastIndexOf('/') + 1);
  for (const other of [
    `/manage/address/${token}`,
    `/subscribe/${token}`,
    `/confirm/${token}`,
    `/unsubscribe/${token}`,
    `/manage/${token}`,
  ])
    assert.ok([404, 410].includes((await visit(service, other)).status), other);
  for (const bad of [token.slice(1), `${token}A`, 'x'])
    assert.equal((await visit(service, `/test/sign-in/${bad}`)).status, 410);
  assert.equal((await visit(service, path)).status, 200);
});

test('a full mailbox gets its link later, and one that refuses never does', async () => {
  const { email } = await reader();
  service.sink.treat = () => ({ rcpt: '550 5.1.1 no' });
  await post(service, '/test/sign-in', { email });
  await until(
    'the note',
    async () => !(await service.db.selectFrom('letters').select('id').executeTakeFirst()),
  );
  assert.deepEqual(service.sink.accepted, []);
  service.sink.treat = () => ({ rcpt: '452 4.2.2 full' });
  const full = await reader();
  await post(service, '/test/sign-in', { email: full.email });
  await until('the later try', async () => {
    const { rows } = await sql`
      select 1 from letters where kind = 'mail_reader_link' and work_lease is null and work_date > now()`.execute(
      service.db,
    );
    return rows[0];
  });
  service.sink.treat = () => ({});
});
