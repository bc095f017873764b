import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EmailStatus } from '../platform/database/schema.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { assertRefused, notFlag, notText, notWhole, unstorable } from '../testing/refusals.ts';
import { createKey } from './keys.ts';
import { emptyLook, lookFieldNames } from './look/fields.ts';
import { everything } from './permissions.ts';

let service: TestService;
let path: string;
before(async () => {
  service = await startTestService({ env: { BOUNCE_DOMAIN: 'bounces.example.org' } });
  path = `/v1/newsletters/${service.newsletter.id}`;
});
after(() => service.stop());

const full = {
  username: 'full-house_1',
  name: 'Größe & <Glanz>',
  description: 'Two\nlines',
  from_name: 'Ada "the" Writer',
  from_address: 'ada@writer.example',
  reply_to: 'reply@writer.example',
  timezone: 'Europe/Berlin',
  locale: 'de-AT',
  formal_words: true,
  words: { de: { 'form.subscribe': 'Her damit' } },
  domain: 'letter.example',
  bounce_domain: 'bounces.letter.example',
  postal_address: 'Street 1\n10115 Berlin',
  track_opens: true,
  track_clicks: true,
  undo_seconds: 30,
  late_schedule_hours: 48,
  mail_cap: { count: 3, days: 7 },
  quiet_hours: { from: '22:00', until: '07:30' },
  double_opt_in: false,
  sign_up_text: 'Sundays.\nNo more.',
  premium_text: '- The map\n- Everything else',
  premium_url: 'https://pay.example/join?a=1&b=2',
  confirmation_subject: 'One more step, {{ newsletter.name }}',
  confirmation_text: '# Nearly\n\nPress it.',
  tint_color: '#b93d24',
  typeface: 'serif',
  page_width: 'wide',
  header_image: 'https://news.example/files/a/b.png?a=1&b=2',
  archive_theme: 'arbus',
  background_color: '#FFF8F0',
  text_color: '#222222',
  button_color: '#0B6B3A',
  heading_typeface: 'slab',
  text_size: 'large',
  corners: 'round',
  button_style: 'outlined',
  link_style: 'highlighted',
  title_alignment: 'center',
  icon: 'https://news.example/files/a/icon.png',
  icon_alt_text: 'A limpet',
  logo: 'https://news.example/files/a/logo.png',
  image: 'https://news.example/files/a/share.png',
  issue_shows: ['date', 'author'],
  header: 'Hello {{ subscriber.email }}',
  footer: '*Bye*',
  announcement_bar_text: 'We [moved](https://a.example)',
  announcement_bar_background_color: '#001122',
  announcement_bar_visibility: 'free_only',
  template: 'custom',
  custom_email_template: '<p>{{ content }}</p>',
  css: 'h2 { color: red }',
  web_css: '@import url(x); h2 { color: red }',
  theme_configuration: { zebra: { a: [1] }, alpha: true },
  email_theme_configuration: { '--font-size': '17px' },
  socials: [{ type: 'mastodon', url: 'https://a.example/@b', label: null, extra: 1 }],
  sharing_networks: ['bluesky', 'email'],
  welcome_subject: 'Welcome to {{ newsletter.name }}',
  welcome_body: '# Hello\n\nthere',
  forms_create_tags: false,
  comment_notices: false,
  replies: 'inbox_and_mailbox',
  asks_timezone: true,
  sister_newsletters: ['0197a1a1-0000-7000-8000-000000000001'],
  free_subscriptions: false,
  captcha: 'turnstile',
  captcha_site_key: '0x4AAA',
  trial_days: 14,
  catch_up_emails: 3,
  gift_subject: 'For you, from {{ newsletter.name }}',
  gift_text: 'Until {{ grant.end }}: {{ grant.message }}',
  ending_subject: 'Soon over',
  ending_text: 'Your {{ grant.kind }} ends.',
  ended_subject: 'Over',
  ended_text: 'Come back.',
  sending_rate: 2.5,
  digests: { weekday: 'sunday', time: '09:00' },
  approval_threshold: 1000,
  dkim_rotation_months: 6,
  delivery_months: 24,
};
const captcha_secret = 'never shown 🔑';

/** Two fields also have the names from Buttondown's current API. */
const shownFull = {
  ...full,
  email_address: full.from_address,
  reply_to_address: full.reply_to,
  hosting_domain_status: 'invalid',
};

test('a newsletter is made with its first key, which is shown once and never stored', async () => {
  const { status, body } = await service.api(
    'POST',
    '/v1/newsletters',
    { ...full, captcha_secret },
    { 'idempotency-key': 'made' },
  );
  assert.equal(status, 201);
  const { api_key, id, creation_date, modification_date, ...fields } = body;
  assert.deepEqual(fields, shownFull);
  const headers = { authorization: `Token ${api_key}` };
  const shown = { id, creation_date, modification_date, ...shownFull };
  assert.deepEqual((await service.api('GET', `/v1/newsletters/${id}`, undefined, headers)).body, shown);
  assert.deepEqual((await service.api('GET', '/v1/newsletters', undefined, headers)).body.results, [shown]);
  const stored = JSON.stringify(await readContents(service.db));
  assert.ok(!stored.includes(api_key) && !stored.includes(Buffer.from(api_key).toString('hex')));
  const again = await service.api(
    'POST',
    '/v1/newsletters',
    { ...full, captcha_secret },
    { 'idempotency-key': 'made' },
  );
  assert.deepEqual([again.status, again.body], [201, { ...body, api_key: '' }]);
});

test('only a name and a username are required; the rest has defaults that suit a beginner', async () => {
  const { body } = await service.api('POST', '/v1/newsletters', { username: ' Beginner ', name: 'B' });
  const { api_key, id, creation_date, modification_date, ...fields } = body;
  assert.deepEqual(fields, {
    username: 'beginner',
    name: 'B',
    description: '',
    domain: '',
    bounce_domain: '',
    hosting_domain_status: 'none',
    from_name: '',
    from_address: 'beginner@news.example',
    reply_to: '',
    timezone: 'UTC',
    locale: 'en',
    formal_words: false,
    words: {},
    postal_address: '',
    track_opens: false,
    track_clicks: false,
    undo_seconds: null,
    late_schedule_hours: 24,
    mail_cap: null,
    quiet_hours: null,
    double_opt_in: true,
    sign_up_text: '',
    premium_text: '',
    premium_url: '',
    confirmation_subject: '',
    confirmation_text: '',
    ...emptyLook,
    welcome_subject: '',
    welcome_body: '',
    forms_create_tags: true,
    comment_notices: true,
    replies: 'mailbox',
    asks_timezone: false,
    sister_newsletters: [],
    free_subscriptions: true,
    captcha: '',
    captcha_site_key: '',
    trial_days: 0,
    catch_up_emails: 1,
    gift_subject: '',
    gift_text: '',
    ending_subject: '',
    ending_text: '',
    ended_subject: '',
    ended_text: '',
    sending_rate: 0,
    digests: null,
    approval_threshold: null,
    dkim_rotation_months: null,
    delivery_months: null,
    email_address: 'beginner@news.example',
    reply_to_address: '',
  });
});

test('PATCH changes the fields it names, null clears, and unknown fields are ignored', async () => {
  const before = (await service.api('GET', path)).body;
  const own = { ...full, username: 'test', domain: 'other.example' };
  const changed = await service.api('PATCH', path, { ...own, nobody: 'knows' });
  const { modification_date, ...rest } = changed.body;
  assert.deepEqual({ ...rest }, { id: before.id, creation_date: before.creation_date, ...shownFull, ...own });
  assert.ok(modification_date >= before.modification_date);
  assert.equal((await service.api('PATCH', path, { name: 'Other' })).body.description, full.description);
  const nothing = {
    description: null,
    domain: null,
    bounce_domain: null,
    from_name: null,
    reply_to: null,
    timezone: null,
    locale: null,
    formal_words: null,
    words: null,
    postal_address: null,
    sign_up_text: null,
    premium_text: null,
    premium_url: null,
    confirmation_subject: null,
    confirmation_text: null,
    ...Object.fromEntries(lookFieldNames.map(name => [name, null])),
    welcome_subject: null,
    welcome_body: null,
    forms_create_tags: null,
    comment_notices: null,
    replies: null,
    asks_timezone: null,
    sister_newsletters: null,
    free_subscriptions: null,
    approval_threshold: null,
    dkim_rotation_months: null,
    delivery_months: null,
    captcha: null,
    captcha_site_key: null,
    captcha_secret: null,
    gift_subject: null,
    gift_text: null,
    ending_subject: null,
    ending_text: null,
    ended_subject: null,
    ended_text: null,
  };
  const numbers = {
    trial_days: null,
    catch_up_emails: null,
    track_opens: null,
    track_clicks: null,
    undo_seconds: null,
    late_schedule_hours: null,
    mail_cap: null,
    quiet_hours: null,
    digests: null,
    double_opt_in: null,
    sending_rate: null,
  };
  const cleared = (await service.api('PATCH', path, { ...nothing, ...numbers })).body;
  assert.deepEqual(cleared, {
    ...before,
    name: 'Other',
    from_address: full.from_address,
    email_address: full.from_address,
    modification_date: cleared.modification_date,
  });
  assert.equal((await service.api('PATCH', path, cleared)).status, 200, 'the whole object may be sent back');
});

test('reserved and taken names are refused', async () => {
  for (const username of ['v1', 'docs', 'inbox', 'Unsubscribe', 'healthz', 'admin', 'rss']) {
    const { status, body } = await service.api('POST', '/v1/newsletters', { username, name: 'x' });
    assert.deepEqual(
      [status, body.code, body.detail.slice(0, 9)],
      [400, 'request_invalid', 'username:'],
      username,
    );
  }
  await service.api('POST', '/v1/newsletters', { username: 'taken', name: 'x' });
  for (const [method, to, body] of [
    ['POST', '/v1/newsletters', { username: 'TAKEN', name: 'x' }],
    ['PATCH', path, { username: 'taken' }],
  ] as const) {
    const answer = await service.api(method, to, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'username_already_exists']);
  }
});

test('time zones are named as in the IANA database', async () => {
  for (const timezone of [
    'Europe/Berlin',
    'America/Argentina/Ushuaia',
    'UTC',
    'EST5EDT',
    'America/Buenos_Aires',
    'Asia/Kolkata',
  ]) {
    assert.equal((await service.api('PATCH', path, { timezone })).status, 200, timezone);
  }
});

const refusing = <Bad>(names: string[], bad: Bad[]) =>
  Object.fromEntries(names.map(name => [name, { code: 'request_invalid', bad }]));

const wrong = {
  username: {
    code: 'request_invalid',
    bad: [...notText, '', '-a', 'a b', 'a.b', 'ü', 'a'.repeat(64), 'robots.txt'],
  },
  name: {
    code: 'request_invalid',
    bad: [...notText, '', '  ', 'a\nb', 'a\r\nBcc: x@y.example', 'a'.repeat(201)],
  },
  description: { code: 'request_invalid', bad: [...notText, 'a'.repeat(5001)] },
  from_name: {
    code: 'request_invalid',
    bad: [...notText, 'a\r\nBcc: x@y.example', 'a\u2028b', 'a'.repeat(201)],
  },
  from_address: {
    code: 'request_invalid',
    bad: [...notText, '', 'ada', 'a@b@c.example ', 'a b@c.example', '<a@b.example>'],
  },
  reply_to: { code: 'request_invalid', bad: [...notText, 'ada', 'a@b.example, c@d.example'] },
  replies: { code: 'request_invalid', bad: [...notText, '', 'nowhere'] },
  bounce_domain: {
    code: 'request_invalid',
    bad: [...notText, 'bounces', 'https://b.example', 'a@b.example'],
  },
  timezone: {
    code: 'request_invalid',
    bad: [...notText, '', 'Berlin', '+02:00', 'IST', 'PST', 'Europe/Nowhere'],
  },
  locale: { code: 'request_invalid', bad: [...notText, '', 'german!', 'x', 'de--AT'] },
  formal_words: { code: 'request_invalid', bad: notFlag },
  words: {
    code: 'request_invalid',
    bad: [
      1,
      'a',
      { xx: {} } as object,
      { 'de-formal': { 'form.subscribe': 'a' } },
      { de: { constructor: 'a' } as object },
      { de: { 'form.subscribe': '' } },
      { de: { 'form.subscribe': '{name}' } },
      { de: { 'form.subscribe': '<script>a</script>' } },
      { de: { 'archive.found': '{count, plural, one {a}}' } },
      { de: { 'form.title': '{name, date, short}' } },
      { de: { 'form.title': '{name, number, ::currency/XXXX}' } },
    ],
  },
  postal_address: { code: 'request_invalid', bad: [...notText, 'a'.repeat(1001)] },
  track_opens: { code: 'request_invalid', bad: notFlag },
  track_clicks: { code: 'request_invalid', bad: notFlag },
  undo_seconds: { code: 'request_invalid', bad: [...notWhole, -1, 86_401] },
  late_schedule_hours: { code: 'request_invalid', bad: [...notWhole, -1, 8761] },
  mail_cap: {
    code: 'request_invalid',
    bad: [
      0,
      'three',
      {},
      { count: 3 },
      { count: 0, days: 7 },
      { count: 1.5, days: 7 },
      { count: 3, days: 367 },
      { count: 3, days: 7, hours: 1 },
    ],
  },
  quiet_hours: {
    code: 'request_invalid',
    bad: [
      '22:00',
      {},
      { from: '22:00' },
      { from: '22:00', until: '22:00' },
      { from: '24:00', until: '7:00' },
    ],
  },
  double_opt_in: { code: 'request_invalid', bad: notFlag },
  sign_up_text: { code: 'request_invalid', bad: [...notText, 'a'.repeat(1001)] },
  premium_text: { code: 'request_invalid', bad: [...notText, 'a'.repeat(2001)] },
  premium_url: { code: 'request_invalid', bad: [...notText, 'pay.example', 'javascript:alert(1)', '/join'] },
  confirmation_subject: { code: 'request_invalid', bad: [...notText, 'a\nb', '{{ newsletter.name'] },
  confirmation_text: {
    code: 'request_invalid',
    bad: [...notText, 'a'.repeat(10_001), '{% if %}', '{% for', 'A\n\n```\ncode that never ends'],
  },
  tint_color: {
    code: 'request_invalid',
    bad: [...notText, 'red', '#fff', '#b93d24;}', '#b93d2g', 'url(//a.example)', '#000000}body{display:none'],
  },
  archive_theme: { code: 'request_invalid', bad: [...notText, 'nowhere', '../x', 'constructor'] },
  ...refusing(
    ['background_color', 'text_color', 'button_color', 'announcement_bar_background_color'],
    [...notText, 'red', '#fff', '#b93d24;}', 'url(//a.example)', '#000000}body{display:none'],
  ),
  ...refusing(
    ['icon', 'logo', 'image'],
    [...notText, 'a.png', 'javascript:alert(1)', 'data:image/svg+xml,<svg>', '//a.example/b.png'],
  ),
  ...refusing(
    ['heading_typeface', 'text_size', 'corners', 'button_style', 'link_style', 'title_alignment', 'template'],
    [...notText, 'x', '1px}', 'constructor'],
  ),
  announcement_bar_visibility: { code: 'request_invalid', bad: [...notText, '', 'all'] },
  issue_shows: { code: 'request_invalid', bad: ['date', ['day'], [1], {}] },
  ...refusing(['header', 'footer'], [...notText, 'a'.repeat(10_001), '{% if %}']),
  ...refusing(['css', 'web_css'], [...notText, 'a'.repeat(50_001)]),
  ...refusing(['theme_configuration', 'email_theme_configuration'], ['a', 1, []]),
  socials: { code: 'request_invalid', bad: ['a', [1], [{ url: 'https://a.example' }]] },
  sharing_networks: { code: 'request_invalid', bad: ['a', [1]] },
  typeface: { code: 'request_invalid', bad: [...notText, 'comic', 'serif;color:red', 'constructor'] },
  page_width: { code: 'request_invalid', bad: [...notText, '99rem', 'wide}'] },
  header_image: {
    code: 'request_invalid',
    bad: [...notText, 'a.png', 'javascript:alert(1)', 'data:image/svg+xml,<svg>', '//a.example/b.png'],
  },
  welcome_subject: { code: 'request_invalid', bad: [...notText, 'a\nb', '{{ "open }}'] },
  welcome_body: {
    code: 'request_invalid',
    bad: [...notText, 'a'.repeat(100_001), '{% if %}'],
  },
  captcha: { code: 'request_invalid', bad: [...notText, 'recaptcha'] },
  captcha_site_key: { code: 'request_invalid', bad: [...notText, 'a\nb'] },
  captcha_secret: { code: 'request_invalid', bad: [...notText, 'a'.repeat(201)] },
};

test('each invalid field of a new newsletter is refused by name, and nothing is made', async () => {
  const good = { username: 'unmade', name: 'Unmade' };
  await assertRefused(service, { method: 'POST', path: '/v1/newsletters', good, fields: wrong });
  for (const field of ['username', 'name'] as const) {
    const { status, body } = await service.api('POST', '/v1/newsletters', { ...good, [field]: undefined });
    assert.deepEqual([status, body.detail], [400, `${field}: this field is required`]);
  }
});

test('each invalid field of a change is refused by name, and nothing changes', async () => {
  const timezone = { ...wrong.timezone, bad: wrong.timezone.bad.filter(zone => zone !== '') }; // leaves it alone
  const locale = { ...wrong.locale, bad: wrong.locale.bad.filter(tag => tag !== '') };
  const changed = { ...wrong, timezone, locale };
  await assertRefused(service, { method: 'PATCH', path, good: { description: 'changed?' }, fields: changed });
  const needed = { code: 'request_invalid', bad: [null, ...unstorable] };
  const fields = { username: needed, name: needed, from_address: needed };
  await assertRefused(service, { method: 'PATCH', path, good: {}, fields });
});

test('a newsletter is deleted with its keys and everything else it owns', async () => {
  const headers = await service.foreignKey();
  const { id } = (await service.api('GET', '/v1/newsletters', undefined, headers)).body.results[0];
  const before = await readContents(service.db);
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', tags: ['a'] }, headers);
  await service.api(
    'POST',
    '/v1/emails',
    { subject: 'Draft', status: 'draft', included_tags: ['a'] },
    headers,
  );
  assert.equal((await service.api('DELETE', `/v1/newsletters/${id}`, undefined, headers)).status, 204);
  assert.equal((await service.api('GET', '/v1/ping', undefined, headers)).status, 401);
  const after = await readContents(service.db);
  const gone = (table: string) => before[table]!.length - after[table]!.length;
  assert.deepEqual([gone('public.newsletters'), gone('public.api_keys')], [1, 1]);
});

test('a newsletter with an email being sent or scheduled is not deleted', async () => {
  const headers = await service.foreignKey();
  const { id } = (await service.api('GET', '/v1/newsletters', undefined, headers)).body.results[0];
  const email = (await service.api('POST', '/v1/emails', { subject: 'On its way', status: 'draft' }, headers))
    .body;
  const setStatus = (status: EmailStatus) =>
    service.db.updateTable('emails').set({ status }).where('id', '=', email.id).execute();
  for (const status of ['in_flight', 'scheduled', 'about_to_send'] as const) {
    await setStatus(status);
    const { body } = await service.api('DELETE', `/v1/newsletters/${id}`, undefined, headers);
    assert.deepEqual([body.code, body.metadata], ['newsletter_in_use', { email_id: email.id }], status);
  }
  await setStatus('sent');
  assert.equal((await service.api('DELETE', `/v1/newsletters/${id}`, undefined, headers)).status, 204);
});

test('another owner’s newsletter and an invalid id are 404', async () => {
  const headers = await service.foreignKey();
  for (const to of [path, '/v1/newsletters/abc', '/v1/newsletters/01900000-0000-7000-8000-000000000000']) {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await service.api(method, to, undefined, headers);
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found'], `${method} ${to}`);
    }
  }
});

test('an installation key sees, changes and deletes other newsletters, with its own listed first', async () => {
  const foreign = await service.foreignKey();
  const { id, name } = (await service.api('GET', '/v1/newsletters', undefined, foreign)).body.results[0];
  const other = `/v1/newsletters/${id}`;
  const idsFor = async (headers?: Record<string, string>) =>
    (await service.api('GET', '/v1/newsletters', undefined, headers)).body.results.map(
      (newsletter: { id: string }) => newsletter.id,
    );
  const all = await idsFor();
  assert.equal(all[0], service.newsletter.id);
  assert.ok(all.includes(id) && all.length === new Set(all).size);
  const [first, second] = [1, 2].map(page =>
    service.api('GET', `/v1/newsletters?page_size=1&page=${page}`, undefined),
  );
  assert.deepEqual((await first!).body.results[0].id, service.newsletter.id);
  assert.deepEqual([(await second!).body.results[0].id, (await second!).body.count], [all[1], all.length]);

  const full = await service.keyWith(everything);
  assert.deepEqual(await idsFor(full), [service.newsletter.id]);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    assert.equal((await service.api(method, other, undefined, full)).status, 404, method);
  const reader = await service.keyWith({ ...everything, installation: 'read' });
  assert.deepEqual(await idsFor(reader), all);
  assert.equal((await service.api('GET', other, undefined, reader)).body.name, name);
  for (const method of ['PATCH', 'DELETE'])
    assert.equal((await service.api(method, other, undefined, reader)).status, 404, method);
  assert.equal((await service.api('PATCH', other, { name: 'Changed' })).body.name, 'Changed');
  assert.equal((await service.api('DELETE', other)).status, 204);
  assert.equal((await service.api('GET', other)).status, 404);
});

test('the first key of a new newsletter has no more rights and no longer life than the key that made it', async () => {
  const expiry_date = new Date(Date.now() + 3_600_000).toISOString();
  const permissions = { ...everything, subscribers: 'none', installation: 'write' } as const;
  const { secret } = await createKey(service.db, service.newsletter, {
    name: 'maker',
    permissions,
    expiry_date,
  });
  const input = { username: 'made-by-less', name: 'Less' };
  const made = await service.api('POST', '/v1/newsletters', input, { authorization: `Token ${secret}` });
  const headers = { authorization: `Token ${made.body.api_key}` };
  const { results } = (await service.api('GET', '/v1/api_keys', undefined, headers)).body;
  assert.deepEqual(
    [results.length, results[0].permissions, results[0].expiry_date],
    [1, { ...permissions, installation: 'none' }, expiry_date],
  );
});
