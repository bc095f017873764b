import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { ledgerOf } from '../../src/testing/ledger.ts';
import { openSmtpSink, type SmtpSink } from '../../src/testing/smtp-sink.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const all = 2000;
let sink: SmtpSink;
let dashboard: Dashboard;
let page: Page;
let id: string;

before(async () => {
  if (no_browser) return;
  sink = await openSmtpSink();
  dashboard = await openDashboard({ env: { SMTP_URL: sink.url } });
  const { db, client } = dashboard;
  const newsletter = (await client.get('/v1/newsletters')).data!.results[0]!;
  await client.patch('/v1/newsletters/{id}', {
    params: { id: newsletter.id },
    body: { track_opens: true, track_clicks: true, undo_seconds: 1 },
  });
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), newsletters.key, address, address, 'regular', 'test'
    from newsletters, generate_series(1, ${all}::int) n,
      lateral (select 'r' || n || '@' || (array['one', 'two', 'three'])[1 + n % 3] || '.example' as address) named`.execute(
    db,
  );
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(async () => {
  await dashboard?.close();
  await sink?.close();
});

const numberOf = (to: string) => Number(/^r(\d+)@/.exec(to)?.[1]);
const progress = () => page.getByRole('region', { name: 'Progress' });

/** Returns the names and numbers of a list of figures, as people read them. */
async function readFigures(place: Locator): Promise<Record<string, number>> {
  const pairs = await place
    .locator('dl > div')
    .evaluateAll(rows =>
      rows.map(row => [
        row.querySelector('dt')!.textContent,
        row.querySelector('dd')!.firstChild!.textContent,
      ]),
    );
  return Object.fromEntries(pairs.map(([name, value]) => [name, Number(value!.replace(/\D/g, ''))]));
}

/** Returns the rows of the table below a heading: the first cell by itself, then the numbers. */
async function readTable(heading: string, among: Locator = page.locator('body')): Promise<unknown[][]> {
  const section = among
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });
  const whole = section.getByRole('button', { name: /^Show all/ });
  if (await whole.isVisible()) await whole.click();
  const rows = await section
    .locator('tbody tr')
    .evaluateAll(rows => rows.map(row => Array.from(row.children, cell => cell.textContent!.trim())));
  return rows.map(([name, ...cells]) => [
    name,
    ...cells.filter(cell => /^[\d,]+$/.test(cell)).map(cell => Number(cell.replaceAll(',', ''))),
  ]);
}

test(
  'a send of 2,000 is watched from the button to the end, over a pause, a sleep and a lost connection',
  skip,
  async () => {
    let release = () => {};
    const gate = new Promise<void>(resolve => {
      release = resolve;
    });
    sink.treat = to => {
      const n = numberOf(to);
      if (n % 100 === 1) return { rcpt: `550 5.1.1 <${to}>: user unknown` };
      if (n % 100 === 2) return { rcpt: '550 5.2.2 The mailbox is full' };
      if (n % 100 === 3) return { rcpt: '451 4.7.1 Greylisting in action, come back later' };
      if (n % 500 === 4) return { dot: 'drop' };
      // The gate does not depend on people's numbers: on a slow machine the lane turns to the next people before it is through with these.
      return sink.accepted.length >= 750 ? { before_dot: gate } : {};
    };
    const made = await dashboard.client.post('/v1/emails', {
      body: {
        subject: 'Low water on Sunday',
        body: 'See [the table](https://a.example/table) and [the map](https://b.example/map?a=1&b=2).',
        status: 'draft',
      },
    });
    id = made.data!.id;
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${id}`);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Send to 2,000 subscribers' }).click();
    await page.waitForURL(/\/sending$/);

    const counted = () => readFigures(progress());
    const moving = await until('the page shows copies on their way', async () => {
      const figures = await counted();
      return figures.Accepted! >= 700 && figures['Handing over']! > 0 && figures.Waiting! > 0 && figures;
    });
    assert.ok(moving.Accepted! <= 800 && moving.Refused! >= 20, JSON.stringify(moving));
    const sum = Object.values(moving).reduce((total, count) => total + count, 0);
    assert.equal(sum, all, 'the parts add up');
    await progress()
      .getByRole('img', { name: /^\d+ accepted, \d+ refused, .* of 2,000$/ })
      .waitFor();
    await page.getByRole('row', { name: /^two\.example \d+/ }).waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('status').getByText('Paused').waitFor();
    await page.context().setOffline(true);
    await page.getByText('No connection. These numbers are from').waitFor();
    await page.context().setOffline(false);
    await page.getByText('No connection.').waitFor({ state: 'detached' });

    // The lid is closed, and the rest is sent meanwhile.
    const setVisible = (state: 'hidden' | 'visible') =>
      page.evaluate(state => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    await setVisible('hidden');
    release();
    assert.equal((await dashboard.client.post('/v1/emails/{id}/resume', { params: { id } })).status, 200);
    await until('it is sent', async () => {
      const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
      return data?.status === 'sent';
    });
    await setVisible('visible');
    await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();

    const ledger = await ledgerOf(dashboard.db, id);
    assert.deepEqual(ledger, { accepted: 1936, permanent: 40, temporary: 20, uncertain: 4 });
    const expected = { 'Opened it': 0, 'Not opened': 1936, Refused: 60, Uncertain: 4 };
    await until('the picture shows the ledger', async () => {
      const figures = await counted();
      return Object.entries(expected).every(([name, count]) => figures[name] === count);
    });
    await page
      .getByRole('img', { name: 'Of 2,000 people: 0 opened it, 1,936 not opened, 60 refused, 4 uncertain.' })
      .waitFor();
    await page.getByText('20 people wait for another attempt').waitFor();
  },
);

test('the page can be shared by plain links, and an email without a page offers none', skip, async () => {
  const { data: email } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
  const url = email!.absolute_url;
  const open = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  const text = encodeURIComponent(`Low water on Sunday\n${url}`);
  const [subject, address] = [encodeURIComponent('Low water on Sunday'), encodeURIComponent(url)];
  assert.deepEqual(
    await Promise.all(['View in the archive', 'Mail', 'Mastodon', 'Bluesky', 'LinkedIn', 'X'].map(open)),
    [
      url,
      `mailto:?subject=${subject}&body=${address}`,
      `https://share.joinmastodon.org/#text=${text}`,
      `https://bsky.app/intent/compose?text=${text}`,
      `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
      `https://x.com/intent/post?text=${subject}&url=${address}`,
    ],
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the address' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  const set = (email_type: 'public' | 'private') =>
    dashboard.client.patch('/v1/emails/{id}', { params: { id }, body: { email_type } });
  await set('private');
  await page.reload();
  await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: /View in the archive|Mastodon/ }).count(), 0);
  await set('public');
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const thunderbird = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0';

/** Returns the addresses in a copy that matter: the pixel, the two links, and the one that unsubscribes. */
async function addressesIn(source: string) {
  const { html = '', headers } = await PostalMime.parse(Buffer.from(source, 'latin1'));
  const unsubscribe = headers.find(({ key }) => key === 'list-unsubscribe')!.value;
  const linkOf = (words: string) =>
    [...html.matchAll(/\/c\/[\w-]{56}(?="[^>]*>([^<]*))/g)].find(([, shown]) => shown === words)![0];
  return {
    pixel: /\/o\/[\w-]{40}\.gif/.exec(html)![0],
    table: linkOf('the table'),
    map: linkOf('the map'),
    unsubscribe: /<https?:\/\/[^/]+(\/[^>]+)>/.exec(unsubscribe)![1]!,
  };
}

/** Does what people and machines do with their copies, by requesting the addresses in them. */
async function react(): Promise<void> {
  const copies = await Promise.all(sink.accepted.slice(0, 60).map(({ source }) => addressesIn(source)));
  const get = (path: string, agent: string) =>
    fetch(dashboard.url + path, { headers: { 'user-agent': agent }, redirect: 'manual' });
  const hits: Promise<unknown>[] = [];
  for (const [at, { pixel, table, map }] of copies.entries()) {
    if (at < 30) hits.push(get(pixel, at % 2 ? firefox : thunderbird));
    if (at < 5) hits.push(get(pixel, firefox)); // once more
    if (at < 12) hits.push(get(table, firefox));
    if (at >= 12 && at < 17) hits.push(get(map, firefox));
    if (at >= 30 && at < 33) hits.push(get(table, 'curl/8.9'), get(pixel, 'Barracuda Sentinel'));
    if (at >= 33 && at < 35) hits.push(get(pixel, 'Mozilla/5.0')); // Apple's proxy
  }
  await Promise.all(hits);
  for (const [at, reason] of ['Too many birds', ''].entries()) {
    const body = new URLSearchParams({ confirm: 'unsubscribe', reason });
    await fetch(dashboard.url + copies[40 + at]!.unsubscribe, { method: 'POST', body });
  }
}

test('every number of the report equals the ledger’s, for real hits', skip, async () => {
  const { db } = dashboard;
  const key = sql`(select key from emails where id = ${id})`;
  // People need a while to open a mail. A faster reader counts as a machine.
  await sql`update deliveries set status_date = status_date - interval '3 hours' where email_key = ${key}`.execute(
    db,
  );
  await react();
  await until('all hits are written', async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*) as n from hits where email_key = ${key}`.execute(db);
    return rows[0]!.n === 60;
  });
  // Some of it happened earlier.
  await sql`
    update deliveries set open_date = open_date - interval '1 hour' * (subscriber_key % 3) where email_key = ${key}`.execute(
    db,
  );
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${id}/sending`);
  const figures = page.getByRole('region', { name: 'Results' });
  await figures.waitFor();
  type Facts = Record<'opens' | 'clicks' | 'unsubscriptions' | 'complaints' | 'has', number>;
  const { rows: facts } = await sql<Facts>`
    select count(open_date) as opens, count(click_date) as clicks, count(unsubscription_date) as unsubscriptions,
      count(complaint_date) as complaints, count(*) filter (where status = 'accepted') as has
    from deliveries where email_key = ${key}`.execute(db);
  const { opens, clicks, unsubscriptions, complaints, has } = facts[0]!;
  assert.deepEqual([opens, clicks, unsubscriptions], [32, 17, 2], 'machines are no people');
  assert.deepEqual(await readFigures(figures), {
    'Opened it': opens,
    'Clicked a link': clicks,
    Unsubscribed: unsubscriptions,
    'Reported it as spam': complaints,
    ...(await readFigures(figures.locator('details'))),
  });
  await figures.getByText('40 recorded, 3 by machines').waitFor();
  await figures.getByText('20 recorded, 3 by machines').waitFor();
  assert.deepEqual(await readFigures(progress()), {
    'Opened it': opens,
    'Not opened': has - opens,
    Refused: 60,
    Uncertain: 4,
  });

  const rowsOf = async (query: ReturnType<typeof sql<Record<string, string | number>>>) =>
    (await query.execute(db)).rows.map(row => Object.values(row));
  await page.getByText('As a table').click();
  const moments = await rowsOf(sql`
    select to_char(hour at time zone timezone, 'FMMonth FMDD "at" HH24:MI') as hour,
      sum(opens) as opens, sum(clicks) as clicks, sum(raw_opens) as raw_opens, sum(raw_clicks) as raw_clicks
    from (
      select date_trunc('hour', at, timezone) as hour, timezone, opens, clicks, raw_opens, raw_clicks
      from (
        select open_date as at, 1 as opens, 0 as clicks, 0 as raw_opens, 0 as raw_clicks from deliveries
        where email_key = ${key} and open_date is not null
        union all
        select click_date, 0, 1, 0, 0 from deliveries where email_key = ${key} and click_date is not null
        union all
        select date, 0, 0, (kind = 'open')::int, (kind = 'click')::int from hits where email_key = ${key}
      ) moments, newsletters
    ) hours group by hour, timezone order by hours.hour`);
  const curve = await page
    .locator('figure tbody tr')
    .evaluateAll(rows => rows.map(row => Array.from(row.children, cell => cell.textContent!)));
  assert.deepEqual(
    curve,
    moments.map(row => row.map(String)),
  );
  assert.ok(curve.length >= 3);

  const links = await rowsOf(sql`
    select regexp_replace(url, '^https?://', '') as url, count(distinct subscriber_key) filter (where verdict <> 'machine') as people,
      count(id) filter (where verdict <> 'machine') as clicks, count(id) filter (where verdict = 'machine') as machines
    from email_links links left join hits on hits.email_key = links.email_key and kind = 'click' and link_number = number
    where links.email_key = ${key} and number > 0 group by url order by 2 desc`);
  assert.deepEqual(await readTable('Where people clicked'), links);
  assert.deepEqual(links.slice(0, 2), [
    ['a.example/table', 12, 12, 3],
    ['b.example/map?a=1&b=2', 5, 5, 0],
  ]);

  const domains = await rowsOf(sql`
    select domain, count(*) filter (where status = 'accepted') as has, count(open_date) as opens, count(click_date) as clicks
    from deliveries join subscribers on subscribers.key = subscriber_key where email_key = ${key} group by domain order by 2 desc, 1`);
  assert.deepEqual(await readTable('Domains'), domains);
  const programs = await rowsOf(sql`
    select client, count(distinct subscriber_key) filter (where kind = 'open') as opens,
      count(distinct subscriber_key) filter (where kind = 'click') as clicks
    from hits where email_key = ${key} and verdict <> 'machine' group by client order by 2 desc, 3 desc, 1`);
  assert.deepEqual(await readTable('Programs'), programs);
  assert.equal(programs.length, 3);

  const refusals = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Who did not get it' }) });
  const counts = (await refusals.getByRole('listitem').allTextContents()).map(text =>
    Number(/^\d+/.exec(text)?.[0]),
  );
  assert.deepEqual(counts, [20, 20, 20]);
  await refusals.getByText('These addresses no longer exist.').waitFor();
  await page.getByText('“Too many birds”').waitFor();
  await page.getByText('1 person left without giving a reason.').waitFor();
});

test('the clicks are shown at the links of the mail, and the table leads to them', skip, async () => {
  const mail = page.frameLocator('iframe[title^="The mail “Low water"]');
  const table = mail.getByRole('link', { name: /the table/ });
  assert.match((await table.textContent())!, /the table12 · 71 %$/);
  assert.match((await mail.getByRole('link', { name: /the map/ }).textContent())!, /5 · 29 %$/);
  assert.equal(await table.getAttribute('href'), 'https://a.example/table', 'looking at it counts nothing');
  await page
    .getByRole('button', { name: 'Show the link to https://a.example/table in the mail' })
    .press('Enter');
  await until('the link has the focus', () =>
    table.evaluate(link => link.ownerDocument.activeElement === link),
  );
});

test(
  'recipients are filtered, searched, sorted and exported, and each opens with the exact mail they got',
  skip,
  async () => {
    const { client, db } = dashboard;
    await page.getByRole('link', { name: 'Who got it, person by person' }).click();
    await page.getByText('2,000 recipients').waitFor();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByText('r2000@three.example').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Clicked', exact: true }).click();
    await page.getByText('17 recipients').waitFor();
    await page.getByLabel('Order').selectOption('Address');
    const { data } = await client.get('/v1/emails/{id}/deliveries', {
      params: { id },
      query: { clicked: 'true', ordering: 'email_address' },
    });
    const addresses = data!.results.map(({ email_address }) => email_address!);
    await until('they are in order', async () => {
      const shown = await page.getByRole('listitem').allTextContents();
      return addresses.every((address, at) => shown[at]?.startsWith(address));
    });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    assert.equal(lines.length, 18);
    assert.ok(addresses.every(address => lines.some(line => line.includes(address))));

    const first = addresses[0]!;
    const hits = async () =>
      (await sql<{ n: number }>`select count(*) as n from hits`.execute(db)).rows[0]!.n;
    const before = await hits();
    await page.getByRole('link', { name: first }).click();
    const dialog = page.getByRole('dialog', { name: first });
    await dialog.getByText('The mail server accepted their copy on').waitFor();
    await dialog.getByText('Proved:').waitFor();
    const mail = dialog.frameLocator('iframe');
    await mail.getByText('the table').last().waitFor();
    assert.equal(await mail.locator('a[href]').count(), 0, 'no link acts in their name');
    assert.equal(await mail.locator('img[src*="/o/"]').count(), 0, 'it is not counted as opened');
    await dialog.getByRole('radio', { name: 'Source' }).check();
    const shown = (await dialog.getByLabel('Source of the message').textContent())!;
    const { source } = sink.accepted.find(({ to }) => to === first)!;
    const withoutDate = (text: string) =>
      text.replace(/^(?:Date|DKIM-Signature):.*\r?\n(?:[ \t].*\r?\n)*/gim, '');
    const lf = (text: string) => text.replaceAll('\r\n', '\n').trim();
    assert.equal(lf(withoutDate(shown)), lf(withoutDate(Buffer.from(source, 'latin1').toString())));
    await dialog.getByRole('button', { name: 'Close' }).click();
    assert.equal(await hits(), before);

    const late = await client.post('/v1/subscribers', {
      body: { email_address: 'late@one.example', type: 'regular' },
    });
    assert.equal(late.status, 201);
    await page.getByRole('button', { name: 'Clicked', exact: true }).click();
    await page.getByLabel('Search addresses').fill('late@');
    await page.getByRole('link', { name: 'Why did late@one.example not get it?' }).click();
    await page.getByRole('dialog').getByText('They joined after sending had begun').waitFor();
  },
);

test(
  'people who did not get it get it again, after the page has said how many and who they are',
  skip,
  async () => {
    const heard = sink.accepted.length;
    sink.treat = () => ({});
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${id}/sending`);
    await page.getByRole('button', { name: 'Send again …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send again to those who did not get it' });
    // People whose addresses do not exist no longer get mail.
    await dialog.getByText('20 people who get no mail any more are left out').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Send again', exact: true }).isDisabled());
    await dialog.getByLabel('4 uncertain').check();
    await dialog.getByLabel('20 refused').check();
    const { data } = await dashboard.client.get('/v1/emails/{id}/deliveries', {
      params: { id },
      query: { status: ['permanent'], resendable: 'true', page_size: 3 },
    });
    assert.equal(data!.count, 20);
    const names = data!.results.map(({ email_address }) => email_address);
    await dialog.getByText(`${names.join(', ')}, 17 more`).waitFor();
    await dialog.getByRole('button', { name: 'Send again to 24 people' }).click();
    await page.getByText('24 copies will be sent again.').waitFor();
    await until('they have it', async () => sink.accepted.length === heard + 24);
    const numbers = sink.accepted.slice(heard).map(({ to }) => numberOf(to));
    assert.ok(
      numbers.every(n => n % 100 === 2 || n % 500 === 4),
      String(numbers),
    );
    await until('the page shows it', async () => (await readFigures(progress())).Refused === 40);
  },
);
