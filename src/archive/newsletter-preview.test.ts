import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { visit } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const preview = (body: object) =>
  service.api('POST', `/v1/newsletters/${service.newsletter.id}/preview`, body);
const change = (body: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, body);

test('pages and mails are shown with settings that are not saved', async () => {
  const look = { tint_color: '#0b6b3a', typeface: 'serif', page_width: 'wide' };
  for (const part of [
    'home',
    'archive',
    'embed',
    'issue',
    'mail',
    'confirmation',
    'welcome',
    'gift',
    'ending',
    'ended',
  ]) {
    const { status, body } = await preview({
      part,
      ...look,
      welcome_body: '[Hello](https://a.example)',
      premium_url: 'https://a.example/pay',
      sign_up_text: 'Only *on Sundays*.',
    });
    assert.equal(status, 200, part);
    assert.match(body.html, /#0b6b3a/, part);
    assert.equal(
      body.text !== '',
      ['mail', 'confirmation', 'welcome', 'gift', 'ending', 'ended'].includes(part),
      part,
    );
    if (part === 'home' || part === 'embed') assert.match(body.html, /Only <em>on Sundays<\/em>/);
  }
  assert.ok(!(await visit(service, '/test')).text.includes('#0b6b3a'));
});

test('a new look applies to every page as soon as it is saved', async () => {
  const before = await visit(service, '/test');
  await change({ tint_color: '#0b6b3a', header_image: 'https://a.example/b.png?a=1&b="><script>' });
  for (const path of ['/test', '/test/archive/', '/test/sign-in', '/test/nothing-here']) {
    const { text } = await visit(service, path);
    assert.match(text, /--accent:#0b6b3a/, path);
    assert.match(
      text,
      /<img class="picture(?: strip)?" src="https:\/\/a\.example\/b\.png\?a=1&amp;b=[^"<]*" alt="">/,
      path,
    );
    assert.ok(!text.includes('"><script>'), path);
  }
  const frame = await visit(service, '/test?as_embed=true');
  assert.match(frame.text, /--accent:#0b6b3a/);
  assert.ok(!frame.text.includes('class="picture"'), 'a frame has only the form');
  await change({ tint_color: '', header_image: '' });
  assert.equal((await visit(service, '/test')).text, before.text);
});

test('a newsletter that has published nothing is shown with sample issues, and then with its own', async () => {
  for (const part of ['home', 'archive'])
    assert.match((await preview({ part })).body.html, /Salt, paper, string[\s\S]*src="data:image\/svg/, part);
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Our own', body: 'Text' });
  await sql`update emails set status = 'imported', publish_date = now() where id = ${body.id}`.execute(
    service.db,
  );
  for (const part of ['home', 'archive']) {
    const { html } = (await preview({ part })).body;
    assert.match(html, /Our own/);
    assert.ok(!html.includes('Salt, paper, string'), part);
  }
});

test('the sample issue shows every part that issues can show', async () => {
  const shows = (html: string) => ({
    number: html.includes('No. 12') || html.includes('#12'),
    picture: html.includes('class="lead-picture" src="data:image/svg'),
    related: html.includes('related'),
    neighbours: html.includes('rel="prev"'),
  });
  const all = ['number', 'picture', 'related', 'neighbours'];
  const whole = (await preview({ part: 'issue', issue_shows: all })).body.html;
  assert.deepEqual(shows(whole), { number: true, picture: true, related: true, neighbours: true });
  const bare = (await preview({ part: 'issue', issue_shows: [] })).body.html;
  assert.deepEqual(shows(bare).picture || shows(bare).neighbours, false);
});

test('a color that readers see changed is named beside its field, with the color that they see', async () => {
  const findings = async (settings: object) => (await preview({ part: 'home', ...settings })).body.findings;
  const [tint, ...others] = await findings({ tint_color: '#ffcc00' });
  assert.deepEqual(others, []);
  assert.equal(tint.field, 'tint_color');
  assert.match(
    tint.found,
    /^#ffcc00 and #[0-9a-f]{6} have a contrast of 1\.\d\. Text needs at least 4\.5\.$/,
  );
  assert.equal(tint.found_sentence.code, 'newsletters.low_contrast');
  const used = tint.remedy_sentence.values.used;
  assert.match(
    (await preview({ part: 'home', tint_color: '#ffcc00' })).body.html,
    new RegExp(`--accent:${used}`),
  );
  assert.deepEqual(await findings({ tint_color: '#ffcc00', background_color: '#101820' }), []);
  assert.deepEqual(
    await findings({ tint_color: '#0b6b3a', text_color: '#222222', button_color: '#ffcc00' }),
    [],
  );
  const outlined = await findings({ button_color: '#ffcc00', button_style: 'outlined' });
  assert.deepEqual(
    outlined.map(({ field }: { field: string }) => field),
    ['button_color'],
  );
});

test('an own layout that cannot be used is explained, and every theme offers one that can', async () => {
  const own = (custom_email_template: string) =>
    preview({ part: 'mail', template: 'custom', custom_email_template });
  const { findings } = (await own('<p>{{ content }}</p>')).body;
  assert.deepEqual(
    findings.map(({ check }: { check: string }) => check),
    ['unsubscribe'],
  );
  for (const broken of [
    '',
    '<p>{{ content }}</p>',
    '<p>{{ content }}{% if %}</p><a href="{{ unsubscribe_url }}">x</a>',
  ]) {
    const { status, body } = await own(broken);
    assert.deepEqual([status, body.html], [200, '']);
    assert.ok(body.findings.length > 0);
    assert.ok(body.findings.every(({ field }: { field: string }) => field === 'custom_email_template'));
  }
  const { results } = (await service.api('GET', '/v1/themes')).body;
  assert.deepEqual(
    results.map(({ name }: { name: string }) => name),
    ['default', 'grid', 'letter', 'plain'],
  );
  for (const { name, look, colors, email_layout } of results) {
    const { body } = await own(email_layout);
    assert.deepEqual(body.findings, [], name);
    assert.match(body.html, /Somebody said something/);
    assert.match(body.html, /unsubscribe\/preview/);
    const page = (await preview({ part: 'home', archive_theme: name })).body.html;
    for (const color of [colors.light.paper, colors.dark.paper, look.tint_color ?? '#b93d24'])
      assert.ok(page.includes(color), `${name}: ${color}`);
  }
});

test('a mail that cannot be made says which setting and line is at fault', async () => {
  const bad = [
    [{ part: 'welcome', welcome_body: 'Hello\n\n{% if %}' }, /^welcome_body: line 3, column 6: /],
    [{ part: 'gift', gift_text: '{% if %}' }, /^gift_text: line 1, column 6: /],
    [{ part: 'welcome', welcome_subject: '{{ newsletter.name' }, /^welcome_subject: line 1, column 1: /],
    [{ part: 'confirmation', confirmation_text: '{% for %}' }, /^confirmation_text: line 1, /],
    [{ part: 'confirmation', confirmation_text: '```\nx' }, /^confirmation_text: the text hides the button/],
    [{ part: 'home', tint_color: 'red' }, /^tint_color: /],
    [{ part: 'elsewhere' }, /^part: use one of home, /],
  ] as const;
  for (const [body, detail] of bad) {
    const answer = await preview(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'request_invalid']);
    assert.match(answer.body.detail, detail);
  }
});
