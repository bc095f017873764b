import { fileURLToPath } from 'node:url';
import type { FeedRow } from '../automations/definition/automation.ts';
import { type PollerContext, pollRound, runRound } from '../automations/poller.ts';
import { loadTheme } from '../engines/rendering/theme.ts';
import type { Log } from '../platform/log.ts';
import { createLog } from '../platform/log.ts';
import { type FeedServer, openFeedServer } from './feed-server.ts';
import { type Answer, startTestService, type TestService } from './postrider.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
type Json = any;

/** A service and a website whose clock only the test moves. The poller works when the test says so. */
export type FeedStage = {
  service: TestService;
  feeds: FeedServer;
  context: PollerContext;
  now(): Date;
  /** Moves the clock to a given time, or forward by minutes. */
  at(moment: string | Date): void;
  pass(minutes: number): void;
  /** Fetches every due feed, then runs every due automation. */
  round(): Promise<void>;
  /** Returns what is stored about the feed at this path. */
  feed(path: string): Promise<FeedRow>;
  /** Returns the minutes until the feed is fetched again. */
  untilFetch(path: string): Promise<number>;
  /** Moves the clock to the next fetch of the feed, and fetches it. */
  comeRound(path: string): Promise<void>;
  create(url: string, fields?: object): Promise<Answer>;
  /** Creates an automation and asserts success. Returns the automation. */
  follow(path: string, fields?: object): Promise<Json>;
  get(id: string): Promise<Json>;
  /** Returns title and status of the automation's items, first seen first. */
  items(id: string): Promise<string[][]>;
  /** Returns the subjects of the emails that it created, in order. */
  subjects(id: string): Promise<string[]>;
  close(): Promise<void>;
};

const theme = loadTheme(fileURLToPath(new URL('../../themes/default/', import.meta.url)));

export async function openFeedStage({
  start = '2026-01-05T00:00:00Z',
  env = {},
  log = createLog('silent'),
}: {
  start?: string;
  env?: Record<string, string>;
  log?: Log;
} = {}): Promise<FeedStage> {
  let now = new Date(start);
  const clock = () => now;
  await using opening = new AsyncDisposableStack(); // if something fails, everything opened before is closed
  const service = await startTestService({ clock, env, log });
  opening.defer(() => service.stop());
  const feeds = await openFeedServer();
  opening.defer(() => feeds.close());
  const { db, safe_fetch, config, api } = service;
  const context: PollerContext = {
    db,
    safe_fetch,
    clock,
    theme,
    log,
    random: () => 0,
    poll_minutes: config.FEED_POLL_MINUTES,
    emails_per_poll: config.FEED_EMAILS_PER_POLL,
    websub: config.WEBSUB === 'on',
  };
  const feed = (path: string) =>
    db
      .selectFrom('feeds')
      .selectAll()
      .where('url', '=', feeds.url + path)
      .executeTakeFirstOrThrow();
  const round = async () => {
    await pollRound(context);
    await runRound(context);
  };
  const create = (url: string, fields: object = {}) =>
    api('POST', '/v1/automations', {
      url,
      behavior: 'draft',
      cadence: 'every',
      subject: '{{ item.title }}',
      body: '{{ item.content }}\n\n{{ item.url }}',
      ...fields,
    });
  const opened = opening.move();
  return {
    service,
    feeds,
    context,
    now: clock,
    at: moment => {
      now = new Date(moment);
    },
    pass: minutes => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    round,
    feed,
    untilFetch: async path => (Date.parse((await feed(path)).next_poll_date ?? '') - now.getTime()) / 60_000,
    async comeRound(path) {
      now = new Date((await feed(path)).next_poll_date!);
      await round();
    },
    create,
    async follow(path, fields) {
      const { status, body, text } = await create(feeds.url + path, fields);
      if (status !== 201) throw new Error(text);
      return body;
    },
    get: async id => (await api('GET', `/v1/automations/${id}`)).body,
    async items(id) {
      const { body } = await api('GET', `/v1/automations/${id}/items?page_size=1000`);
      return body.results.map(({ title, status }: Json) => [title, status]).reverse();
    },
    async subjects(id) {
      const rows = await db
        .selectFrom('emails')
        .select('subject')
        .where('automation_id', '=', id)
        .orderBy('key')
        .execute();
      return rows.map(row => row.subject);
    },
    close: () => opened.disposeAsync(),
  };
}
