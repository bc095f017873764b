// Measures how fast the twenty most used filters find people among 200,000 subscribers, with 20 emails that all of them got and a tenth as
// many opens and clicks. Counts and first pages are compared with SQL written by hand for each. The CPU time of PostgreSQL, limited to one
// process, is shown as well, because other load on the machine does not change it.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { compileFilter } from '../src/audience/filter/compile.ts';
import type { Condition, FilterGroup } from '../src/audience/filter/filter.ts';
import { resolveFilter } from '../src/audience/filter/resolve.ts';
import { listSubscribers, subscriberListParameters } from '../src/audience/subscribers/list.ts';
import { makeRoom } from '../src/delivery/ledger/parts.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable } from './rig/table.ts';

const subscribers = 200_000;
const emails = 20;
const rounds = 10;

const { folder, remove } = await makeFolder();
const { db, close } = await openBenchDatabase(folder, { connections: 1 });
await sql`set max_parallel_workers_per_gather = 0`.execute(db);
const backend = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid;
const newsletter = await seedNewsletter(db, 'f'.repeat(32));
await seedSubscribers(db, newsletter, subscribers);
await seedEngagement();

const tags = await db.selectFrom('tags').select(['id', 'key']).orderBy('key').execute();
const [weekly, members] = tags as [(typeof tags)[0], (typeof tags)[0]];
const sent = await db.selectFrom('emails').select(['id', 'key']).orderBy('publish_date', 'desc').execute();
const newest = sent[0]!;
const is = (field: string, operator: Condition['operator'], value = ''): Condition => ({
  field: `subscriber.${field}`,
  operator,
  value,
});
const group = (predicate: FilterGroup['predicate'], ...filters: Condition[]): FilterGroup => ({
  filters,
  groups: [],
  predicate,
});
const lastFive = sent.slice(0, 5).map(({ key }) => key);

/** Each filter with the condition that somebody who knows the tables would write by hand. */
const filters: [name: string, FilterGroup, byHand: ReturnType<typeof sql>][] = [
  ['has a tag', group('and', is('tags', 'contains', weekly.id)), sql`tags @> ${[weekly.key]}::int[]`],
  [
    'has two tags',
    group('and', is('tags', 'contains', weekly.id), is('tags', 'contains', members.id)),
    sql`tags @> ${[weekly.key, members.key]}::int[]`,
  ],
  [
    'one tag but not another',
    group('and', is('tags', 'contains', weekly.id), is('tags', 'not_contains', members.id)),
    sql`tags @> ${[weekly.key]}::int[] and not tags && ${[members.key]}::int[]`,
  ],
  [
    'either of two tags',
    group('or', is('tags', 'contains', weekly.id), is('tags', 'contains', members.id)),
    sql`tags && ${[weekly.key, members.key]}::int[]`,
  ],
  ['has no tag', group('and', is('tags', 'is_empty')), sql`tags = '{}'`],
  ['is premium', group('and', is('type', 'equals', 'premium')), sql`type = 'premium'`],
  ['is not regular', group('and', is('type', 'not_equals', 'regular')), sql`type <> 'regular'`],
  [
    'metadata equals',
    group('and', is('metadata.city', 'equals', 'Town 7')),
    sql`metadata @> '{"city": "Town 7"}'`,
  ],
  [
    'metadata contains',
    group('and', is('metadata.city', 'contains', 'town 7')),
    sql`lower(metadata ->> 'city') like '%town 7%'`,
  ],
  ['metadata exists', group('and', is('metadata.plan', 'is_not_empty')), sql`metadata ->> 'plan' <> ''`],
  [
    'metadata above a number',
    group('and', is('metadata.score', 'greater_than', '90')),
    sql`jsonb_typeof(metadata -> 'score') = 'number' and (metadata ->> 'score')::numeric > 90`,
  ],
  [
    'joined within 30 days',
    group('and', is('creation_date', 'greater_than', '1 day ago')),
    sql`creation_date > now() - interval '1 day'`,
  ],
  [
    'joined before a date',
    group('and', is('creation_date', 'less_than', '2 days ago')),
    sql`creation_date < now() - interval '2 days'`,
  ],
  ['of a source', group('and', is('source', 'equals', 'form')), sql`source = 'form'`],
  ['of a campaign', group('and', is('utm_campaign', 'equals', 'spring')), sql`utm_campaign = 'spring'`],
  ['of a domain', group('and', is('domain', 'equals', 'example.com')), sql`domain = 'example.com'`],
  [
    'opened the last email',
    group('and', is('opened', 'contains', newest.id)),
    sql`key in (select subscriber_key from deliveries where email_key = ${newest.key} and open_date is not null)`,
  ],
  [
    'did not open the last email',
    group('and', is('sent', 'contains', newest.id), is('opened', 'not_contains', newest.id)),
    sql`key in (select subscriber_key from deliveries where email_key = ${newest.key} and status in ('accepted', 'bounced', 'complained') and open_date is null)`,
  ],
  [
    'opened 2 of the last 5',
    group('and', is('opened.last.5', 'greater_than', '1')),
    sql`key in (select subscriber_key from deliveries where email_key = any(${lastFive}::bigint[]) and open_date is not null group by 1 having count(*) > 1)`,
  ],
  [
    'no click for 90 days',
    group('not', is('last_click_date', 'greater_than', '90 days ago')),
    sql`(last_click_date is null or last_click_date <= now() - interval '90 days')`,
  ],
];

const rows = [];
const slow: string[] = [];
for (const [what, filter, byHand] of filters) {
  const count = (where: ReturnType<typeof sql>) =>
    sql<{
      count: number;
    }>`select count(*) as count from subscribers where newsletter_key = ${newsletter.key} and ${where}`.execute(
      db,
    );
  const page = (where: ReturnType<typeof sql>) =>
    sql`select * from subscribers where newsletter_key = ${newsletter.key} and ${where} order by creation_date desc, key desc limit 100`.execute(
      db,
    );
  const compiled = async () => compileFilter(await resolveFilter(db, newsletter.key, filter));
  const [ours, bare] = [await count(await compiled()), await count(byHand)];
  if (ours.rows[0]!.count !== bare.rows[0]!.count)
    throw new Error(`${what}: ${ours.rows[0]!.count} and ${bare.rows[0]!.count}`);
  const counts = await measure(
    async () => count(await compiled()),
    () => count(byHand),
  );
  const pages = await measure(
    async () => page(await compiled()),
    () => page(byHand),
  );
  const parameters = { ...subscriberListParameters.parse({}), filters: filter };
  const [search] = await measure(
    () => listSubscribers(db, newsletter.key, parameters),
    async () => undefined,
  );
  rows.push({
    what,
    people: ours.rows[0]!.count,
    'count ms': counts[0].time,
    'CPU ms': counts[0].cpu,
    'CPU by hand': counts[1].cpu,
    ratio: counts[0].cpu / counts[1].cpu,
    'page ms': pages[0].time,
    'CPU ms ': pages[0].cpu,
    'CPU by hand ': pages[1].cpu,
    'ratio ': pages[0].cpu / pages[1].cpu,
    'search ms': search.time,
  });
  if (counts[0].cpu > 100 || pages[0].cpu > 50) slow.push(what);
}
printTable(
  `Filters over ${subscribers} subscribers and ${emails} emails that all of them got, median of ${rounds}`,
  rows,
);
console.log(
  slow.length === 0
    ? 'All counts take less than 100 ms of CPU, and all pages less than 50 ms.'
    : `Over 100 ms of CPU a count or 50 ms a page: ${slow.join(', ')}.`,
);

await close();
await remove();

type Measured = { time: number; cpu: number };

/** Returns medians in milliseconds. Each round runs one of ours and one by hand, so that both see the same load. */
async function measure(
  ours: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<[Measured, Measured]> {
  const runs: [Measured[], Measured[]] = [[], []];
  for (let round = -2; round < rounds; round += 1)
    for (const [at, work] of [ours, bare].entries()) {
      const [begun, before] = [performance.now(), cpuMilliseconds()];
      await work();
      const run = { time: performance.now() - begun, cpu: cpuMilliseconds() - before };
      if (round >= 0) runs[at]!.push(run);
    }
  const medians = (of: Measured[]) => ({
    time: median(of.map(({ time }) => time)),
    cpu: median(of.map(({ cpu }) => cpu)),
  });
  return [medians(runs[0]), medians(runs[1])];
}

/** Returns the CPU time of the connection's server process. Linux only. */
function cpuMilliseconds(): number {
  if (process.platform !== 'linux') return Number.NaN;
  return Number(readFileSync(`/proc/${backend}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Gives a fifth of the people another type, source or campaign. All get every email, and a tenth open and click each one. */
async function seedEngagement(): Promise<void> {
  await sql`
    update subscribers set
      type = (case when key % 20 = 0 then 'premium' when key % 20 = 1 then 'unsubscribed' else 'regular' end)::subscriber_type,
      source = case when key % 5 = 0 then 'form' else 'api' end,
      utm_campaign = case when key % 25 = 0 then 'spring' else '' end,
      metadata = metadata || jsonb_build_object('score', key % 100) || case when key % 10 = 0 then '{"plan": "pro"}' else '{}'::jsonb end,
      last_open_date = case when key % 3 = 0 then now() - make_interval(days => (key % 200)::int) end,
      last_click_date = case when key % 9 = 0 then now() - make_interval(days => (key % 200)::int) end`.execute(
    db,
  );
  for (let number = 1; number <= emails; number += 1) {
    const { rows } = await sql<{ key: number }>`
      insert into emails (id, newsletter_key, subject, slug, source, email_type, status, publish_date)
      values (gen_random_uuid(), ${newsletter.key}, ${`Issue ${number}`}, ${`issue-${number}`}, 'api', 'public', 'sent',
        now() - make_interval(days => ${emails - number}))
      returning key`.execute(db);
    const { key } = rows[0]!;
    await makeRoom(db, key);
    await sql`
      insert into deliveries (email_key, subscriber_key, status, status_date, open_date, click_date)
      select ${key}::bigint, key, 'accepted', now(), case when (key + ${number}) % 10 = 0 then now() end,
        case when (key + ${number}) % 50 = 0 then now() end
      from subscribers`.execute(db);
  }
  await sql`vacuum analyze subscribers, deliveries`.execute(db);
}
