import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseFeed } from '../engines/feeds/parse.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let number = 0;
before(async () => {
  service = await startTestService();
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    name: 'Größe & <b>Glanz</b>',
    description: 'About "things"\n</title><script>alert(1)</script>',
    timezone: 'Pacific/Auckland',
  });
});
after(() => service.stop());

async function publish(fields: object = {}) {
  number += 1;
  const email = {
    subject: `Issue ${number}`,
    body: `Words of ${number}`,
    status: 'imported',
    publish_date: new Date(Date.UTC(2020, 0, number, 23)).toISOString(),
    ...fields,
  };
  const { status, body } = await service.api('POST', '/v1/emails', email);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const visit = (path: string, headers: object = {}) =>
  service.api('GET', path, undefined, { authorization: '', ...headers });

const hidden = async (word: string) => [
  await publish({ subject: `${word} private`, body: word, description: word, email_type: 'private' }),
  await publish({ subject: `${word} churned`, body: word, email_type: 'churned', featured: true }),
  await publish({ subject: `${word} off`, body: word, archival_mode: 'disabled', featured: true }),
  await publish({ subject: `${word} draft`, body: word, status: 'draft' }),
  await publish({
    subject: `${word} later`,
    body: word,
    status: 'scheduled',
    publish_date: '2999-01-01T00:00:00Z',
  }),
];

test('a page that is not public is in no list, feed, sitemap or search, and no other issue links to it', async () => {
  const before = await publish();
  await hidden('zebra');
  const gone = await publish({ subject: 'zebra gone', body: 'zebra' });
  const after = await publish();
  await service.api('DELETE', `/v1/emails/${gone.id}`);
  const paths = [
    '',
    '/archive/',
    '/archive/?q=zebra',
    '/rss?count=100',
    '/feed.json?count=100',
    '/sitemap.xml',
  ];
  for (const path of paths) {
    const { status, text } = await visit(`/test${path}`);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text.replace(/value="zebra"|“zebra”|q=zebra/g, ''), /zebra/, path);
  }
  const { text } = await visit(`/test/archive/${before.slug}/`);
  assert.match(text, new RegExp(`rel="next" href="/test/archive/${after.slug}/"`));
});

test('an issue in any script has an address that its page, neighbours, feeds, sitemap and canonical link agree on', async () => {
  const older = await publish({ subject: 'Вести 𠮷野家' });
  const issue = await publish({ subject: 'お知らせ：第4号' });
  const newer = await publish({ subject: 'x', related_email_ids: [issue.id] });
  assert.deepEqual([older.slug, issue.slug], ['вести-𠮷野家', 'お知らせ-第4号']);
  const path = `/test/archive/${encodeURIComponent(issue.slug)}/`;
  assert.equal(new URL(issue.absolute_url).pathname, path);
  const page = await visit(path);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes(`<link rel="canonical" href="${issue.absolute_url}">`), page.text);
  assert.ok(page.text.includes(`rel="prev" href="/test/archive/${encodeURIComponent(older.slug)}/"`));
  assert.match((await visit(`/test/archive/${newer.slug}/`)).text, new RegExp(`<li><a href="${path}">`));
  for (const list of ['', '/archive/', '/rss', '/feed.json', '/sitemap.xml'])
    assert.ok((await visit(`/test${list}`)).text.includes(path), list);
  const feed = parseFeed(Buffer.from((await visit('/test/rss')).text), { url: `${service.url}/test/rss` });
  assert.ok('feed' in feed && feed.feed.items.some(({ url }) => url === issue.absolute_url));
  for (const written of [
    path.toLowerCase().replace(/%[\da-f]{2}/g, code => code.toLowerCase()),
    path.slice(0, -1),
    `/test/archive/${encodeURIComponent(issue.slug.normalize('NFD'))}/`,
  ])
    assert.equal((await visit(written)).status, 200, written);
  const long = await publish({ subject: '語'.repeat(300) });
  assert.equal((await visit(new URL(long.absolute_url).pathname)).status, 200);
  await service.api('PATCH', `/v1/emails/${issue.id}`, { slug: 'お知らせ-4' });
  const { status, headers } = await visit(path);
  assert.deepEqual(
    [status, headers.get('location')?.includes(encodeURIComponent('お知らせ-4'))],
    [301, true],
  );
});

test('a premium email shows only its teaser on its page and in feeds, and the rest is not searched', async () => {
  const body = 'Above okapi\n\n<!-- paywall -->\n\nBelow quagga';
  const { slug } = await publish({ subject: 'Paid', body, email_type: 'premium' });
  for (const path of [`/archive/${slug}/`, '/rss', '/feed.json']) {
    const { text } = await visit(`/test${path}`);
    assert.match(text, /Above okapi/, path);
    assert.doesNotMatch(text, /quagga/, path);
  }
  assert.match((await visit('/test/archive/?q=quagga')).text, /No issue contains/);
  assert.match((await visit('/test/archive/?q=paid')).text, new RegExp(`/archive/${slug}/`));
  await publish({ subject: 'Free', body: 'A free quagga', email_type: 'free' });
  assert.match((await visit('/test/archive/?q=QUAGGA')).text, /1 issue contains/);
});

for (const [archival_mode, email_type, tag] of [
  ['enabled_for_subscribers', 'public', 'For subscribers'],
  ['enabled_for_paid_subscribers', 'free', 'For members'],
  ['enabled_for_subscribers', 'premium', 'For members'],
] as const) {
  test(`the public sees only the teaser of a ${email_type} email with archival_mode ${archival_mode}`, async () => {
    const body = 'Above okapi\n\n<!-- paywall -->\n\nBelow numbat';
    const { slug } = await publish({ subject: `Kept ${number}`, body, archival_mode, email_type });
    for (const path of [`/archive/${slug}/`, '/rss', '/feed.json']) {
      const { text } = await visit(`/test${path}`);
      assert.match(text, /Above okapi/, path);
      assert.doesNotMatch(text, /numbat/, path);
    }
    assert.match((await visit('/test/archive/?q=numbat')).text, /No issue contains/);
    const entry = new RegExp(`/archive/${slug}/"[\\s\\S]*?</li>`).exec((await visit('/test/archive/')).text);
    assert.match(entry?.[0] ?? '', new RegExp(`class="tag">${tag}<`));
  });
}

test('a featured issue is at the top of the home page while it is featured', async () => {
  const featured = await publish({ subject: 'Numbat of the year', featured: true });
  for (let newer = 0; newer < 6; newer += 1) await publish();
  const home = async () => (await visit('/test')).text;
  const first = await home();
  assert.match(first, />Featured<[\s\S]*Numbat of the year[\s\S]*>Latest issues</);
  assert.equal(first.match(/Numbat of the year/g)?.length, 1);
  assert.equal(first.match(/<li>/g)?.length, 6, 'the featured issue and the five newest others');
  await service.api('PATCH', `/v1/emails/${featured.id}`, { featured: false });
  assert.doesNotMatch(await home(), /Numbat of the year|>Featured</);
});

test('an issue links to its related issues once they are public', async () => {
  const one = await publish({ subject: 'Related numbat' });
  const draft = await publish({ subject: 'Unseen numbat', status: 'draft' });
  const related_email_ids = [draft.id, one.id];
  const { slug } = await publish({ subject: 'Leads on', related_email_ids });
  const page = async () => (await visit(`/test/archive/${slug}/`)).text;
  const nav = /aria-label="Related issues"[\s\S]*?<\/nav>/;
  assert.match(nav.exec(await page())?.[0] ?? '', new RegExp(`/archive/${one.slug}/"><bdi>Related numbat<`));
  assert.doesNotMatch(await page(), /Unseen numbat/);
  await service.api('PATCH', `/v1/emails/${one.id}`, { archival_mode: 'disabled' });
  assert.doesNotMatch(await page(), nav);
});

test('a search finds issues with all its words or word beginnings, and no word is an operator', async () => {
  await publish({
    subject: 'The Wolpertinger of O’Hara',
    body: 'lives at https://alps.example/x in 3.14 <b>Häuser</b>',
  });
  for (const words of ['wolpertinger', 'WOLPER häus', 'lives 3.14', "wolpertinger '", 'wolper\\ of'])
    assert.match(
      (await visit(`/test/archive/?q=${encodeURIComponent(words)}`)).text,
      /1 issue contains/,
      words,
    );
  for (const words of [
    'wolpertinger | nothing',
    'wolpertinger nothing',
    "x' | 'wolpertinger",
    '!nothing',
    '%',
    '*',
    ':*',
    "''",
    '(((',
  ])
    assert.match(
      (await visit(`/test/archive/?q=${encodeURIComponent(words)}`)).text,
      /No issue contains/,
      words,
    );
});

test('a body of any length and any letters can be published', async () => {
  const letters = Array.from({ length: 120_000 }, (_, n) => String.fromCodePoint(0x20000 + (n % 40_000)));
  for (const body of [
    letters.join(' '),
    'ab '.repeat(160_000),
    Array.from({ length: 80_000 }, (_, n) => n).join(' '),
  ])
    await publish({ body, email_type: 'private' }).then(({ id }) =>
      service
        .api('PATCH', `/v1/emails/${id}`, { email_type: 'public' })
        .then(({ status }) => assert.equal(status, 200)),
    );
});

test('the next visit sees every change, including removals', async () => {
  const { id, slug } = await publish({ subject: 'First words' });
  const path = `/test/archive/${slug}/`;
  const seen = async (word: RegExp) => {
    for (const list of [path, '/test/rss?count=100', '/test/archive/'])
      assert.match((await visit(list)).text, word, list);
  };
  await seen(/First words/);
  await service.api('PATCH', `/v1/emails/${id}`, { subject: 'Second words' });
  await seen(/Second words/);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: 'Another name' });
  await seen(/Another name/);
  const neighbour = await publish({ subject: 'A new neighbour' });
  assert.match((await visit(path)).text, /A new neighbour/);
  await service.api('PATCH', `/v1/emails/${neighbour.id}`, { email_type: 'private' });
  assert.doesNotMatch((await visit(path)).text, /A new neighbour/);
  await service.api('PATCH', `/v1/emails/${id}`, { email_type: 'private' });
  assert.equal((await visit(path)).status, 404);
  assert.doesNotMatch((await visit('/test/rss?count=100')).text, /Second words/);
});

test('a changed snippet changes the page and the feed', async () => {
  const snippet = (await service.api('POST', '/v1/snippets', { identifier: 'sig', content: 'Yours' })).body;
  const { slug } = await publish({ body: 'Signed {{ snippets.sig }}' });
  const paths = [`/test/archive/${slug}/`, '/test/rss'];
  for (const path of paths) assert.match((await visit(path)).text, /Signed Yours/);
  await service.api('PATCH', `/v1/snippets/${snippet.id}`, { content: 'Truly' });
  for (const path of paths) assert.match((await visit(path)).text, /Signed Truly/);
});

test('a client with the current version gets 304 without a body until it changes; HEAD is GET without a body', async () => {
  const { id, slug } = await publish();
  for (const path of ['', '/archive/', `/archive/${slug}/`, '/rss', '/feed.json', '/sitemap.xml']) {
    const { headers } = await visit(`/test${path}`);
    const etag = headers.get('etag')!;
    assert.match(headers.get('cache-control')!, /no-cache/, path);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await visit(`/test${path}`, { 'if-none-match': known });
      assert.deepEqual([again.status, again.text], [304, ''], `${path} ${known}`);
    }
    const head = await service.api('HEAD', `/test${path}`, undefined, { authorization: '' });
    assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag], path);
  }
  const { headers } = await visit('/test/rss');
  await service.api('PATCH', `/v1/emails/${id}`, { subject: 'Now it is another' });
  assert.equal((await visit('/test/rss', { 'if-none-match': headers.get('etag')! })).status, 200);
});

test('the page describes itself to search engines and social previews', async () => {
  const { slug, absolute_url } = await publish({
    subject: 'Title & "quotes"',
    description: 'In short & "sweet"',
    image: 'https://img.example/a.png?a=1&b=2',
    canonical_url: 'https://blog.example/post?a=1&b=2',
    publish_date: '2021-12-31T12:00:00Z',
  });
  const { text } = await visit(`/test/archive/${slug}/`);
  for (const expected of [
    '<link rel="canonical" href="https://blog.example/post?a=1&amp;b=2">',
    '<meta property="og:title" content="Title &amp; &#34;quotes&#34;">',
    '<meta property="og:image" content="https://img.example/a.png?a=1&amp;b=2">',
    '<meta property="og:description" content="In short &amp; &#34;sweet&#34;">',
    `<meta property="og:url" content="${absolute_url}">`,
    '>1 January 2022</time>', // in Auckland
  ])
    assert.ok(text.includes(expected), `${expected} in ${text.slice(0, 3000)}`);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);
  assert.equal(data.headline, 'Title & "quotes"');
  assert.equal(data.datePublished, '2021-12-31T12:00:00.000Z');
});

test('a title that is a template is rendered without a subscriber everywhere', async () => {
  const { slug } = await publish({
    subject: 'Hello {{ subscriber.email }}you{% if subscriber.type %}, member{% endif %}',
  });
  for (const path of ['', '/archive/', `/archive/${slug}/`, '/rss', '/feed.json']) {
    const { text } = await visit(`/test${path}`);
    assert.match(text, /Hello you/, path);
    assert.doesNotMatch(text, /\{\{|\{%/, path);
  }
  const unnamed = await publish({ subject: '{{ subscriber.metadata.name }}' });
  assert.match((await visit(`/test/archive/${unnamed.slug}/`)).text, /<h1>Untitled<\/h1>/);
});

test('feeds are readable, with 20 entries or as many as requested, newest first and complete', async () => {
  while (number < 130) await publish();
  for (const [query, entries] of [
    ['', 20],
    ['?count=3', 3],
    ['?count=0', 1],
    ['?count=999999', 100],
    ['?count=x', 20],
    ['?count=2&count=4', 4],
  ] as const) {
    const json = (await visit(`/test/feed.json${query}`)).body;
    assert.equal(json.items.length, entries, query);
    const rss = await service.api('GET', `/test/rss${query}`);
    const feed = parseFeed(Buffer.from(rss.text), {
      url: 'http://news.example/test/rss',
      content_type: rss.headers.get('content-type'),
    });
    assert.ok('feed' in feed);
    assert.deepEqual([feed.feed.items.length, feed.feed.repairs], [entries, []], query);
  }
  const { items } = (await visit('/test/feed.json')).body;
  const dates = items.map((item: { date_published: string }) => item.date_published);
  assert.deepEqual(dates, dates.toSorted().reverse());
  const whole = items.find((item: { title: string }) => item.title === 'Issue 130');
  assert.match(whole.content_html, /Words of 130/);
});

test('the archive is paged, with each issue on one page and nothing after the last', async () => {
  const slugs = new Set<string>();
  let page = 1;
  for (; ; page += 1) {
    const { status, text } = await visit(`/test/archive/?page=${page}`);
    if (status === 404) break;
    const found = [...text.matchAll(/<h[23]><a href="\/test\/archive\/([^/]+)\/">/g)].map(
      ([, slug]) => slug!,
    );
    assert.ok(found.length > 0 && found.every(slug => !slugs.has(slug)), `page ${page}`);
    for (const slug of found) slugs.add(slug);
  }
  const sitemap = (await visit('/test/sitemap.xml')).text;
  const listed = [...sitemap.matchAll(/\/archive\/([^/<]+)\//g)].map(([, slug]) => slug!);
  assert.deepEqual([...slugs].sort(), listed.sort());
  for (const odd of ['0', '-1', 'x', '1e99', '1.5'])
    assert.equal((await visit(`/test/archive/?page=${odd}`)).status, 200);
});

test('pages are small, need one request, and may run no scripts', async () => {
  const { slug } = await publish({ body: 'word '.repeat(2000) });
  for (const path of ['', '/archive/', `/archive/${slug}/`, '/sign-in']) {
    const { text, headers } = await visit(`/test${path}`);
    assert.ok(text.length < 50_000, path);
    assert.doesNotMatch(
      text,
      /<link[^>]+stylesheet|<script(?! type="application\/ld\+json")|@import|<iframe| on\w+=/,
      path,
    );
    const policy = headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'/, path);
    assert.doesNotMatch(policy, /script-src/, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.equal(headers.get('set-cookie'), null, path);
  }
});

test('names and descriptions are plain text everywhere', async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: '</title><b>&x]]>' });
  const { slug } = await publish();
  for (const path of ['', '/archive/', `/archive/${slug}/`, '/rss', '/feed.json', '/sign-in'])
    assert.doesNotMatch(
      (await visit(`/test${path}`)).text,
      path === '/feed.json' ? /\0/ : /<b>|<script>alert/,
      path,
    );
});

test('hostile HTML is harmless on the page and in feeds, and sanitising the output changes nothing', async () => {
  const { sanitizeHtml } = await import('../engines/rendering/sanitize.ts');
  const { fitIntoPage } = await import('./page-html.ts');
  const attacks = [
    '<img src=x onerror=alert(1)>',
    '<a href="java&#10;script:alert(1)">x</a><a href="data:text/html,<script>alert(1)</script>">y</a>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<iframe src="https://evil.example"></iframe><base href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example">',
    '<p style="background:url(https://evil.example/x);position:fixed">x</p>]]><script>alert(1)</script>',
  ];
  for (const body of attacks) {
    const { slug } = await publish({ body: `<!-- buttondown-editor-mode: fancy --><div>ok ${body}</div>` });
    const { text } = await visit(`/test/archive/${slug}/`);
    const content = /<div class="content">[\s\S]*?(?=\n<\/article>)/.exec(text)![0];
    assert.doesNotMatch(
      content,
      /<(?:script|iframe|base|meta|form|svg|math|style)|\son\w+=|javascript:|data:|url\(/i,
      body,
    );
    // We add the attributes for the Tab key and for loading pictures ourselves.
    assert.equal(
      sanitizeHtml(content).replaceAll(' />', '>'),
      content.replace(/ (?:tabindex="0"|loading="lazy"|decoding="async")/g, ''),
      body,
    );
    assert.ok(
      (await visit('/test/feed.json')).body.items.some(
        (item: { content_html: string }) =>
          fitIntoPage(item.content_html, { table_label: 'Table' }) === content,
      ),
      body,
    );
  }
});

test('robots.txt names newsletters that have published and no personal links', async () => {
  await service.foreignKey();
  const { text } = await visit('/robots.txt');
  assert.match(text, /^Sitemap: http:\/\/news\.example\/test\/sitemap\.xml$/m);
  assert.doesNotMatch(text, /other-1/);
  assert.match(text, /^Disallow: \/manage\/$/m);
});

test('the gate of a premium issue says in Markdown what paying subscribers get and where to become one', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}`;
  const { slug } = await publish({ body: 'Above\n\n<!-- paywall -->\n\nBelow', email_type: 'premium' });
  const usual = await visit(`/test/archive/${slug}/`);
  assert.match(usual.text, /Paying subscribers of [^<]+ get every issue/);
  const premium_url = 'https://pay.example/join?a=1&b=2';
  await service.api('PATCH', path, { premium_text: 'A **map**<script>alert(1)</script>', premium_url });
  for (const page of [`/archive/${slug}/`, '/rss?count=100', '/feed.json?count=100']) {
    const { text } = await visit(`/test${page}`);
    assert.match(text, /A (<|&#60;|&lt;)strong(>|&#62;|&gt;)map/, page);
    assert.match(text, /https:\/\/pay\.example\/join/, page);
    assert.doesNotMatch(text, /map<.strong><script|Below/, page);
  }
  assert.match(
    (await visit(`/test/archive/${slug}/`)).text,
    /href="https:\/\/pay\.example\/join\?a=1&amp;b=2"/,
  );
  await service.api('PATCH', path, { premium_text: null, premium_url: null });
});
