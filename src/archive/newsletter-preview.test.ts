import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

test('a mail that cannot be made says which setting and line is at fault', async () => {
  const bad = [
    [{ part: 'welcome', welcome_body: 'Hello\n\n{% if %}' }, /^welcome_body: line 3, column 6: /],
    [{ part: 'gift', gift_text: '{% if %}' }, /^gift_text: line 1, column 6: /],
    [{ part: 'welcome', welcome_subject: '{{ newsletter.name' }, /^welcome_subject: line 1, column 1: /],
    [{ part: 'confirmation', confirmation_text: '{% for %}' }, /^confirmation_text: line 1, /],
    [{ part: 'confirmation', confirmation_text: '```\nx' }, /^confirmation_text: the text hides the button/],
    [{ part: 'home', tint_color: 'red' }, /^tint_color: /],
    [{ part: 'elsewhere' }, /^part: use home, /],
  ] as const;
  for (const [body, detail] of bad) {
    const answer = await preview(body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'request_invalid']);
    assert.match(answer.body.detail, detail);
  }
});
