import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readMail } from '../../testing/mail-readers.ts';
import { assertOpeningChangesNothing, post, visit } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const time = { now: Date.now() };
let service: TestService;
before(async () => {
  service = await startTestService({
    works: true,
    clock: () => new Date(time.now),
    env: { SIGN_UPS_PER_HOUR: '20', TRUSTED_PROXIES: '127.0.0.1' },
  });
});
after(() => service.stop());

let number = 0;
const call = async (method: string, path: string, body?: object) => {
  const answer = await service.api(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
};
const makeForm = (fields: object = {}) => {
  number += 1;
  return call('POST', '/v1/forms', { title: `Walks ${number}`, slug: `walks-${number}`, ...fields });
};
const pathOf = ({ slug }: { slug: string }) => `/test/forms/${slug}`;
const find = async (email: string) => (await service.api('GET', `/v1/subscribers/${email}`)).body;
const fresh = () => {
  number += 1;
  return `f${number}@example.org`;
};
/** A request from another network each time. */
const elsewhere = () => {
  number += 1;
  return { 'x-forwarded-for': `10.${(number >> 8) % 256}.${number % 256}.1`, accept: '*/*' };
};
const proofOn = async (path: string) =>
  / name="shown" value="([^"]+)"/.exec((await visit(service, path)).text)![1]!;
/** Sends the form as somebody does who reads it first. */
async function signUp(form: { slug: string }, email: string, fields: Record<string, string> = {}) {
  const shown = await proofOn(pathOf(form));
  time.now += 10_000;
  return post(service, pathOf(form), { email, form: 'own', shown, ...fields }, elsewhere());
}
const report = (form: { id: string }) => call('GET', `/v1/forms/${form.id}/report`);
const consentsOf = async (id: string) => {
  const rows = await service.db
    .selectFrom('consents')
    .innerJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .select('form_text')
    .where('subscribers.id', '=', id)
    .execute();
  return rows.map(({ form_text }) => form_text);
};

const fields = [
  { name: 'first_name', label: 'First name', type: 'text' },
  {
    name: 'shore',
    label: 'Which shore?',
    type: 'choice',
    required: true,
    options: ['North', 'South & east'],
  },
  { name: 'born', label: 'Born on', type: 'date' },
  { name: 'post', label: 'By post, too', type: 'consent' },
];

test('the page shows the form with its own words, and opening it changes nothing', async () => {
  const form = await makeForm({
    title: 'Walks & <more>',
    body: 'Four *walks*.',
    button: 'Walk along',
    consent_text: 'One letter each.',
    fields,
  });
  const { status, text, headers } = await visit(service, pathOf(form));
  assert.equal(status, 200);
  assert.match(text, /<h1 dir="auto">Walks &amp; &lt;more&gt;<\/h1>/);
  assert.match(text, /Four <em>walks<\/em>[\s\S]*Walk along[\s\S]*One letter each/);
  assert.match(text, /<option>South &amp; east<\/option>/);
  assert.match(text, /<select [^>]*name="metadata__shore" required/);
  assert.match(text, /type="date"/);
  assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
  const frame = await visit(service, `${pathOf(form)}?as_embed=true`);
  assert.match(frame.headers.get('content-security-policy')!, /frame-ancestors \*/);
  assert.match(frame.text, /name="form" value="embed"/);
  assert.deepEqual(
    [form.page_url, form.frame_url],
    [`http://news.example${pathOf(form)}`, `http://news.example${pathOf(form)}?as_embed=true`],
  );
  await assertOpeningChangesNothing(service, pathOf(form));
  await assertOpeningChangesNothing(service, `${pathOf(form)}?as_embed=true`);
  assert.equal((await visit(service, '/test/forms/none')).status, 404);
});

test('answers become metadata of their type, the form’s tags are given, and its words are the evidence', async () => {
  const tag = (await call('POST', '/v1/tags', { name: 'Walkers' })).id;
  const form = await makeForm({ fields, tags: ['walkers'], consent_text: 'One letter each.' });
  assert.deepEqual(form.tags, [tag]);
  const email = fresh();
  const answers = {
    metadata__first_name: ' Ada ',
    metadata__shore: 'North',
    metadata__born: '1990-02-28',
    metadata__post: 'true',
    metadata__other: 'x',
    tag: 'uninvited',
  };
  const done = await signUp(form, email, answers);
  assert.equal(done.status, 200);
  assert.match(done.text, /Check your mailbox/);
  const made = await find(email);
  assert.deepEqual(made.metadata, { first_name: 'Ada', shore: 'North', born: '1990-02-28', post: true });
  assert.deepEqual(
    [made.tags, made.type, made.source, made.form_id],
    [[tag], 'unactivated', 'form', form.id],
  );
  assert.deepEqual(await consentsOf(made.id), ['One letter each.\n☑ By post, too']);
  const { results } = await call('GET', `/v1/subscribers?form=${form.id}`);
  assert.deepEqual(
    results.map(({ email_address }: { email_address: string }) => email_address),
    [email],
  );
  const chosen = {
    filters: [{ field: 'subscriber.form', operator: 'equals', value: form.id }],
    groups: [],
    predicate: 'and',
  };
  assert.equal((await call('POST', '/v1/subscribers/search', { filters: chosen })).count, 1);
  assert.equal((await call('GET', `/v1/forms/${form.id}`)).subscriber_count, 1);
  await call('DELETE', `/v1/tags/${tag}`);
  assert.deepEqual((await call('GET', `/v1/forms/${form.id}`)).tags, []);
  assert.equal((await signUp(form, fresh(), { metadata__shore: 'North' })).status, 200);
});

test('a missing or impossible answer is asked for again, with everything that was entered', async () => {
  const form = await makeForm({ fields });
  const wrongs: Record<string, string>[] = [
    { metadata__shore: '' },
    { metadata__shore: 'West' },
    { metadata__shore: 'North', metadata__born: '1990-02-30' },
  ];
  for (const wrong of wrongs) {
    const email = fresh();
    const again = await signUp(form, email, { metadata__first_name: 'Ada "A"', ...wrong });
    assert.equal(again.status, 400);
    assert.match(again.text, /An answer is still missing/);
    assert.match(again.text, /aria-invalid="true"/);
    assert.match(again.text, new RegExp(`value="${email}"`));
    assert.match(again.text, /value="Ada &#34;A&#34;"/);
    assert.equal((await find(email)).code, 'not_found');
  }
  const json = await service.api(
    'POST',
    pathOf(form),
    { email: fresh(), metadata: { shore: 'West' } },
    elsewhere(),
  );
  assert.deepEqual([json.status, json.body.detail], [400, 'metadata.shore: An answer is still missing.']);
  const bad = await signUp(form, 'nobody', { metadata__shore: 'North' });
  assert.match(bad.text, /Enter an email address/);
});

test('each form says itself whether people must confirm; somebody who has not seen the page always must', async () => {
  const form = await makeForm({ double_opt_in: false, success_body: 'See you at the **pier**.' });
  const seen = fresh();
  const done = await signUp(form, seen);
  assert.match(done.text, /Thank you[\s\S]*See you at the <strong>pier<\/strong>/);
  assert.equal((await find(seen)).type, 'regular');
  const other = await makeForm();
  const forged: Record<string, string>[] = [{}, { shown: 'x' }, { shown: await proofOn(pathOf(other)) }];
  time.now += 10_000;
  for (const fields of forged) {
    const email = fresh();
    const answer = await post(service, pathOf(form), { email, ...fields }, elsewhere());
    assert.match(answer.text, /Check your mailbox/);
    assert.equal((await find(email)).type, 'unactivated');
  }
  const old = await proofOn(pathOf(form));
  time.now += 8 * 86_400_000;
  const late = fresh();
  await post(service, pathOf(form), { email: late, shown: old }, elsewhere());
  assert.equal((await find(late)).type, 'unactivated');
  const strict = await makeForm({ double_opt_in: true });
  await call('PATCH', `/v1/newsletters/${service.newsletter.id}`, { double_opt_in: false });
  const asked = fresh();
  await signUp(strict, asked);
  assert.equal((await find(asked)).type, 'unactivated');
  const usual = fresh();
  await signUp(other, usual);
  assert.equal((await find(usual)).type, 'regular');
  await call('PATCH', `/v1/newsletters/${service.newsletter.id}`, { double_opt_in: true });
});

test('afterwards a form leads to its own address, but never out of a frame', async () => {
  const form = await makeForm({ redirect_url: 'https://lowwater.example/thanks' });
  const { headers } = await visit(service, pathOf(form));
  assert.match(headers.get('content-security-policy')!, /form-action 'self' https:\/\/lowwater.example;/);
  const done = await signUp(form, fresh());
  assert.deepEqual([done.status, done.headers.get('location')], [303, 'https://lowwater.example/thanks']);
  const framed = await signUp(form, fresh(), { form: 'embed' });
  assert.equal(framed.status, 200);
  assert.match(framed.headers.get('content-security-policy')!, /frame-ancestors \*/);
  const refused = await service.api('PATCH', `/v1/forms/${form.id}`, {
    redirect_url: 'http://lowwater.example/',
  });
  assert.match(refused.body.detail, /^redirect_url: use an address that begins with https/);
});

test('a form can be closed, changed and deleted; people who signed up with it stay', async () => {
  const form = await makeForm();
  const email = fresh();
  await signUp(form, email);
  await call('PATCH', `/v1/forms/${form.id}`, { status: 'inactive' });
  const closed = await visit(service, pathOf(form));
  assert.equal(closed.status, 410);
  assert.match(closed.text, /This form is closed/);
  assert.doesNotMatch(closed.text, /<form/);
  const late = fresh();
  assert.equal((await post(service, pathOf(form), { email: late }, elsewhere())).status, 410);
  assert.equal((await find(late)).code, 'not_found');
  const list = async (query: string) => (await call('GET', `/v1/forms?page_size=1000&${query}`)).results;
  const ids = (forms: { id: string }[]) => forms.map(({ id }) => id);
  assert.deepEqual(ids(await list('status=inactive')), [form.id]);
  assert.ok(!ids(await list('-status=inactive')).includes(form.id));
  const { page_url, frame_url, subscriber_count, creation_date, ...whole } = await call(
    'GET',
    `/v1/forms/${form.id}`,
  );
  assert.equal(
    (await call('PATCH', `/v1/forms/${form.id}`, whole)).modification_date,
    whole.modification_date,
  );
  await call('DELETE', `/v1/forms/${form.id}`);
  assert.equal((await visit(service, pathOf(form))).status, 404);
  assert.equal((await find(email)).form_id, form.id);
});

test('a form that cannot work is refused with its field and a remedy', async () => {
  const taken = await makeForm();
  const refusals: [object, RegExp][] = [
    [{ title: ' ' }, /^title: must not be empty/],
    [{ slug: 'Not a slug' }, /^slug: use 1 to 100 of a to z/],
    [{ slug: taken.slug }, /^slug: another form has the slug/],
    [{ tags: ['nothing'] }, /^tags: /],
    [{ fields: [{ name: 'a b', label: 'A', type: 'text' }] }, /name: use 1 to 50 letters/],
    [
      { fields: [{ name: 'a', label: 'A', type: 'choice', options: ['One'] }] },
      /options: give a choice at least two/,
    ],
    [
      { fields: [{ name: 'a', label: 'A', type: 'text', options: ['x'] }] },
      /options: only a choice has options/,
    ],
    [{ fields: [1, 2].map(() => ({ name: 'a', label: 'A', type: 'text' })) }, /^fields: use each name once/],
    [{ hourly_limit: 0 }, /^hourly_limit: use 1 or more/],
  ];
  for (const [fields, detail] of refusals) {
    const { status, body } = await service.api('POST', '/v1/forms', { title: 'A', slug: 'a', ...fields });
    assert.equal(status, 400, JSON.stringify(fields));
    assert.match(body.detail, detail);
  }
});

test('robots are refused without puzzles, and the report says how many and why', async () => {
  const form = await makeForm({ hourly_limit: 2 });
  const trapped = fresh();
  await post(service, pathOf(form), { email: trapped, website: 'x' }, elsewhere());
  assert.equal((await find(trapped)).code, 'not_found');
  const quick = fresh();
  const shown = await proofOn(pathOf(form));
  const fast = await post(service, pathOf(form), { email: quick, shown }, elsewhere());
  assert.match(fast.text, /very fast[\s\S]*press the button once more/);
  assert.equal((await find(quick)).code, 'not_found');
  time.now += 5000;
  const again = / name="shown" value="([^"]+)"/.exec(fast.text)![1]!;
  assert.equal((await post(service, pathOf(form), { email: quick, shown: again }, elsewhere())).status, 200);
  assert.equal((await find(quick)).type, 'unactivated');
  const blind = await post(service, pathOf(form), { email: fresh() }, elsewhere());
  assert.equal(blind.status, 429, 'robots that have not seen the page leave room for people');
  assert.equal((await signUp(form, fresh())).status, 200);
  assert.equal((await signUp(form, fresh())).status, 429);
  const { refused, totals, pages } = await until('the refusals are counted', async () => {
    const all = await report(form);
    return all.refused.full === 2 && all;
  });
  assert.deepEqual(refused, { trap: 1, network: 0, address: 0, captcha: 0, too_fast: 1, full: 2 });
  assert.deepEqual(totals, { signed_up: 2, confirmed: 0, waiting: 2, readers: 0 });
  assert.deepEqual(pages, [{ form: 'page', page_url: form.page_url, ...totals }]);
  await post(service, '/api/emails/embed-subscribe/test', { email: fresh(), website: 'x' }, elsewhere());
  const own = `/v1/newsletters/${service.newsletter.id}/sign_up_form`;
  await until('the own form counts, too', async () => (await call('GET', own)).refused.trap === 1);
});

test('of 10,000 posts by robots from as many networks nobody is confirmed, and nobody is mailed twice', async () => {
  const form = await makeForm({ double_opt_in: false, hourly_limit: 100 });
  const shown = await proofOn(pathOf(form));
  const kinds: Record<string, string>[] = [{ website: 'x' }, {}, { shown: 'forged' }, { shown }];
  let left = 10_000;
  const statuses = new Map<number, number>();
  const robot = async () => {
    for (let n = left--; n > 0; n = left--) {
      const from = { 'x-forwarded-for': `172.${n >> 8}.${n % 256}.1`, accept: '*/*' };
      const email = `robot${n % 1000}@flood.example`;
      const { status } = await post(service, pathOf(form), { email, ...kinds[n % 4] }, from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, robot));
  assert.deepEqual(new Set(statuses.keys()), new Set([200, 400, 429]));
  const made = (await call('GET', `/v1/subscribers?form=${form.id}&page_size=1000`)).results;
  assert.ok(made.length >= 50 && made.length < 100, `${made.length}`);
  assert.deepEqual(new Set(made.map(({ type }: { type: string }) => type)), new Set(['unactivated']));
  await until('everybody was asked', async () => {
    const mailed = service.sink.accepted.filter(({ to }) => to.endsWith('@flood.example'));
    return new Set(mailed.map(({ to }) => to)).size === made.length && mailed;
  });
  const { count } = await service.db
    .selectFrom('letters')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 0, 'nobody else waits for a letter');
  const mailed = service.sink.accepted.filter(({ to }) => to.endsWith('@flood.example'));
  assert.equal(mailed.length, made.length, 'each was mailed once');
  const { html } = await readMail(Buffer.from(mailed[0]!.source, 'latin1'));
  assert.match(html, /\/confirm\//);
  const { refused } = await until('all are counted', async () => {
    const all = await report(form);
    const sum = Object.values<number>(all.refused).reduce((one, other) => one + other);
    return sum === (statuses.get(429) ?? 0) + (statuses.get(400) ?? 0) + all.refused.trap && all;
  });
  for (const reason of ['trap', 'address', 'too_fast', 'full']) assert.ok(refused[reason] > 0, reason);
});
