import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainError } from '../../../platform/errors.ts';
import { readExport, sampleFiles, uploaded } from '../../../testing/exports.ts';
import type { IssueLine, PersonLine, SourceLine } from '../columns/line.ts';
import { recognise } from '../people/recognise.ts';
import { ghost } from './ghost.ts';
import { tidyGhost } from './ghost-html.ts';
import { tidySubstack } from './substack-html.ts';
import { tidyWordPress } from './wordpress-html.ts';

const read = (sample: string) => readExport(uploaded(sampleFiles(sample), 999));
const isPerson = (line: SourceLine): line is PersonLine => line.kind === 'person';
const isIssue = (line: SourceLine): line is IssueLine => line.kind === 'issue';

/** Counts the people with each status, and among those who get mail, the plans that they pay for or were given. */
function countStatuses(lines: SourceLine[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status = 'active', plan } of lines.filter(isPerson)) {
    const word = status === 'active' ? (plan?.status ?? status) : status;
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}

const samples: [sample: string, source: string, statuses: Record<string, number>, refused?: string[]][] = [
  [
    'buttondown',
    'buttondown',
    {
      active: 2,
      paid: 2,
      unconfirmed: 2,
      unsubscribed: 2,
      gifted: 2,
      bounced: 2,
      complained: 2,
      churned: 2,
      suppressed: 1,
      plan_paused: 1,
      trial: 1,
      past_due: 1,
    },
    ['emails.json:4'],
  ],
  ['mailchimp', 'mailchimp', { active: 20, unsubscribed: 5, complained: 1, bounced: 4 }],
  ['substack', 'substack', { active: 3, paid: 5, gifted: 6, churned: 2, unsubscribed: 4 }, ['posts.csv:8']],
  ['substack-dashboard', 'substack', { active: 4, paid: 8, gifted: 8 }],
  [
    'ghost',
    'ghost',
    { active: 7, paid: 4, gifted: 3, unsubscribed: 3 },
    ['members.csv:7', 'members.csv:14', 'members.csv:20', 'low-water.ghost.2026-11-20-09-00-00.json:6'],
  ],
  ['kit', 'kit', { active: 8, unconfirmed: 3, unsubscribed: 3, bounced: 3, complained: 3 }],
  ['beehiiv', 'beehiiv', { active: 3, paid: 3, unsubscribed: 7, unconfirmed: 5, bounced: 2 }],
  ['listmonk', 'listmonk', { active: 10, paused: 5, suppressed: 5 }],
  ['mailerlite', 'mailerlite', { active: 20, unsubscribed: 3, bounced: 2 }],
  [
    'wordpress',
    'wordpress',
    {},
    ['lowwater.WordPress.2026-11-20.xml:4', 'lowwater.WordPress.2026-11-20.xml:5'],
  ],
  ['wordpress-users', 'wordpress', { active: 20 }],
  [
    'wordpress-jetpack',
    'wordpress',
    { active: 2, paid: 2, gifted: 1, unsubscribed: 5, unconfirmed: 5, suppressed: 5 },
  ],
  ['spreadsheet', 'csv', { active: 8, unsubscribed: 4 }],
  ['lines', 'jsonl', { active: 1, unsubscribed: 1, bounced: 1 }, ['people.jsonl:4']],
];
for (const [sample, source, statuses, refused = []] of samples)
  test(`the export in ${sample} is recognised as ${source}, and everybody keeps their status`, async () => {
    const { name, lines } = await read(sample);
    assert.equal(name, source);
    assert.deepEqual(countStatuses(lines), statuses);
    assert.deepEqual(
      lines.flatMap(line => (line.kind === 'refused' ? [`${line.file}:${line.line}`] : [])),
      refused,
    );
    for (const line of lines.filter(isPerson)) assert.match(line.email_address, /@/);
  });

const people: [sample: string, address: string, expected: Partial<PersonLine>][] = [
  [
    'mailchimp',
    'grace.hopper@example.com',
    {
      tags: ['Founders', 'Boat builders'],
      metadata: { first_name: 'Grace', last_name: 'Hopper' },
      creation_date: '2021-02-11T08:15:21.000Z',
      confirmation_date: '2021-02-11T08:16:01.000Z',
      consent: {
        date: '2021-02-11T08:16:01.000Z',
        ip_address: undefined,
        page_url: undefined,
        text: 'Mailchimp',
      },
    },
  ],
  [
    'mailchimp',
    'ada@example.org',
    {
      ip_address: '203.0.113.0',
      metadata: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        address: '1 Quay St, Leith  EH6',
        birthday: '03/14',
        favourite_tide: 'Spring',
        timezone: 'Europe/London',
        country_code: 'GB',
        region: 'Lothian',
      },
    },
  ],
  ['mailchimp', 'multi@example.org', { notes: 'Met at the fair.\nSecond line, with a comma' }],
  [
    'mailchimp',
    'left2@example.org',
    { unsubscription_date: '2023-06-06T12:56:15.000Z', unsubscription_reason: 'OTHER: Too many, too often' },
  ],
  [
    'mailchimp',
    'formula@example.org',
    { metadata: { first_name: '=1+1', last_name: '+SUM', birthday: '03/14' } },
  ],
  [
    'substack',
    'zoe@example.net',
    {
      plan: { status: 'paid', since: '2025-02-01T10:00:00.000Z' },
      metadata: {
        substack_plan: 'monthly',
        paid_until: '2026-12-01T00:00:00.000Z',
        first_payment_at: '2025-02-01T10:00:00.000Z',
      },
    },
  ],
  [
    'ghost',
    'quote@example.org',
    { notes: 'VIP, early backer\nsecond line', metadata: { name: 'Anna "Annie" Smith' } },
  ],
  [
    'kit',
    'yamada@example.jp',
    {
      status: 'bounced',
      tags: ['Boat builders', 'VIP'],
      metadata: { first_name: '太郎', favourite_tide: 'Neap' },
    },
  ],
  [
    'beehiiv',
    'jose@example.es',
    {
      plan: { status: 'paid' },
      metadata: { first_name: 'José', last_name: 'García Márquez', stripe_customer_id: 'cus_B9' },
    },
  ],
  [
    'listmonk',
    'ada@example.org',
    {
      creation_date: '2023-01-02T03:04:05.100Z',
      metadata: { name: 'Ada Lovelace', city: 'Bengaluru', likes: ['eels', 'mud'] },
    },
  ],
  [
    'mailerlite',
    'ada@example.org',
    {
      tags: ['Founders', 'Boat builders'],
      ip_address: '203.0.113.0',
      metadata: {
        location: 'Leith, United Kingdom',
        first_name: 'Ada',
        last_name: 'Lovelace',
        company: 'Quay & Sons, Ltd',
      },
    },
  ],
  [
    'buttondown',
    'quote@example.org',
    {
      tags: ['Founders', 'VIP'],
      notes: 'Called "Annie",\nlikes eels',
      metadata: { first_name: 'Anna "Annie"', last_name: 'Smith' },
    },
  ],
  [
    'wordpress-jetpack',
    'lev@example.ru',
    { status: 'unsubscribed', creation_date: '2023-05-06T00:00:00.000Z' },
  ],
  [
    'spreadsheet',
    'müller3@example.org',
    {
      tags: ['Gründer', 'Boote'],
      creation_date: '2023-03-23T14:05:00.000Z',
      metadata: { first_name: 'Jürgen', last_name: 'Groß', lieblingsfarbe: 'grün; blau' },
    },
  ],
];
for (const [sample, address, expected] of people)
  test(`${address} in the export in ${sample} keeps everything`, async () => {
    const person = (await read(sample)).lines.filter(isPerson).find(line => line.email_address === address)!;
    const kept = Object.fromEntries(Object.keys(expected).map(key => [key, person[key as keyof PersonLine]]));
    assert.deepEqual(kept, expected);
  });

const issues: [
  sample: string,
  expected: [subject: string, slug: string | undefined, date: string | undefined, more: string][],
][] = [
  [
    'substack',
    [
      ['The tide turns', 'the-tide-turns', '2023-03-01T09:00:00.000Z', 'everybody /p/the-tide-turns'],
      [
        'For paying readers: charts, tables',
        'for-paying-readers',
        '2023-04-05T09:00:00.000Z',
        'paying /p/for-paying-readers',
      ],
      ['Episode one', 'episode-one', '2023-05-06T07:30:00.000Z', 'everybody /p/episode-one'],
      ['Unfinished', 'unfinished', undefined, 'draft'],
    ],
  ],
  [
    'ghost',
    [
      ['Hello, mud', 'hello-mud', '2023-02-01T08:00:00.000Z', 'everybody /hello-mud/'],
      ['Only for members', 'only-for-members', '2023-02-02T08:00:00.000Z', 'subscribers /only-for-members/'],
      ['Paid: the chart', 'paid-the-chart', '2023-02-03T08:00:00.000Z', 'paying /paid-the-chart/'],
      ['A draft', 'a-draft', '2023-02-01T08:00:00.000Z', 'draft'],
      ['Sent by mail only', 'sent-by-mail-only', '2023-02-06T08:00:00.000Z', 'everybody /sent-by-mail-only/'],
      ['山と海', 'yama-to-umi', '2023-02-08T08:00:00.000Z', 'everybody /yama-to-umi/'],
    ],
  ],
  [
    'beehiiv',
    [
      [
        'Eels, and why they come back',
        'eels',
        '2023-01-18T21:25:27.000Z',
        'everybody https://lowwater.beehiiv.com/p/eels',
      ],
      [
        'For premium',
        'for-premium',
        '2023-01-19T21:25:27.000Z',
        'paying https://lowwater.beehiiv.com/p/for-premium',
      ],
      ['Later', 'later', '2023-01-20T21:25:27.000Z', 'draft'],
    ],
  ],
  [
    'buttondown',
    [
      ['A plain issue', 'a-plain-issue', '2023-01-02T16:55:00.000Z', 'everybody'],
      ['A fancy issue', 'a-fancy-issue', '2023-01-05T13:00:00.000Z', 'paying'],
      ['A draft', 'a-draft', undefined, 'draft'],
    ],
  ],
  [
    'wordpress',
    [
      [
        'Mud & more, the first',
        'mud-and-more',
        '2021-03-02T10:00:00.000Z',
        'everybody https://lowwater.example/2021/03/mud-and-more/',
      ],
      [
        'Written in blocks',
        'written-in-blocks',
        '2021-03-03T10:00:00.000Z',
        'everybody https://lowwater.example/2021/03/written-in-blocks/',
      ],
      ['A draft', undefined, undefined, 'draft'],
      [
        '海',
        '%e6%b5%b7',
        '2021-03-08T10:00:00.000Z',
        'everybody https://lowwater.example/2021/03/%e6%b5%b7/',
      ],
    ],
  ],
];
for (const [sample, expected] of issues)
  test(`the past issues in ${sample} keep their dates, addresses and readers`, async () => {
    const found = (await read(sample)).lines.filter(isIssue);
    assert.deepEqual(
      found.map(({ subject, slug, publish_date, is_draft, readership = 'everybody', old_url }) => [
        subject,
        slug,
        publish_date,
        is_draft ? 'draft' : [readership, old_url].filter(Boolean).join(' '),
      ]),
      expected,
    );
  });

test('the HTML of a Substack post keeps text, pictures and embeds, and loses things that only work there', async () => {
  const [post, paid, episode] = (await read('substack')).lines
    .filter(isIssue)
    .map(({ html }) => tidySubstack(html));
  for (const kept of [
    'slack water',
    'footnote-content',
    'Leith, <em>March</em>',
    'youtube-nocookie.com/embed',
    'href="https://twitter.com/lowwater/status/1092806659653754883"',
    'src="https://substack-post-media.s3.amazonaws.com/public/images/5582b81e-dbe9-404f_1456x971.jpeg"',
  ])
    assert.ok(post!.includes(kept), kept);
  for (const lost of [
    '%%',
    'Type your email',
    '¶',
    '<source',
    'srcset="https://substackcdn.com/image/fetch/w_424,c_limit,f_webp',
  ])
    assert.ok(!post!.includes(lost), lost);
  assert.match(paid!, /everybody\.<\/p><!-- paywall --><p>The secret/);
  assert.match(
    episode!,
    /\n<a class="bookmark" href="https:\/\/lowwater\.substack\.com\/p\/the-tide-turns"><strong>The tide turns<\/strong><br>Twice a day<\/a>\n/,
  );
  assert.match(episode!, /<audio src="https:\/\/api\.substack\.com\/feed\/podcast\/123403\/lowwater\.mp3">/);
});

test('the cards of a Ghost post become cards, and things that only work at Ghost are removed', async () => {
  const [post] = (await read('ghost')).lines.filter(isIssue).map(({ html }) => tidyGhost(html));
  assert.match(post!, /\n<div class="callout"><p>💡 Boots help\.<\/p><\/div>\n/);
  assert.match(
    post!,
    /\n<figure><img src="[^"]*\/mud\.jpg" alt="Mud"><figcaption>Mud, as it is<\/figcaption><\/figure>\n/,
  );
  assert.doesNotMatch(post!, /portal|Subscribe/);
});

test('of a Ghost post that is not for everybody, other readers see the same part as at Ghost', async () => {
  const bodies = new Map(
    (await read('ghost')).lines.filter(isIssue).map(({ slug, html }) => [slug, tidyGhost(html)]),
  );
  assert.equal(bodies.get('only-for-members'), '<!-- paywall --><p>For members.</p>');
  assert.equal(bodies.get('paid-the-chart'), '<p>Free part.</p><!-- paywall --><p>Paid part.</p>');
});

test('Ghost’s placeholder for its own address is pointed out, unless the address is given', async () => {
  const files = uploaded(sampleFiles('ghost'));
  const noted = async (site_url?: string) => {
    const lines: SourceLine[] = [];
    for await (const line of ghost.read(files, { site_url })) lines.push(...[line].flat());
    return lines.filter(({ kind }) => kind === 'note').length;
  };
  assert.deepEqual([await noted(), await noted('https://ghost.example')], [1, 0]);
});

test('the text of a WordPress post gets its paragraphs, captions and links', async () => {
  const [classic, blocks] = (await read('wordpress')).lines
    .filter(isIssue)
    .map(({ html }) => tidyWordPress(html));
  assert.match(classic!, /^<p>First paragraph with a <a [^>]*>link<\/a>\.<br>\nSecond line of it\.<\/p>/);
  assert.match(
    classic!,
    /<figure><a [^>]*><img [^>]*><\/a><figcaption>Mud at <em>low<\/em> water<\/figcaption><\/figure>/,
  );
  assert.match(classic!, /<p><a href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ">/);
  assert.match(classic!, /<pre>a {2}b\n\nc<\/pre>/);
  assert.match(classic!, /<p>A shortcode stays: \[lat\] and \{\{ braces \}\}\.<\/p>/);
  assert.doesNotMatch(classic!, /gallery|\[caption|<!--/);
  assert.match(blocks!, /<figcaption class="wp-element-caption">Mud<\/figcaption>/);
  assert.match(blocks!, /<a href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ">/);
  assert.doesNotMatch(blocks!, /<!--/);
});

test('a file without a name is recognised by its content', async () => {
  for (const [sample, file, source] of [
    ['mailchimp', 'subscribed_email_audience_export_1a2b3c.csv', 'mailchimp'],
    ['ghost', 'low-water.ghost.2026-11-20-09-00-00.json', 'ghost'],
    ['wordpress', 'lowwater.WordPress.2026-11-20.xml', 'wordpress'],
    ['lines', 'people.jsonl', 'jsonl'],
    ['spreadsheet', 'abonnenten.csv', 'csv'],
  ] as const) {
    const files = new Map([['file', sampleFiles(sample).get(file)!]]);
    assert.equal((await readExport(uploaded(files))).name, source, sample);
  }
});

test('JSON in which nobody has an email address is not a list of people', async () => {
  for (const text of ['{"a":1}', '{"a":1}\n{"a":2}\n', '[]', '[{"a":1}]', '{}'])
    await assert.rejects(
      recognise(uploaded(new Map([['file', Buffer.from(text)]]))),
      ({ code, detail }: DomainError) =>
        code === 'import_invalid' && /^No list of people was recognised.*email address in each/.test(detail),
      text,
    );
});

test('files that macOS adds to a zip are left out, and folders in it do not matter', async () => {
  const files = new Map([...sampleFiles('substack')].map(([name, bytes]) => [`export/${name}`, bytes]));
  files.set('__MACOSX/export/._email_list.lowwater.csv', Buffer.from('\0\x05\x16\x07'));
  const { name, lines } = await readExport(uploaded(files));
  assert.deepEqual([name, lines.filter(isPerson).length, lines.filter(isIssue).length], ['substack', 20, 4]);
});

const variants: [name: string, file: string, csv: string, status: string | undefined, tags: string[]][] = [
  [
    'kit',
    'confirmed-subscribers.csv',
    'Subscriber ID,Email,First Name,Created At,Status,Tags\n1,ada@example.org,Ada,2023-01-20 11:43:55 UTC,Cold,"A, B"',
    'active',
    ['A', 'B'],
  ],
  [
    'kit',
    'kit.csv',
    'email_address,first_name,subscribed_at,state,tag_names\nada@example.org,Ada,2023-01-20,cancelled,A',
    'unsubscribed',
    ['A'],
  ],
  [
    'mailerlite',
    'active.csv',
    'Email,Sent,Opens,Clicks,Subscribed at,Name,Groups,Opt-in IP\nada@example.org,9,1,1,2022-11-01 14:05:00,Ada,A;B,203.0.113.7',
    'active',
    ['A', 'B'],
  ],
  [
    'mailerlite',
    'subscribers.csv',
    'Subscriber,Signup timestamp,Status\nada@example.org,2022-11-01 14:05:00,Spam complaint',
    'complained',
    [],
  ],
  [
    'wordpress',
    'subscribers.csv',
    'Name,Email,Subscription type,Email subscription,Since\nAda,ada@example.org,Free,Not sending,2023-03-04',
    'suppressed',
    [],
  ],
  [
    'wordpress',
    'subscribers.csv',
    'email_address,subscription_status,subscription_type,date_subscribed\nada@example.org,Subscribed,Paid,2023-03-04',
    'paid',
    [],
  ],
  [
    'buttondown',
    'subscribers.csv',
    'Email Address,Type,Creation Date,Metadata\nada@example.org,unactivated,2023-03-04T05:06:07Z,{}',
    'unconfirmed',
    [],
  ],
  // This file is from another program, with a status and a date, not from Kit.
  [
    'csv',
    'people.csv',
    'Email,First Name,Created At,Status\nada@example.org,Ada,2023-01-20,abgemeldet',
    'unsubscribed',
    [],
  ],
];
for (const [name, file, csv, status, tags] of variants)
  test(`${name}: the headers ${csv.split('\n')[0]} are understood`, async () => {
    const { name: found, lines } = await readExport(uploaded(new Map([[file, Buffer.from(csv)]])));
    const [person] = lines.filter(line => line.kind === 'person');
    assert.deepEqual([found, person?.status ?? 'active', person?.tags ?? []], [name, status, tags]);
    assert.match(person?.creation_date ?? '', /^202\d-/);
  });
