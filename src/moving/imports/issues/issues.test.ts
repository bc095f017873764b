import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSafeFetch } from '../../../platform/safe-fetch/safe-fetch.ts';
import { readExport, sampleFiles, uploaded } from '../../../testing/exports.ts';
import { openFeedServer } from '../../../testing/feed-server.ts';
import { pixel } from '../../../testing/forms.ts';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import type { IssueLine } from '../columns/line.ts';
import { cleanIssue } from './clean.ts';
import { type IssueContext, type IssueOptions, type TakenIssue, takeInIssue } from './take-in.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'premium' });
});
after(() => service.stop());

const usual: IssueOptions = {
  source: 'substack',
  by: null,
  fetch_images: false,
  redirect: true,
  site_url: '',
};
const issue = (fields: Partial<IssueLine>): IssueLine => ({
  kind: 'issue',
  file: 'posts.csv',
  line: 2,
  subject: 'An issue',
  html: '<p>Text</p>',
  publish_date: '2023-01-02T03:04:05.000Z',
  ...fields,
});
const take = (line: IssueLine, options: Partial<IssueOptions> = {}, context: IssueContext = service) =>
  takeInIssue(service.db, context, service.newsletter, line, { ...usual, ...options }, unrecorded);
const unrecorded = { email: async () => {}, image: async () => {} };
const createdOf = (taken: TakenIssue) => {
  assert.equal(taken.outcome, 'created', JSON.stringify(taken));
  return taken as Extract<TakenIssue, { outcome: 'created' }>;
};
const emailOf = async (taken: TakenIssue) =>
  (await service.api('GET', `/v1/emails/${createdOf(taken).email_id}`)).body;
const visit = (path: string) => fetch(service.url + path, { redirect: 'manual' });
const pageOf = async (slug: string) =>
  (await visit(`/${service.newsletter.username}/archive/${slug}/`)).text();

async function issuesIn(sample: string): Promise<IssueLine[]> {
  const { lines } = await readExport(uploaded(sampleFiles(sample)));
  return lines.filter(line => line.kind === 'issue');
}

test('past issues of each service become emails with date, slug and page, and nobody is mailed', async () => {
  for (const sample of ['substack', 'ghost', 'beehiiv', 'buttondown', 'wordpress'] as const)
    for (const line of await issuesIn(sample)) {
      const email = await emailOf(await take(line, { source: sample }));
      assert.deepEqual(
        [email.status, email.source],
        line.is_draft ? ['draft', 'api'] : ['imported', 'import'],
        `${sample}: ${line.subject}`,
      );
      assert.equal(email.publish_date, line.publish_date ?? null);
      const page = await visit(new URL(email.absolute_url).pathname);
      assert.equal(page.status, line.is_draft ? 404 : 200, email.slug);
    }
  assert.equal(service.sink.accepted.length, 0);
});

test('parts that only paying readers saw stay theirs, and braces are text', async () => {
  const paid = await pageOf('for-paying-readers');
  assert.match(paid, /The free part/);
  assert.doesNotMatch(paid, /secret chart/);
  const open = await pageOf('the-tide-turns');
  assert.match(open, /Use (?:\{|&#123;)\{ tide \}\} &amp; (?:\{|&#123;)% mud %\}/);
  assert.doesNotMatch(open, /alert\(1\)|Type your email/);
});

test('importing the same file again changes nothing, even twice at once', async () => {
  for (const line of await issuesIn('substack')) assert.equal((await take(line)).outcome, 'present');
  const line = issue({ old_url: '/p/twice', slug: 'twice' });
  const both = await Promise.all([take(line), take(line)]);
  assert.deepEqual(both.map(({ outcome }) => outcome).toSorted(), ['created', 'present']);
});

test('an issue whose slug is taken gets another one, and keeps its own old address', async () => {
  const first = await emailOf(await take(issue({ slug: 'same', old_url: 'https://one.example/p/same' })));
  const second = await emailOf(await take(issue({ slug: 'same', old_url: 'https://one.example/2/same/' })));
  assert.deepEqual([first.slug, second.slug], ['same', 'same-2']);
  for (const [path, slug] of [
    ['/p/same', 'same'],
    ['/p/same/', 'same'],
    ['/p/same?utm_source=x', 'same'],
    ['/2/same', 'same-2'],
  ] as const) {
    const { status, headers } = await visit(path);
    assert.deepEqual(
      [status, headers.get('location')],
      [301, `http://news.example/${service.newsletter.username}/archive/${slug}/`],
      path,
    );
  }
});

test('old addresses of one part, or in another script, redirect too, and none does without the option', async () => {
  await take(issue({ slug: 'hallo', old_url: '/hallo/' }));
  await take(issue({ slug: '%e6%b5%b7', subject: '海', old_url: 'https://w.example/2021/%e6%b5%b7/' }));
  await take(issue({ slug: 'quiet', old_url: '/p/quiet' }), { redirect: false });
  assert.equal((await visit('/hallo')).status, 301);
  assert.equal((await visit(`/2021/${encodeURIComponent('海')}/`)).status, 301);
  assert.equal((await visit('/p/quiet')).status, 404);
  for (const odd of ['/p/%ff', '/p/%00', `/${'x'.repeat(400)}`])
    assert.ok((await visit(odd)).status < 500, odd);
});

test('an issue claims no address of the API, and none of another newsletter', async () => {
  const made = await service.api('POST', '/v1/newsletters', { username: 'neighbour', name: 'Neighbour' });
  assert.equal(made.status, 201, made.text);
  for (const old_url of [
    '/v1/claimed',
    '/neighbour/archive/claimed',
    '/Neighbour/p/claimed',
    '/elsewhere/p/claimed',
  ])
    createdOf(await take(issue({ slug: 'claimed', old_url })));
  const statusOf = async (path: string) => (await visit(path)).status;
  assert.equal(await statusOf('/v1/claimed'), 404);
  assert.equal(await statusOf('/neighbour/archive/claimed'), 404);
  assert.equal(await statusOf('/Neighbour/p/claimed'), 404);
  assert.equal(await statusOf('/elsewhere/p/claimed'), 301);
});

test('pictures are copied, and one that cannot be fetched stays where it is and is named', async t => {
  const site = await openFeedServer();
  t.after(() => site.close());
  site.put('/mud.png?a=1&b=2', { body: pixel });
  site.put('/no-image.png', { body: '<svg onload="alert(1)"/>' });
  const html = `<p><img src="${site.url}/mud.png?a=1&amp;b=2" alt="Mud"><img src="${site.url}/gone.png"><img src="${site.url}/no-image.png"></p>`;
  const taken = createdOf(
    await take(issue({ slug: 'pictured', html, image: `${site.url}/mud.png?a=1&b=2` }), {
      fetch_images: true,
    }),
  );
  const email = await emailOf(taken);
  assert.match(email.image, /^http:\/\/news\.example\/files\/[^/]+\/mud\.png$/);
  assert.ok(email.body.includes(`src="${email.image}"`), email.body);
  assert.ok(email.body.includes(`src="${site.url}/gone.png"`));
  assert.match(taken.notes.join('\n'), /gone\.png: The server answered 404/);
  assert.match(taken.notes.join('\n'), /no-image\.png: image: this is not/);
  assert.equal((await visit(new URL(email.image).pathname)).status, 200);
});

test('no picture is fetched from a private network', async t => {
  const site = await openFeedServer();
  const safe_fetch = openSafeFetch({ allowed_private_networks: [], contact_url: 'http://news.example' });
  t.after(async () => {
    await site.close();
    await safe_fetch.close();
  });
  const html = `<p><img src="${site.url}/mud.png"></p>`;
  const taken = await take(
    issue({ slug: 'inside', html }),
    { fetch_images: true },
    { ...service, safe_fetch },
  );
  assert.match(createdOf(taken).notes.join(), /not on the public internet|web port/);
  assert.equal(site.requests.length, 0);
});

test('addresses without a host are completed if the site of the issue is known', () => {
  const html =
    '<a href="/about/">a</a><img src="__GHOST_URL__/mud.jpg"><img src="data:image/gif;base64,x" data-src="//cdn.example/late.png">';
  const { html: whole } = cleanIssue({ html, base: 'https://low.example/p/x', source: 'ghost' });
  assert.match(whole, /href="https:\/\/low\.example\/about\/"/);
  assert.match(whole, /src="https:\/\/low\.example\/mud\.jpg"/);
  assert.match(whole, /src="https:\/\/cdn\.example\/late\.png"/);
});

test('text that looks like markup stays text', () => {
  const html =
    '<p>5 &lt; 6 &amp;amp; <code>&lt;b&gt;</code> <a href="https://x.example/?a=1&amp;b=2">x</a></p>';
  assert.equal(cleanIssue({ html, base: '', source: 'beehiiv' }).html, html);
});

const hostile: [what: string, html: string][] = [
  [
    'scripts',
    '<p>ok<script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a></p>',
  ],
  [
    'a frame and a form',
    '<p>ok</p><iframe src="https://evil.example"></iframe><form action="https://evil.example"><input></form>',
  ],
  ['tags that are never closed', `<p>ok${'<div><b>'.repeat(5000)}`],
  ['Liquid', '<p>ok {{ subscriber.email }} {% include "x" %} {% for i in (1..100000000) %}x{% endfor %}</p>'],
  ['nothing', ''],
  ['half of a pair and control characters', '<p>ok \ud800 \u0001</p>'],
];
for (const [what, html] of hostile)
  test(`a post with ${what} is harmless after the import`, async () => {
    const email = await emailOf(await take(issue({ slug: what.replace(/\W+/g, '-'), html, subject: what })));
    assert.doesNotMatch(email.body, /<script|onerror|javascript:|<iframe|<form|\{\{|\{%|\u0001/);
    const page = await visit(new URL(email.absolute_url).pathname);
    assert.equal(page.status, 200);
    assert.doesNotMatch(await page.text(), /alert\(\d\)/);
  });

test('an issue that cannot become an email is refused with the reason, and the others come in', async () => {
  const many = `<p>x</p>${'<p>y</p>'.repeat(30_000)}`;
  const refused = await take(issue({ slug: 'many', html: many }));
  assert.deepEqual([refused.outcome, 'reason' in refused && refused.reason.length > 20], ['refused', true]);
  assert.equal((await take(issue({ slug: 'after', subject: `\n${' '.repeat(3)}` }))).outcome, 'created');
});
