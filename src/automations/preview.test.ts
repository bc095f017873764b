import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { wellFormed } from '../testing/samples/feeds.ts';
import { runRound } from './poller.ts';

let stage: FeedStage;
let api: FeedStage['service']['api'];
let path: string;
let count = 0;
before(async () => {
  stage = await openFeedStage();
  api = stage.service.api;
});
after(() => stage.close());
beforeEach(() => {
  count += 1;
  path = `/feed-${count}.xml`;
  stage.feeds.put(path, rss([post('old')]));
});

const publish = (...names: string[]) => stage.feeds.put(path, rss(names.map(post)));
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
};

test('a preview creates nothing and shows what the automation would do with the feed', async () => {
  stage.at('2026-06-10T12:00:00Z');
  const dated = (name: string, date: string) => ({ ...post(name), date });
  stage.feeds.put(
    path,
    rss([
      dated('c', '2026-06-09T10:00:00Z'),
      dated('b', '2026-06-03T10:00:00Z'),
      dated('a', '2026-01-01T10:00:00Z'),
    ]),
  );
  const settings = {
    url: stage.feeds.url + path,
    behavior: 'emails',
    subject: 'New: {{ item.title }}',
    ...weekly,
  };
  const before = await stage.service.db.selectFrom('feeds').select('key').execute();
  const { status, body } = await api('POST', '/v1/automations/preview', { ...settings, since: 30 });
  assert.equal(status, 200);
  assert.deepEqual(
    body.emails.map((email: { date: string; items: { title: string }[]; rendered: { subject: string } }) => [
      email.date,
      email.items.map(({ title }) => title),
      email.rendered.subject,
    ]),
    [['2026-06-08T09:00:00.000Z', ['b'], 'New: b']],
  );
  assert.deepEqual(
    new Map(body.items.map(({ title, status }: { title: string; status: string }) => [title, status])),
    new Map([
      ['a', 'irrelevant'],
      ['b', 'processed'],
      ['c', 'queued'],
    ]),
  );
  assert.equal(body.next_run_dates.length, 10);
  assert.equal(body.next_run_dates[0], '2026-06-15T09:00:00.000Z');
  const { body: at_creation } = await api('POST', '/v1/automations/preview', settings);
  assert.deepEqual(at_creation.emails, []);
  assert.equal(at_creation.sample.rendered.subject, 'New: c');
  assert.equal(at_creation.sample.items.length, 3);
  const { body: all } = await api('POST', '/v1/automations/preview', { ...settings, skip_old_items: false });
  assert.deepEqual(
    all.emails[0].items.map(({ title }: { title: string }) => title),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(await stage.service.db.selectFrom('feeds').select('key').execute(), before);
  for (const since of ['90', '90 days', '2026-01-01T00:00:00Z'])
    assert.equal((await api('POST', '/v1/automations/preview', { ...settings, since })).status, 200, since);
  for (const since of ['yesterday', -1, 99999, {}])
    assert.equal(
      (await api('POST', '/v1/automations/preview', { ...settings, since })).status,
      400,
      `${since}`,
    );
  stage.feeds.put(path, { status: 500 });
  assert.equal((await api('POST', '/v1/automations/preview', settings)).body.code, 'url_invalid');
});

test('a preview refuses an audience that creating refuses, in the same words', async () => {
  const unknown = [{ field: 'subscriber.segment', operator: 'equals', value: 'nobody' }];
  for (const audience of [
    { included_tags: ['nobody'] },
    { excluded_tags: ['nobody'] },
    { filters: unknown },
  ]) {
    const input = { url: stage.feeds.url + path, behavior: 'draft', cadence: 'every', ...audience };
    const asked = { ...input, subject: '{{ item.title }}', body: '{{ item.content }}' };
    const preview = await api('POST', '/v1/automations/preview', asked);
    const created = await api('POST', '/v1/automations', asked);
    assert.equal(preview.status, 400, preview.text);
    assert.deepEqual(preview.body, created.body);
  }
});

test('a preview shows which items would fail or be empty, and renders the others', async () => {
  publish('good', 'empty', 'endless', 'old');
  const { body } = await api('POST', '/v1/automations/preview', {
    url: stage.feeds.url + path,
    behavior: 'draft',
    cadence: 'every',
    skip_old_items: false,
    subject: '{{ item.title }}',
    body: '{% if item.title == "endless" %}{% for i in (1..9999999) %}x{% endfor %}{% elsif item.title != "empty" %}{{ item.title }}{% endif %}',
  });
  const became = new Map(
    body.items.map(({ title, ...rest }: Record<string, string>) => [title, rest]),
  ) as Map<string, Record<string, string>>;
  assert.equal(became.get('good')?.status, 'processed');
  assert.equal(became.get('empty')?.status, 'skipped');
  assert.match(became.get('empty')?.reason ?? '', /empty/);
  assert.equal(became.get('endless')?.status, 'errored');
  assert.match(became.get('endless')?.reason ?? '', /^body, line 1/);
  assert.deepEqual(
    body.emails.map((email: { rendered: { subject: string } }) => email.rendered.subject),
    ['old', 'good'],
  );
});

const dated = (name: string, date: string) => ({ ...post(name), date });
const days = Array.from({ length: 14 }, (_, at) =>
  dated(`day-${at}`, `2026-01-0${1 + (at % 5)}T0${at % 10}:00:00Z`),
);
/** Typical feeds: sorted and not, dated, half dated and undated, long, short and empty. */
const documents = {
  ...wellFormed,
  'fourteen posts, dates in any order': rss(days),
  'the oldest first': rss(days.toSorted((a, b) => a.date.localeCompare(b.date))),
  'no dates': rss(days.map(({ title }) => post(title))),
  'half of the dates': rss(days.map((one, at) => (at % 2 === 0 ? one : post(one.title)))),
  'one post': rss(days.slice(0, 1)),
  'no post': rss([]),
};

test('the preview of each recorded feed matches what an automation does, with all settings', async () => {
  const { db } = stage.service;
  const cadences = [
    { cadence: 'every', hold_minutes: 0 },
    { cadence: 'every', hold_minutes: 45 },
    { ...weekly, hold_minutes: 0 },
    { ...weekly, cadence: 'monthly', cadence_metadata: { monthday: 'lastday', time: '23' } },
  ];
  let made = 0;
  let turn = 0;
  const item_filters = {
    include: { titles: ['day', 'only', 'the', 'a', '1'] },
    exclude: { titles: ['4'], categories: ['Sponsored', 'one'], authors: ['Eve'] },
  };
  const beside = rss([...days.slice(3, 9), post('only here')]);
  // Across all documents, each setting meets every combination of the other settings.
  const extras = [{}, { item_filters }, { beside }, { item_filters, beside }];
  for (const [number, [name, document]] of Object.entries(documents).entries()) {
    for (const settings of cadences)
      for (const skip_old_items of number % 2 === 0 ? [true, false] : [false, true])
        for (const status of ['active', 'inactive']) {
          turn += 1;
          const extra = extras[(turn + number) % extras.length] as (typeof extras)[number];
          const here = `/recorded-${turn}`;
          stage.feeds.put(here, document);
          stage.feeds.put(`${here}-beside`, extra.beside ?? '');
          const input = {
            url: stage.feeds.url + here,
            behavior: 'draft',
            subject: '{{ items.size }}: {{ item.title }}',
            body: '{% for item in items %}<p>{{ item.title }} {{ item.url }}</p>{% endfor %}-',
            ...settings,
            skip_old_items,
            status,
            ...(extra.item_filters && { item_filters: extra.item_filters }),
            ...(extra.beside && { urls: ['', '-beside'].map(which => stage.feeds.url + here + which) }),
          };
          const what = `${name} ${JSON.stringify(settings)} ${skip_old_items} ${status} ${Object.keys(extra)}`;
          const { body: preview, text } = await api('POST', '/v1/automations/preview', input);
          assert.ok(preview?.emails, `${what}: ${text}`);
          const { body: created } = await api('POST', '/v1/automations', input);
          const { due_date } = await db
            .selectFrom('automations')
            .select('due_date')
            .where('id', '=', created.id)
            .executeTakeFirstOrThrow();
          if (status === 'active' && due_date !== null) {
            stage.at(due_date);
            await runRound(stage.context);
          }
          const { body: items } = await api('GET', `/v1/automations/${created.id}/items?page_size=1000`);
          const shown = (all: { url: string; title: string; status: string; reason: string }[]) =>
            all
              .map(({ url, title, status: became, reason }) => `${became} ${reason} ${title} ${url}`)
              .toSorted();
          assert.deepEqual(shown(preview.items), shown(items.results), what);
          assert.deepEqual(
            preview.emails.map((email: { rendered: { subject: string } }) => email.rendered.subject),
            await stage.subjects(created.id),
            what,
          );
          made += preview.emails.length;
          await api('DELETE', `/v1/automations/${created.id}`);
        }
  }
  assert.ok(made > 20, `${made} emails prove little`);
});
