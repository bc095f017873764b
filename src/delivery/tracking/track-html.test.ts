import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileMessage } from '../../engines/rendering/compile.ts';
import type { OwnValues, SharedValues } from '../../engines/rendering/message.ts';
import { joinPattern } from '../../engines/rendering/patterns.ts';
import { sampleTheme } from '../../testing/samples/rendering.ts';
import { type Stamped, trackHtml } from './track-html.ts';
import { findLinks, isTrackable } from './tracker.ts';

const base_url = 'https://news.example/post';
const shared: SharedValues = {
  newsletter: { name: 'N', description: '', postal_address: '' },
  email: { subject: 'S', absolute_url: `${base_url}/n/archive/s/`, secondary_id: 1 },
  subscribe_url: `${base_url}/n`,
  medium: 'email',
};
const reader = (metadata = {}): OwnValues & Stamped => ({
  subscriber: { email: 'ada@example.org', type: 'premium', tags: [], metadata },
  unsubscribe_url: `${base_url}/unsubscribe/T`,
  manage_subscription_url: `${base_url}/unsubscribe/T`,
  answer_url: 'https://news.example.org/manage/answer/token',
  referral_url: 'https://news.example.org/lighthouse?referral_code=code',
  stamp: 'STAMP',
});

function printed(body: string, { opens = true, clicks = true } = {}, values = reader()) {
  const compiled = compileMessage({ subject: 'S', body, description: '' }, sampleTheme);
  const links = findLinks(compiled, shared).filter(url => isTrackable(url, [base_url], []));
  const targets = new Map(clicks ? links.map((url, at) => [url, `T${at + 1}`]) : []);
  const canary = targets.size > 0 ? 'T0' : null;
  const plain = compiled.bind(shared).html;
  return {
    links,
    plain: joinPattern(plain, values),
    tracked: joinPattern(trackHtml<OwnValues & Stamped>(plain, { base_url, opens, targets, canary }), values),
  };
}

const hrefs = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href);

test('without tracking, every byte stays as it is', () => {
  const body =
    '[a](https://a.example/?x=1&y=2) {% if subscriber.type == "premium" %}[b](https://b.example){% endif %}';
  const { plain, tracked } = printed(body, { opens: false, clicks: false });
  assert.equal(tracked, plain);
});

test('links go through this service, and the same address always has the same number', () => {
  const { links, tracked } = printed(
    '[a](https://a.example/?x=1&y=2) [b](https://b.example) [c](https://a.example/?x=1&y=2)',
  );
  assert.deepEqual(links.slice(0, 2), ['https://a.example/?x=1&y=2', 'https://b.example']);
  const over = hrefs(tracked).filter(href => href?.startsWith(`${base_url}/c/`));
  assert.deepEqual(
    over,
    ['T1', 'T2', 'T1', 'T0'].map(target => `${base_url}/c/STAMP${target}`),
  );
  assert.ok(!tracked.includes('https://a.example'));
});

test('links in conditions, loops and captures are tracked too', () => {
  const body = [
    'See {% if subscriber.type == "premium" %}[a](https://a.example){% else %}[b](https://b.example){% endif %}',
    '{% assign who = subscriber.email %}{% for n in (1..2) %}[c](https://c.example){% endfor %} {{ who }}',
  ].join('\n\n');
  const { tracked, links } = printed(body);
  assert.deepEqual(links.toSorted(), ['https://a.example', 'https://b.example', 'https://c.example']);
  assert.equal(hrefs(tracked).filter(href => href?.startsWith(`${base_url}/c/STAMPT`)).length, 4);
  assert.doesNotMatch(tracked, /href="https:\/\/[abc]\.example/);
});

test('an address made from a reader’s values is not tracked, whatever the value', () => {
  for (const site of ['https://evil.example', 'https://a.example" href="https://a.example']) {
    const { plain, tracked, links } = printed(
      '[a](https://a.example) [own]({{ subscriber.metadata.site }}) [mixed](https://m.example/?u={{ subscriber.email }})',
      {},
      reader({ site }),
    );
    assert.deepEqual(links, ['https://a.example']);
    assert.deepEqual(hrefs(tracked).slice(2, 4), hrefs(plain).slice(2, 4));
    assert.equal(hrefs(tracked)[1], `${base_url}/c/STAMPT1`);
  }
});

test('mail, phone, in-page and unsubscribe links are not tracked', () => {
  const body =
    '[m](mailto:a@example.org) [t](tel:+431) [h](#top) [u]({{ unsubscribe_url }}) [m]({{ manage_subscription_url }}) <a id="top">x</a>';
  const { plain, tracked } = printed(body);
  assert.deepEqual(printed(body).links, []);
  assert.deepEqual(hrefs(tracked), hrefs(plain), 'and without a link there is no canary');
});

test('the pixel and the canary are at the end of the body, without text, and only if enabled', () => {
  const both = printed('[a](https://a.example)').tracked;
  assert.match(
    both,
    /<a href="[^"]*T0" aria-hidden="true" tabindex="-1"[^>]*display:none[^>]*><\/a><img src="https:\/\/news\.example\/post\/o\/STAMP\.gif" width="1" height="1" alt="" [^>]*><\/body>/,
  );
  const clicks = printed('[a](https://a.example)', { opens: false }).tracked;
  assert.ok(!clicks.includes('.gif'));
  const opens = printed('[a](https://a.example)', { clicks: false });
  assert.deepEqual(hrefs(opens.tracked), hrefs(opens.plain));
  assert.ok(opens.tracked.includes('/o/STAMP.gif'));
});

test('the only addresses of this service that are tracked are the email’s own public page and the plans', () => {
  const page = `${base_url}/n/archive/s/`;
  const plans = `${base_url}/n/buy`;
  for (const [address, expected] of [
    [page, true],
    [plans, true],
    [`${plans}/more`, false],
    [`${base_url}/n/archive/other/`, false],
    [`${base_url}/unsubscribe/x`, false],
    ['HTTP://NEWS.EXAMPLE:80/post/confirm/x', false],
    ['http://news.example/elsewhere', true],
    ['https://news.example/post', false],
    ['https://news.example/poster', true],
    ['https://user:secret@a.example/', false],
    ['https://', false],
    ['ftp://a.example', false],
    ['//a.example', false],
    ['javascript:alert(1)', false],
    [`https://a.example/${'x'.repeat(9000)}`, false],
    ['https://bücher.example/ä?q= #f', true],
  ] as const)
    assert.equal(isTrackable(address, [base_url], [page, plans]), expected, address);
});
