import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { manageAddress } from '../../links/readers.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { readContents } from '../../testing/contents.ts';
import { lettersAbout } from '../../testing/letters.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';
import { until } from '../../testing/until.ts';

const path = '/api/emails/embed-subscribe/test';
const time = { now: Date.now() };
const since = Date.now();
let service: TestService;
let number = 0;
before(async () => {
  service = await startTestService({
    works: true,
    clock: () => new Date(time.now),
    env: { SIGN_UPS_PER_HOUR: '1000', TRUSTED_PROXIES: '127.0.0.1' },
  });
});
after(() => service.stop());

const settings = (fields: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, fields);
const find = async (email: string) =>
  (await service.api('GET', `/v1/subscribers/${encodeURIComponent(email)}`)).body;
const fresh = () => {
  number += 1;
  return `s${number}@example.org`;
};
const signUp = (email: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  post(service, path, { email, ...fields }, headers);
const consentsOf = (id: string) =>
  service.db
    .selectFrom('consents')
    .innerJoin('subscribers', 'subscribers.key', 'consents.subscriber_key')
    .selectAll('consents')
    .where('subscribers.id', '=', id)
    .execute();
async function mailed(address: string) {
  const mails = await until(`mail to ${address}`, async () => {
    const found = service.sink.accepted.filter(({ to }) => to === address);
    return found.length > 0 && found;
  });
  return readMail(Buffer.from(mails.at(-1)!.source, 'latin1'));
}

test('the referrer that a form gives takes precedence over the page that contains it', async () => {
  const email = fresh();
  await signUp(email, { referrer_url: 'https://ref.example/' }, { referer: 'https://blog.example/post' });
  assert.equal((await find(email)).referrer_url, 'https://ref.example/');
});

test('a form makes an unactivated subscriber, mails the link, and keeps the proof of consent', async () => {
  await settings({ sign_up_text: 'Mail on Sundays.' });
  await service.api('POST', '/v1/tags', { name: 'Web' });
  const email = fresh();
  const fields = { form: 'own', tag: 'web', metadata__first: 'Ada', utm_source: 'ad' };
  const answer = await signUp(email, fields, {
    referer: 'https://blog.example/post',
    'x-forwarded-for': '198.51.100.7',
  });
  assert.equal(answer.status, 200);
  assert.match(answer.text, /<header class="site">[\s\S]*Check your mailbox/);
  const made = await find(email);
  assert.equal(made.type, 'unactivated');
  assert.equal(made.source, 'form');
  assert.equal(made.ip_address, '198.51.100.7');
  assert.equal(made.referrer_url, 'https://blog.example/post');
  assert.equal(made.utm_source, 'ad');
  assert.deepEqual(made.metadata, { first: 'Ada' });
  assert.equal(made.tags.length, 1);
  const [consent] = await consentsOf(made.id);
  assert.deepEqual(
    [consent!.ip_address, consent!.page_url, consent!.form_text],
    ['198.51.100.7', 'https://blog.example/post', 'Mail on Sundays.'],
  );
  const date = Date.parse(consent!.date);
  assert.ok(date > since - 60_000 && date < Date.now() + 60_000);
  const { text } = await mailed(email);
  const link = /http:\/\/news\.example(\/confirm\/[\w-]+)/.exec(text)![1]!;
  assert.equal((await post(service, link, { confirm: 'subscription' })).status, 200);
  assert.equal((await find(email)).type, 'regular');
});

test('a public form cannot set a type, or make tags where only known ones are allowed', async () => {
  await settings({ forms_create_tags: false });
  const email = fresh();
  await signUp(email, {
    tag: 'never seen',
    type: 'premium',
    subscriber_type: 'premium',
    notes: 'x',
    source: 'api',
  });
  const made = await find(email);
  assert.deepEqual([made.type, made.tags, made.notes, made.source], ['unactivated', [], '', 'form']);
  const { results } = (await service.api('GET', '/v1/tags')).body;
  assert.ok(!results.some((tag: { name: string }) => tag.name === 'never seen'));
  await settings({ forms_create_tags: true });
});

const known: SubscriberType[] = [
  'regular',
  'premium',
  'unactivated',
  'unsubscribed',
  'complained',
  'undeliverable',
  'blocked',
  'paused',
  'removed',
];

test('the response is the same for known and unknown addresses, as a form and as JSON', async () => {
  const addresses = [fresh()];
  for (const type of known) {
    const email = fresh();
    const { id } = (await service.api('POST', '/v1/subscribers', { email, type: 'regular' })).body;
    await service.db.updateTable('subscribers').set(typed(type)).where('id', '=', id).execute();
    addresses.push(email);
  }
  const pages = new Set<string>();
  const bodies = new Set<string>();
  for (const email of addresses) {
    const { status, text } = await signUp(email);
    pages.add(`${status} ${text}`);
    const json = await service.api('POST', path, { email }, { authorization: '' });
    bodies.add(`${json.status} ${json.text}`);
  }
  assert.equal(pages.size, 1);
  assert.deepEqual([...bodies], ['202 {}']);
});

test('a sign-up with a known address changes none of its data', async () => {
  await service.api('POST', '/v1/tags', { name: 'Mine' });
  for (const type of known) {
    const email = fresh();
    const { id } = (
      await service.api('POST', '/v1/subscribers', { email, type: 'regular', metadata: { a: 'own' } })
    ).body;
    await service.db.updateTable('subscribers').set(typed(type)).where('id', '=', id).execute();
    const before = await find(email);
    await signUp(email, { metadata__a: 'forged', tag: 'Mine', utm_source: 'forged' });
    assert.deepEqual(
      { ...(await find(email)), modification_date: 0 },
      { ...before, modification_date: 0 },
      type,
    );
  }
});

test('somebody who has left is mailed a link at most once a day and returns by using it', async () => {
  const email = fresh();
  const { id } = (await service.api('POST', '/v1/subscribers', { email, type: 'unsubscribed' })).body;
  for (let times = 0; times < 3; times += 1) await signUp(email);
  const { text, subject } = await mailed(email);
  assert.match(subject, /Confirm your subscription/);
  const link = /http:\/\/news\.example(\/subscribe\/[\w-]+)/.exec(text)![1]!;
  assert.equal((await visit(service, link)).status, 200);
  assert.equal((await find(email)).type, 'unsubscribed');
  assert.equal((await post(service, link, { confirm: 'return' })).status, 200);
  const back = await find(email);
  assert.equal(back.type, 'regular');
  assert.notEqual(back.confirmation_date, null);
  assert.equal(service.sink.accepted.filter(({ to }) => to === email).length, 1);
  assert.ok((await consentsOf(id)).length > 0);
});

test('a blocked subscriber gets no mail', async () => {
  const email = fresh();
  await service.api('POST', '/v1/subscribers', { email, type: 'blocked' });
  await signUp(email);
  const after = fresh();
  await signUp(after);
  await mailed(after);
  assert.ok(!service.sink.accepted.some(({ to }) => to === email));
});

test('somebody who signs up twice is reminded, at most once a day', async () => {
  const email = fresh();
  for (let times = 0; times < 4; times += 1) await signUp(email);
  await until('first mail and reminder settle', async () => {
    const { id } = await service.db
      .selectFrom('subscribers')
      .select('id')
      .where('email_address', '=', email)
      .executeTakeFirstOrThrow();
    return (await lettersAbout(service.db, id)).length === 0;
  });
  assert.ok(service.sink.accepted.filter(({ to }) => to === email).length <= 2);
});

test('two concurrent sign-ups make one subscriber and no error', async () => {
  const email = fresh();
  const answers = await Promise.all(Array.from({ length: 5 }, () => signUp(email)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

test('a bot that fills in the hidden field gets the usual response and leaves nothing', async () => {
  const email = fresh();
  const honest = await signUp(fresh());
  const before = await readContents(service.db);
  const { status, text } = await signUp(email, { website: 'http://spam.example' });
  assert.deepEqual([status, text], [honest.status, honest.text]);
  const subscribers = (contents: Record<string, unknown[]>) => contents['public.subscribers']!.length;
  assert.equal(subscribers(await readContents(service.db)), subscribers(before));
  const form = `/v1/newsletters/${service.newsletter.id}/sign_up_form`;
  await until('the refusal is counted', async () => (await service.api('GET', form)).body.refused.trap === 1);
});

test('an invalid address is reported with what was typed, and nothing is stored', async () => {
  const before = (await readContents(service.db))['public.subscribers'];
  for (const email of [
    '',
    'ada',
    'a@b@c',
    'a@b.example, c@d.example',
    '"><script>alert(1)</script>',
    'x'.repeat(5000),
    'a\x01@b.example',
  ]) {
    const page = await signUp(email, { 'metadata__"><b>': 'x', tag: '"><b>' });
    assert.equal(page.status, 400, email);
    assert.match(page.text, /Enter an email address/);
    assert.doesNotMatch(page.text, /<script|<b>/);
    const json = await service.api('POST', path, { email }, { authorization: '' });
    assert.deepEqual([json.status, json.body.code], [400, 'email_address_invalid']);
  }
  for (const body of ['[]', '7', '{"email":{}}', '{"email":["a@b.example"'])
    assert.equal(
      (await service.api('POST', path, body, { authorization: '', 'content-type': 'application/json' }))
        .status,
      400,
    );
  assert.equal(
    (await service.api('POST', path, { email: fresh(), x: 'y'.repeat(30_000) }, { authorization: '' }))
      .status,
    413,
  );
  assert.equal((await post(service, '/api/emails/embed-subscribe/nobody', { email: fresh() })).status, 404);
  assert.deepEqual((await readContents(service.db))['public.subscribers'], before);
});

test('opening the form’s address changes nothing, and any site may send it JSON', async () => {
  const before = await readContents(service.db);
  for (const method of ['GET', 'HEAD'])
    assert.equal((await fetch(`${service.url}${path}?email=${fresh()}`, { method })).status, 405);
  const preflight = await fetch(service.url + path, {
    method: 'OPTIONS',
    headers: { origin: 'https://blog.example', 'access-control-request-method': 'POST' },
  });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
  assert.deepEqual(await readContents(service.db), before);
});

test('one address can be signed up at most five times an hour, whoever does it', async () => {
  const email = fresh();
  const statuses = [];
  for (let times = 0; times < 7; times += 1)
    statuses.push((await signUp(email, {}, { 'x-forwarded-for': `203.0.${times}.1` })).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  time.now += 3_600_000;
  assert.equal((await signUp(email)).status, 200);
});

test('without double opt-in a sign-up counts immediately; the welcome mail goes out once, with a manage link', async () => {
  await settings({
    double_opt_in: false,
    welcome_subject: 'Hello, {{ subscriber.email }}',
    welcome_body:
      '# Good to have you\n\n{{ subscriber.metadata.first }}[Manage]({{ manage_subscription_url }})',
  });
  const email = fresh();
  for (let times = 0; times < 2; times += 1)
    assert.match((await signUp(email, { metadata__first: 'BUY NOW' })).text, /Thank you/);
  assert.equal((await find(email)).type, 'regular');
  const { subject, html } = await mailed(email);
  assert.equal(subject, `Hello, ${email}`);
  assert.match(html, /Good to have you/);
  assert.doesNotMatch(html, /BUY NOW/, 'nothing that a stranger may have typed');
  const { source } = service.sink.accepted.find(({ to }) => to === email)!;
  assert.match(source, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const manage = /href="http:\/\/news\.example(\/manage\/[\w-]+)"/.exec(html)![1]!;
  assert.match((await visit(service, manage)).text, /Your subscription/);
  const one_click = /^List-Unsubscribe: <http:\/\/news\.example(\/unsubscribe\/[\w-]+)>\r$/m.exec(
    source.replace(/\r\n /g, ' '),
  )![1]!;
  await post(service, one_click, { 'List-Unsubscribe': 'One-Click' });
  assert.equal((await find(email)).type, 'unsubscribed');
  assert.equal(service.sink.accepted.filter(({ to }) => to === email).length, 1);
  await settings({ double_opt_in: true, welcome_body: '', welcome_subject: '' });
});

test('a welcome mail that cannot be rendered does no harm', async () => {
  await settings({ double_opt_in: false });
  // A bundle may contain it; the API refuses it.
  const stored = service.db.updateTable('newsletters').set({ welcome_body: '{% if %}' });
  await stored.where('key', '=', service.newsletter.key).execute();
  await signUp(fresh());
  await settings({ welcome_body: 'Right again' });
  const email = fresh();
  await signUp(email);
  assert.match((await mailed(email)).subject, /^Welcome to Test$/);
  await settings({ double_opt_in: true, welcome_body: '' });
});

test('a newsletter with a captcha shows it, allows only its host, and lets nobody in without it', async () => {
  await settings({ captcha: 'turnstile', captcha_site_key: 'key"<', captcha_secret: 'secret' });
  const home = await visit(service, '/test');
  assert.match(home.text, /class="cf-turnstile" data-sitekey="key&#34;&lt;"/);
  assert.match(
    home.headers.get('content-security-policy')!,
    /script-src https:\/\/challenges\.cloudflare\.com;/,
  );
  assert.doesNotMatch(home.text, /secret/);
  const email = fresh();
  const { status, text } = await signUp(email);
  assert.equal(status, 400);
  assert.match(text, /show below that you are a person/);
  assert.match(text, new RegExp(`value="${email}"`));
  assert.equal((await service.api('POST', path, { email }, { authorization: '' })).status, 400);
  assert.equal((await find(email)).code, 'not_found');
  await settings({ captcha: '' });
});

test('the form asks for the time zone if the newsletter wants that, and keeps the choice after a mistake', async () => {
  assert.doesNotMatch((await visit(service, '/test')).text, /metadata__timezone|<script>/);
  await settings({ asks_timezone: true });
  for (const page of ['/test', '/test?as_embed=true']) {
    const { text, headers } = await visit(service, page);
    assert.match(text, /<select id="timezone" name="metadata__timezone">.*<option>Asia\/Tokyo<\/option>/s);
    const script = /<script>(.*?)<\/script>/s.exec(text)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(headers.get('content-security-policy')!.includes(`script-src 'sha256-${hash}'`));
  }
  const wrong = await signUp('nobody', { metadata__timezone: 'Asia/Tokyo' });
  assert.match(wrong.text, /<option selected>Asia\/Tokyo<\/option>/);
  assert.equal(wrong.text.match(/metadata__timezone/g)?.length, 1);
  const [chosen, silent] = [fresh(), fresh()];
  await signUp(chosen, { metadata__timezone: 'Asia/Tokyo' });
  await signUp(silent, { metadata__timezone: '' });
  assert.equal((await find(chosen)).metadata.timezone, 'Asia/Tokyo');
  assert.equal((await find(silent)).metadata.timezone, undefined);
  await settings({ asks_timezone: false });
});

test('the text below the button is Markdown, and the default text shows the newsletter’s name literally', async () => {
  await settings({
    sign_up_text: 'Mail on *Sundays*. [Privacy](https://a.example/privacy) <script>x</script>',
  });
  const own = await visit(service, '/test');
  assert.match(own.text, /Mail on <em>Sundays<\/em>. <a href="https:\/\/a\.example\/privacy">Privacy<\/a>/);
  assert.doesNotMatch(own.text, /<script>x/);
  await settings({ sign_up_text: '', name: '*Test* & <b>' });
  assert.match((await visit(service, '/test')).text, /You will get \*Test\* &amp; &lt;b&gt; by email/);
  await settings({ name: 'Test' });
});

test('sister newsletters are offered once both name each other, and a button signs up there, with a separate consent', async () => {
  const { body: other } = await service.api('POST', '/v1/newsletters', {
    username: 'sister',
    name: 'Sister',
  });
  const inSister = { authorization: `Token ${other.api_key}` };
  const { body: reader } = await service.api('POST', '/v1/subscribers', { email: fresh(), type: 'regular' });
  const manage = manageAddress('', service.secret, reader);
  const press = (newsletter: string) => post(service, `${manage}/sisters`, { newsletter });
  const sister = () =>
    service
      .api('GET', `/v1/subscribers/${reader.email_address}`, undefined, inSister)
      .then(({ body }) => body);
  await settings({ sister_newsletters: [other.id] });
  assert.doesNotMatch((await visit(service, manage)).text, /Subscribe to Sister/);
  assert.equal((await press(other.id)).status, 400, 'the other newsletter does not want to be offered here');
  await service.api(
    'PATCH',
    `/v1/newsletters/${other.id}`,
    { sister_newsletters: [service.newsletter.id] },
    inSister,
  );
  // Refusals of earlier tests may be counted meanwhile.
  const contents = async () => {
    const all = await readContents(service.db);
    return ['subscribers', 'consents', 'letters', 'events'].map(table => all[`public.${table}`]);
  };
  const before = await contents();
  assert.ok(before.every(Boolean));
  assert.match((await visit(service, manage)).text, /Subscribe to Sister.*You will get Sister by email/s);
  for (const method of ['GET', 'HEAD'])
    assert.equal((await fetch(`${service.url}${manage}/sisters`, { method })).status, 405);
  for (const wish of ['', 'x', service.newsletter.id]) assert.equal((await press(wish)).status, 400);
  assert.deepEqual(await contents(), before);

  assert.match((await press(other.id)).text, /Check your mailbox/);
  const made = await sister();
  assert.equal(made.type, 'unactivated');
  assert.equal(made.referrer_url, 'http://news.example/test');
  const consents = await consentsOf(made.id);
  assert.deepEqual(
    consents.map(({ page_url, form_text }) => [page_url, form_text]),
    [['http://news.example/test', formDefault('Sister')]],
  );
  const { text } = await mailed(reader.email_address);
  const link = /http:\/\/news\.example(\/confirm\/[\w-]+)/.exec(text)![1]!;
  await post(service, link, { confirm: 'subscription' });
  assert.equal((await sister()).type, 'regular');
  assert.match(
    (await press(other.id)).text,
    /Check your mailbox/,
    'a link that was passed on reveals nothing',
  );
  assert.equal((await consentsOf(made.id)).length, 1);
  assert.equal((await find(reader.email_address)).type, 'regular');
});

const formDefault = (name: string) =>
  `You will get ${name} by email and can unsubscribe at any time with one click.`;
