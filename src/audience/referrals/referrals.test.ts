import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { confirmAddress } from '../../links/confirmation.ts';
import { manageAddress } from '../../links/readers.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { assertOpeningChangesNothing, post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import { mailboxOf } from './referral.ts';

type Told = { subscriber_id: string; metadata: { referral_count: number } };

let service: TestService;
before(async () => {
  service = await open();
});
after(() => service.stop());

async function open(options: { works?: boolean } = {}): Promise<TestService> {
  const opened = await startTestService({
    ...options,
    env: { SIGN_UPS_PER_HOUR: '1000', TRUSTED_PROXIES: '127.0.0.0/8, ::1' },
  });
  await opened.api('PATCH', `/v1/newsletters/${opened.newsletter.id}`, { double_opt_in: true });
  return opened;
}

let number = 0;
const call = async (method: string, path: string, body?: object) => {
  const answer = await service.api(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};
const makeReader = async (fields: object = {}) => {
  number += 1;
  return call('POST', '/v1/subscribers', {
    email_address: `reader${number}@example.org`,
    type: 'regular',
    ...fields,
  });
};
const formPath = () => `/api/emails/embed-subscribe/${service.newsletter.username}`;
const from = (ip: string) => ({ 'x-forwarded-for': ip });
const referralsOf = async ({ id }: { id: string }, counted = true) =>
  call('GET', `/v1/subscribers/${id}/referrals?counted=${counted}`);

/** Somebody signs up with the code. Returns their address. */
async function signUp(ip: string, referral_code: string, given?: string) {
  number += 1;
  const email = given ?? `friend${number}@example.net`;
  const answer = await post(service, formPath(), { email, referral_code }, from(ip));
  assert.equal(answer.status, 200);
  return email;
}
async function confirmationOf(email: string): Promise<string> {
  const { id } = await call('GET', `/v1/subscribers/${email}`);
  return confirmAddress('', service.secret, { id, normal_address: email });
}

async function bring(ip: string, code: string, { given, at = ip }: { given?: string; at?: string } = {}) {
  const email = await signUp(ip, code, given);
  const link = await confirmationOf(email);
  assert.equal((await post(service, link, { confirm: 'subscription' }, from(at))).status, 200);
  return email;
}

test('people who sign up through a reader’s link count once they have confirmed, and not by opening links', async () => {
  const reader = await makeReader();
  const email = await signUp('198.51.100.7', reader.referral_code);
  const link = await confirmationOf(email);
  await assertOpeningChangesNothing(service, link);
  assert.equal((await referralsOf(reader)).count, 0);
  const [waiting] = (await referralsOf(reader, false)).results;
  assert.deepEqual([waiting.email_address, waiting.referral_settled_date], [email, null]);
  for (let at = 0; at < 3; at += 1)
    await post(service, link, { confirm: 'subscription' }, from('198.51.100.7'));
  const { results, count } = await referralsOf(reader);
  assert.deepEqual([count, results[0].email_address], [1, email]);
  const told = (await call('GET', `/v1/events?event_type=subscriber.referred`)).results;
  assert.deepEqual(
    told.map(({ subscriber_id, metadata }: Told) => [subscriber_id, metadata.referral_count]),
    [[reader.id, 1]],
  );
});

test('the reader’s own network, a network or mailbox that counts already, and the reader’s other address do not count', async () => {
  const reader = await makeReader({ email_address: 'kay.jo@example.org', ip_address: '192.0.2.9' });
  const code = reader.referral_code;
  await bring('192.0.2.200', code);
  await bring('203.0.113.5', code);
  await bring('203.0.113.77', code);
  await bring('198.51.100.1', code, { at: '192.0.2.1' });
  await bring('2001:db8:1::1', code, { given: 'kayjo+friend@example.org' });
  const { results } = await referralsOf(reader, false);
  assert.deepEqual(results.map((one: { referral_refusal: string }) => one.referral_refusal).sort(), [
    'same_mailbox',
    'same_network',
    'same_network',
    'same_network',
  ]);
  assert.equal((await referralsOf(reader)).count, 1);
});

test('hundreds of sign-ups by robots from many networks count for nothing while nobody confirms; unknown codes are ignored', async () => {
  const reader = await makeReader();
  const others = ['', 'x', reader.referral_code.slice(1), `${reader.referral_code}A`, 'A'.repeat(22), '<b>'];
  for (const code of others) await signUp('198.51.100.9', code);
  for (let at = 0; at < 400; at += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => signUp(`10.${at / 100}.${n}.1`, reader.referral_code)),
    );
  assert.equal((await referralsOf(reader)).count, 0);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from referrals
    join subscribers on subscribers.key = referrer_key where id = ${reader.id}`.execute(service.db);
  assert.equal(rows[0]!.count, 400);
});

test('when several friends confirm at the same moment, the reader is told of each with a number of its own', async () => {
  const reader = await makeReader();
  const links = [];
  for (let n = 1; n <= 5; n += 1)
    links.push(await confirmationOf(await signUp(`172.16.${n}.1`, reader.referral_code)));
  await Promise.all(
    links.map((link, n) => post(service, link, { confirm: 'subscription' }, from(`172.16.${n + 1}.1`))),
  );
  const told = (await call('GET', `/v1/events?event_type=subscriber.referred&subscriber_id=${reader.id}`))
    .results;
  assert.deepEqual(told.map(({ metadata }: Told) => metadata.referral_count).sort(), [1, 2, 3, 4, 5]);
});

test('the form of a page that was opened through a link knows the code, also after a wrong address', async () => {
  const reader = await makeReader();
  const referer = `http://news.example/${service.newsletter.username}?referral_code=${reader.referral_code}`;
  const wrong = await post(service, formPath(), { email: 'nobody', form: 'own' }, { referer });
  assert.match(wrong.text, new RegExp(`name="referral_code" value="${reader.referral_code}"`));
  number += 1;
  const email = `friend${number}@example.net`;
  await post(service, formPath(), { email, form: 'own' }, { referer, ...from('198.51.100.70') });
  assert.equal((await referralsOf(reader, false)).results[0].email_address, email);
});

test('readers see their link and the number on a page of their own, which changes nothing and names nobody', async () => {
  const reader = await makeReader();
  const friend = await bring('172.30.1.1', reader.referral_code);
  const manage = manageAddress('', service.secret, reader);
  assert.match((await visit(service, manage)).text, /\/friends"/);
  await assertOpeningChangesNothing(service, `${manage}/friends`);
  const { text } = await visit(service, `${manage}/friends`);
  assert.match(text, new RegExp(`referral_code=${reader.referral_code}"`));
  assert.match(text, /1 person has subscribed through your link/);
  assert.doesNotMatch(text, new RegExp(`${friend}|${reader.email_address}`));
  assert.equal((await visit(service, '/manage/forged/friends')).status, 404);
  const data = await call('GET', `/v1/subscribers/${reader.id}/data`);
  assert.deepEqual([data.referrals.has_brought, data.referrals.was_brought], [1, null]);
  assert.doesNotMatch(JSON.stringify(data.referrals), new RegExp(friend));
});

test('an erasure deletes whom the person brought and who brought them', async () => {
  const reader = await makeReader();
  const friend = await bring('172.31.1.1', reader.referral_code);
  const receipt = await call('POST', `/v1/subscribers/${friend}/erasure`);
  assert.equal(receipt.deleted.referrals, 1);
  assert.equal((await referralsOf(reader)).count, 0);
});

test('a milestone starts a sequence once, and the mail has the link with the code', async t => {
  const still = service;
  service = await open({ works: true });
  t.after(async () => {
    await service.stop();
    service = still;
  });
  const reader = await makeReader();
  const thanks = await call('POST', '/v1/emails', {
    subject: 'Thanks for two',
    body: 'Go on: {{ referral_url }}',
    status: 'transactional',
  });
  const sequence = await call('POST', '/v1/automations', {
    name: 'Two friends',
    trigger: 'subscriber.referred',
    filters: {
      filters: [{ field: 'event.referral_count', operator: 'equals', value: '2' }],
      groups: [],
      predicate: 'and',
    },
    actions: [{ type: 'send_email', metadata: { email_id: thanks.id } }],
  });
  await call('PATCH', `/v1/automations/${sequence.id}`, { status: 'active' });
  for (const third of [1, 2, 3]) await bring(`172.20.${third}.1`, reader.referral_code);
  const mails = await until('the thanks arrived', async () => {
    const found = service.sink.accepted.filter(({ to }) => to === reader.email_address);
    return found.length > 0 && found;
  });
  const { text } = await readMail(Buffer.from(mails[0]!.source, 'latin1'));
  assert.match(text, new RegExp(`/${service.newsletter.username}\\?referral_code=${reader.referral_code}`));
  const runs = (await call('GET', `/v1/subscribers/${reader.id}/automations`)).results;
  assert.equal(runs.length, 1);
});

test('the mailbox of an address is found without dots and words after a plus', () => {
  assert.equal(mailboxOf('kay.jo+news@example.org'), 'kayjo@example.org');
  assert.equal(mailboxOf('kayjo@mail.example.org'), 'kayjo@mail.example.org');
});
