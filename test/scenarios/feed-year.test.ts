import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pollRound, runRound } from '../../src/automations/poller.ts';
import { type Post, rss } from '../../src/testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../../src/testing/feed-stage.ts';

// A blog that publishes every Wednesday of 2026, with everything that happens to its feed meanwhile. Digests are due in the time of Vienna,
// where clocks change on 29 March and 25 October.
let stage: FeedStage;
before(async () => {
  stage = await openFeedStage({ start: '2025-12-31T12:00:00Z', env: { FEED_POLL_MINUTES: '600' } });
  const { newsletter, api } = stage.service;
  const { status } = await api('PATCH', `/v1/newsletters/${newsletter.id}`, { timezone: 'Europe/Vienna' });
  assert.equal(status, 200);
});
after(() => stage.close());

const day = 86_400_000;
const wednesday = (week: number) => new Date(Date.UTC(2026, 0, 7, 10) + (week - 1) * 7 * day);
const post = (week: number): Post => ({
  title: `Week ${week}`,
  link: `https://log.example/2026/week-${week}`,
  guid: `https://log.example/?p=${week}`,
  date: wednesday(week).toISOString(),
  content: `<p>What happened in week ${week}, in as many words as it took.</p>`,
});
const old = { ...post(0), title: 'Before it all', date: '2025-12-01T00:00:00Z' };

/** The changes to all posts that are then in the feed, by week. */
const changes: Record<number, (post: Post) => Post> = {
  5: one => ({ ...one, title: `${one.title} (edited)`, content: `${one.content}<p>A correction.</p>` }),
  9: one => ({ ...one, link: `${one.link}-renamed` }),
  14: one => ({ ...one, link: one.link.replace('log.example', 'www.newlog.example') }),
  19: one => ({ ...one, guid: `tag:newlog.example,2026:${one.guid}` }),
  23: one => ({ ...one, date: wednesday(23).toISOString() }),
  31: ({ guid: _, ...one }) => one,
  36: one => ({ ...one, link: `${one.link}?utm_source=rss` }),
  41: ({ date: _, ...one }) => one,
};
const reordered = [12, 27];
const shrunk = [16, 34];
const notFound = [21, 22];
const broken = [29];
const unwell = [38];

function answerOf(week: number, posts: readonly Post[]): Parameters<FeedStage['feeds']['put']>[1] {
  if (notFound.includes(week)) return { status: 404 };
  if (unwell.includes(week)) return { status: 503, headers: { 'retry-after': String((2 * day) / 1000) } };
  if (broken.includes(week)) return '<!doctype html><title>Database error</title>';
  if (week === 53) return { status: 410 };
  if (shrunk.includes(week)) return rss(posts.slice(0, 1));
  // In week 44 the document ends in the middle of its last item.
  if (week === 44) return rss(posts).slice(0, -200);
  return rss(reordered.includes(week) ? posts.toReversed() : posts);
}

test('a year of a feed gives exactly the expected emails, for each cadence and behavior', async () => {
  const titles = '{% for item in items %}{{ item.title }};{% endfor %}';
  const digest = { subject: titles, body: '{{ items.size }} posts' };
  stage.feeds.put('/feed.xml', rss([old]));
  const automations = {
    every: await stage.follow('/feed.xml'),
    sent: await stage.follow('/feed.xml', { behavior: 'emails' }),
    weekly: await stage.follow('/feed.xml', {
      ...digest,
      cadence: 'weekly',
      cadence_metadata: { weekday: 'friday', time: '9' },
    }),
    monthly: await stage.follow('/feed.xml', {
      ...digest,
      cadence: 'monthly',
      cadence_metadata: { monthday: 'lastday', time: '23:30' },
    }),
  };
  let posts: Post[] = [old];
  for (let week = 1; week <= 53; week += 1) {
    await goTo(wednesday(week));
    posts = posts.map(changes[week] ?? (one => one));
    if (week <= 52) posts = [post(week), ...posts].slice(0, 8);
    stage.feeds.put('/feed.xml', answerOf(week, posts));
    for (let half = 1; half < 14; half += 1) {
      await goTo(new Date(wednesday(week).getTime() + (half * day) / 2));
      // A server that fails or was broken works again two days later.
      const ill = [...broken, ...unwell].includes(week);
      if (half === 4 && ill) stage.feeds.put('/feed.xml', rss(posts));
    }
  }
  await goTo(new Date('2027-02-01T00:00:00Z'));

  const weeks = Array.from({ length: 52 }, (_, at) => at + 1);
  const expected = weeks.map(titleOf);
  assert.deepEqual(await subjects(automations.every.id), expected);
  assert.deepEqual(await subjects(automations.sent.id), expected);

  // Posts of an outage are in the digest after it. No digest is empty, so the two weeks of the longest outage have none.
  const found = (week: number) => {
    if (notFound.includes(week)) return 23;
    return [...broken, ...unwell].includes(week) ? week + 1 : week;
  };
  const byWeek = Map.groupBy(weeks, found);
  assert.deepEqual(
    await mails(automations.weekly.id),
    [...byWeek].map(([week, those]) => [
      friday(week),
      those
        .map(titleOf)
        .map(title => `${title};`)
        .join(''),
    ]),
  );
  const month = (week: number) => wednesday(notFound.includes(week) ? 23 : week).getUTCMonth();
  assert.deepEqual(
    await mails(automations.monthly.id),
    [...Map.groupBy(weeks, month)].map(([number, those]) => [
      lastDay(number),
      those
        .map(titleOf)
        .map(title => `${title};`)
        .join(''),
    ]),
  );

  for (const [name, { id }] of Object.entries(automations)) {
    const { status, status_reason } = await stage.get(id);
    assert.deepEqual([status, /410/.test(status_reason)], ['inactive', true], name);
    const states = new Set((await stage.items(id)).map(([, status]) => status));
    assert.deepEqual(states, new Set(['irrelevant', 'processed']), name);
    const { body } = await stage.service.api('GET', `/v1/emails?automations=${id}&page_size=1000`);
    assert.ok(
      body.results.every(({ status }: { status: string }) =>
        name === 'sent' ? status !== 'draft' : status === 'draft',
      ),
      name,
    );
  }
  const conditional = stage.feeds.requests.filter(({ headers }) => headers['if-none-match'] !== undefined);
  assert.ok(conditional.length > 400, 'most polls were conditional and found nothing new');
});

const titleOf = (week: number) => post(week).title;

/** Moves the clock to a given time, stopping wherever something is due. */
async function goTo(end: Date): Promise<void> {
  for (;;) {
    const { due } = await stage.service.db
      .selectNoFrom(({ selectFrom, fn }) =>
        fn<string | null>('least', [
          selectFrom('automations')
            .select(({ fn: of }) => of.min('due_date').as('due'))
            .where('status', '=', 'active'),
          selectFrom('feeds').select(({ fn: of }) => of.min('next_poll_date').as('due')),
        ]).as('due'),
      )
      .executeTakeFirstOrThrow();
    if (due === null || new Date(due) > end) break;
    stage.at(new Date(Math.max(Date.parse(due), stage.now().getTime())));
    await pollRound(stage.context);
    await runRound(stage.context);
  }
  stage.at(end);
}

async function mails(id: string): Promise<string[][]> {
  const rows = await stage.service.db
    .selectFrom('emails')
    .select([
      'subject',
      ({ selectFrom, fn }) =>
        selectFrom('automation_items')
          .whereRef('email_id', '=', 'emails.id')
          .select(fn.max('modification_date').as('date'))
          .as('date'),
    ])
    .where('automation_id', '=', id)
    .orderBy('key')
    .execute();
  return rows.map(({ subject, date }) => [date ?? '', subject]);
}

async function subjects(id: string): Promise<string[]> {
  return (await mails(id)).map(([, subject]) => subject ?? '');
}

/** Returns 9 o'clock in Vienna on that week's Friday. */
function friday(week: number): string {
  const date = new Date(wednesday(week).getTime() + 2 * day).toISOString().slice(0, 10);
  const isSummer = date >= '2026-03-29' && date < '2026-10-25';
  return `${date}T0${isSummer ? 7 : 8}:00:00.000Z`;
}

/** Returns half an hour before the month ends in Vienna, which is later in the day than any of its posts was found. */
function lastDay(month: number): string {
  const date = new Date(Date.UTC(2026, month + 1, 0)).toISOString().slice(0, 10);
  const isSummer = date >= '2026-03-29' && date < '2026-10-25';
  return `${date}T${isSummer ? 21 : 22}:30:00.000Z`;
}
