import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { makeRoom } from '../../delivery/ledger/parts.ts';
import { signLink } from '../../links/unsubscribe.ts';
import { post } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';
import type { TimelineEntry } from './timeline-entry.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

type Timeline = {
  results: TimelineEntry[];
  count: number;
  next: string | null;
  no_longer_kept_before: string | null;
};

async function timelineOf(word: string, query = ''): Promise<Timeline> {
  const path = `/v1/subscribers/${word}/timeline?${query}`;
  const { status, body, text } = await service.api('GET', path);
  assert.equal(status, 200, text);
  return body;
}
const kindsOf = async (word: string, query = '') =>
  (await timelineOf(word, query)).results.map(({ kind }) => kind);

async function subscribe(email: string, more: object = {}): Promise<string> {
  return (await service.api('POST', '/v1/subscribers', { email, type: 'regular', ...more })).body.id;
}

async function send(subject: string): Promise<string> {
  const { id } = (await service.api('POST', '/v1/emails', { subject, body: 'Hello' })).body;
  await until(
    'it is sent',
    async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent',
  );
  return id;
}

/** Writes a hit as a mail program would have caused it. */
async function hit(
  email_id: string,
  subscriber_id: string,
  kind: 'open' | 'click',
  verdict: string,
): Promise<void> {
  await sql`
    insert into hits (email_key, subscriber_key, id, kind, link_number, date, method, agent, network, accept, purpose, verdict, reasons, client, rule_version)
    select email_key, subscriber_key, gen_random_uuid(), ${kind}::hit_kind, case when ${kind} = 'click' then 1 end,
      deliveries.status_date + interval '1 minute', 'GET', '', '', '', '', ${verdict}::hit_verdict,
      case when ${verdict} = 'machine' then '{too_soon}'::text[] else '{}' end, 'Firefox', 1
    from deliveries join emails on emails.key = email_key join subscribers on subscribers.key = subscriber_key
    where emails.id = ${email_id} and subscribers.id = ${subscriber_id}`.execute(service.db);
}

test('a person’s timeline has their consent, mails, opens and clicks, bounces and changes, newest first', async () => {
  await post(service, '/api/emails/embed-subscribe/test', { email: 'ada@example.org', form: 'own' });
  const ada = (await service.api('GET', '/v1/subscribers/ada@example.org')).body.id;
  await service.api('PATCH', `/v1/subscribers/${ada}`, { type: 'regular' });
  const email = await send('Low water');
  await sql`
    insert into email_links (email_key, number, url)
    select key, 1, 'https://tides.example/' from emails where id = ${email}`.execute(service.db);
  await hit(email, ada, 'open', 'human');
  await hit(email, ada, 'click', 'machine');
  await sql`
    insert into feedback (id, newsletter_key, email_key, subscriber_key, kind, status, reason, source, report_hash, creation_date)
    select gen_random_uuid(), subscribers.newsletter_key, emails.key, subscribers.key, 'soft', '4.2.2', 'The mailbox is full', 'smtp', 'a', now() + interval '2 minutes'
    from subscribers, emails where subscribers.id = ${ada} and emails.id = ${email}`.execute(service.db);

  const { results, count, next } = await timelineOf(ada);
  assert.deepEqual([results.length, next], [count, null]);
  assert.deepEqual(
    results.map(({ kind }) => kind).filter(kind => kind !== 'change'),
    results[1]!.kind === 'open'
      ? ['report', 'open', 'click', 'mail', 'consent']
      : ['report', 'click', 'open', 'mail', 'consent'],
  );
  const dates = results.map(({ date }) => date);
  assert.deepEqual(dates, dates.toSorted().reverse());
  const of = (kind: string) => results.find(one => one.kind === kind)!;
  const about = { id: email, subject: 'Low water' };
  assert.deepEqual(of('report').report, { kind: 'soft', status: '4.2.2', reason: 'The mailbox is full' });
  assert.deepEqual(of('open').hit, { url: null, client: 'Firefox', verdict: 'human', reasons: [] });
  assert.deepEqual(of('click').hit, {
    url: 'https://tides.example/',
    client: 'Firefox',
    verdict: 'machine',
    reasons: ['too_soon'],
  });
  assert.deepEqual([of('mail').mail?.status, of('mail').mail?.attempts], ['accepted', 1]);
  for (const kind of ['report', 'open', 'click', 'mail']) assert.deepEqual(of(kind).email, about);
  assert.match(of('consent').consent!.form_text, /\w/);
  assert.deepEqual(
    results.at(-1)?.changes.map(({ event_type, data }) => [event_type, data.source]),
    [['subscriber.created', 'form']],
  );
  assert.deepEqual(await kindsOf('ada@example.org', 'kind=mail,report'), ['report', 'mail']);
  assert.deepEqual(await kindsOf(ada, 'kind=nothing'), []);
});

test('a change says which fields, which tags and which types, and through which email somebody left', async () => {
  const bea = await subscribe('bea@example.org', { tags: ['ebb'], metadata: { city: 'Wells' } });
  const [ebb, flood] = await Promise.all(
    ['ebb', 'flood'].map(async name => {
      const { body } = await service.api('POST', '/v1/tags', { name });
      return (
        body.id ??
        (await service.api('GET', '/v1/tags')).body.results.find((tag: { name: string }) => tag.name === name)
          .id
      );
    }),
  );
  const email = await send('The last one');
  const changes = {
    notes: 'Met on the pier',
    metadata: { city: 'Ely', plan: 2 },
    tags: [flood],
    type: 'premium',
  };
  await service.api('PATCH', `/v1/subscribers/${bea}`, changes);
  const token = signLink(service.secret, { subscriber_id: bea, email_id: email });
  await post(service, `/unsubscribe/${token}`, { 'List-Unsubscribe': 'One-Click' });

  const [left, edited] = (await timelineOf(bea, 'kind=change')).results;
  const dataOf = (entry: TimelineEntry | undefined, type: string) =>
    entry?.changes.find(({ event_type }) => event_type === type)?.data;
  assert.deepEqual(dataOf(edited, 'subscriber.updated'), {
    fields: ['notes', 'metadata.city', 'metadata.plan'],
  });
  assert.deepEqual(dataOf(edited, 'subscriber.tags.changed'), { added: [flood], removed: [ebb] });
  assert.deepEqual(dataOf(edited, 'subscriber.type.changed'), { from: 'regular', to: 'premium' });
  assert.deepEqual([edited?.email, left?.email?.id], [null, email]);
  assert.deepEqual(dataOf(left, 'subscriber.type.changed'), { from: 'premium', to: 'unsubscribed' });
});

test('pages follow each other without gaps and repetitions, for a person with thousands of mails', async () => {
  const cy = await subscribe('cy@example.org');
  const { key } = await service.db
    .selectFrom('subscribers')
    .select('key')
    .where('id', '=', cy)
    .executeTakeFirstOrThrow();
  const most = 3000;
  const { rows } = await sql<{ key: number }>`
    insert into emails (id, newsletter_key, subject, slug, source, status, email_type, publish_date)
    select gen_random_uuid(), ${service.newsletter.key}, 'Issue ' || n, 'issue-' || n, 'api', 'sent', 'public',
      '2020-01-01'::timestamptz + n * interval '1 hour'
    from generate_series(1, ${most}::int) n
    returning key`.execute(service.db);
  const keys = rows.map(({ key }) => key);
  await makeRoom(service.db, Math.max(...keys));
  // Many entries have the same moment.
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date)
    select key, ${key}, 'accepted', 1, date_trunc('day', publish_date)
    from emails where key = any(${keys}::bigint[])`.execute(service.db);
  const seen: string[] = [];
  let query: string | undefined = 'page_size=700';
  while (query !== undefined) {
    const { results, count, next } = await timelineOf(cy, query);
    assert.equal(count, most + 1);
    seen.push(...results.map(({ date, id }) => `${date} ${id}`));
    query = next === null ? undefined : new URL(next).search.slice(1);
  }
  assert.equal(new Set(seen).size, most + 1);
  assert.deepEqual(seen, seen.toSorted().reverse());
  const byNumber = await timelineOf(cy, 'page_size=700&page=3');
  assert.deepEqual(
    byNumber.results.map(({ date, id }) => `${date} ${id}`),
    seen.slice(1400, 2100),
  );
});

test('only callers who may read subscribers and emails of this newsletter read it; a broken cursor is refused', async () => {
  const path = '/v1/subscribers/ada@example.org/timeline';
  for (const permissions of [{ subscribers: 'read' }, { emails: 'read' }] as const)
    assert.equal((await service.api('GET', path, undefined, await service.keyWith(permissions))).status, 403);
  const both = await service.keyWith({ subscribers: 'read', emails: 'read' });
  assert.equal((await service.api('GET', path, undefined, both)).status, 200);
  const foreign = await service.foreignKey();
  assert.equal((await service.api('GET', path, undefined, foreign)).status, 404);
  assert.equal((await service.api('GET', `${path}?cursor=x`)).status, 400);
});
