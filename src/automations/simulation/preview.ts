import type { Newsletter } from '../../accounts/newsletter.ts';
import { type RenderContext, type Rendered, renderDraft } from '../../delivery/sending/render.ts';
import { unwritten } from '../../delivery/sending/source.ts';
import { withSnippets } from '../../emails/snippets/change.ts';
import type { PackedFeed } from '../../engines/feeds/feed.ts';
import { type Cadence, nextRuns, readCadence } from '../../platform/cadence.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { DomainError, domainError } from '../../platform/errors.ts';
import { withoutCredentials } from '../../platform/safe-fetch/credentials.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { openThread, ThreadFailure } from '../../platform/threads/threads.ts';
import { chooseAudience } from '../definition/audience.ts';
import type { AutomationCreate } from '../definition/input.ts';
import type { FirstLook } from '../feeds/first-look.ts';
import type { PollContext } from '../feeds/poll.ts';
import { lookAgain } from '../feeds/recent-looks.ts';
import { issueWordsIn } from '../issues/issue-words.ts';
import { checkTemplate } from '../issues/template.ts';
import {
  type ListedItem,
  type Previewed,
  type PreviewTask,
  type Render,
  simulatePreview,
} from './preview-work.ts';

export type PreviewContext = Omit<PollContext, 'db'> & RenderContext;

type PreviewInput = Omit<AutomationCreate, 'name'> & { max_age?: number };

/** A feed as read for a preview; `feed` is null if it could not be read, with the reason in `error`. */
export type PreviewedFeed = { fetch_url: string; feed: PackedFeed | null; error: string };

export type AutomationPreview = {
  /** The feeds in the order of the request; at least one could be read. */
  feeds: PreviewedFeed[];
  emails: { date: Date; items: ListedItem[]; rendered: Rendered | null }[];
  /** An email about the newest items, whatever their status; null if the feed has none. */
  sample: { items: ListedItem[]; rendered: Rendered | null; reason: string } | null;
  items: ListedItem[];
  next_run_dates: Date[];
};

/** Longer than any simulation takes, without the time to render its emails. */
const elsewhere = openThread<PreviewTask, Previewed, Issue, Awaited<ReturnType<Render>>>(
  new URL('preview-thread.ts', import.meta.url),
  { deadline_ms: minute_ms },
);

type Issue = Parameters<Render>[0];

/**
 * Returns what creating an automation with these settings would do, without creating or sending anything: now, with the current items; with
 * `since`, as if it had been created then and the items had appeared on their dates. Throws the errors of a create, and `url_invalid` if no
 * feed can be reached. The items of a large feed never reach this thread.
 */
export async function previewAutomation(
  db: Database,
  context: PreviewContext,
  newsletter: Newsletter,
  input: PreviewInput,
  since: Date | undefined,
): Promise<AutomationPreview> {
  const { theme, clock, poll_minutes, emails_per_poll } = context;
  const { timezone } = newsletter;
  const cadence = readCadence(input.cadence, input.cadence_metadata);
  await checkTemplate(db, theme, newsletter, input);
  await inTransaction(db, trx => chooseAudience(trx, newsletter, input));
  const template = { subject: input.subject, body: await withSnippets(db, newsletter.key, input.body) };
  const looks = await lookAgain(context, newsletter.key, input.addresses, input.max_age ?? 0);
  const feeds = looks.map(showLook);
  if (feeds.every(({ feed }) => feed === null))
    throw domainError('url_invalid', 'automations.no_preview', {
      field: looks[0]?.field,
      reason: feeds[0]?.error,
    });
  const now = clock();
  const asked_minutes = input.poll_minutes ?? poll_minutes;
  const { status, skip_old_items, hold_minutes, item_filters } = input;
  const letters: Rendered[] = [];
  const task: PreviewTask = {
    settings: {
      cadence,
      timezone,
      status,
      skip_old_items,
      hold_minutes,
      item_filters,
      emails_per_poll,
      poll_minutes: asked_minutes,
    },
    template,
    newsletter,
    words: issueWordsIn(theme.catalogue.in(newsletter)),
    now,
    since: since ?? null,
    feeds: feeds.map(({ fetch_url, feed }) => ({
      items: feed?.items ?? null,
      shown: { title: feed?.title ?? '', url: withoutCredentials(feed?.url ?? fetch_url) },
    })),
  };
  const render: Render = async issue => {
    try {
      letters.push(await renderDraft(db, context, newsletter, draftOf(input, issue)));
      return letters.length - 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { code: error.code, detail: error.detail };
    }
  };
  const isLarge = feeds.some(({ feed }) => feed?.items instanceof Uint8Array);
  const { emails, sample, items } = isLarge
    ? await simulateElsewhere(task, render)
    : await simulatePreview(task, render);
  const letterOf = <One extends { letter: number | null }>({ letter, ...one }: One) => ({
    ...one,
    rendered: letter === null ? null : (letters[letter] ?? null),
  });
  return {
    feeds,
    emails: emails.map(letterOf),
    sample: sample && letterOf(sample),
    items,
    next_run_dates: status === 'active' ? nextDates(cadence, timezone, now, asked_minutes) : [],
  };
}

async function simulateElsewhere(task: PreviewTask, render: Render): Promise<Previewed> {
  try {
    return await elsewhere.run(task, render);
  } catch (error) {
    if (!(error instanceof ThreadFailure && error.is_late)) throw error;
    throw domainError('url_invalid', 'automations.feed_too_large', { reason: error.message });
  }
}

function showLook({ url, answer }: FirstLook): PreviewedFeed {
  if (answer.kind === 'fetched') return { fetch_url: url, feed: answer.feed, error: '' };
  const error = 'reason' in answer ? answer.reason : sentence('feeds.try_later');
  return { fetch_url: url, feed: null, error };
}

function nextDates(cadence: Cadence, timezone: string, now: Date, poll_minutes: number): Date[] {
  if (cadence.cadence !== 'every') return nextRuns(cadence, timezone, now, 10);
  return Array.from({ length: 10 }, (_, at) => new Date(now.getTime() + (at + 1) * poll_minutes * minute_ms));
}

function draftOf(input: PreviewInput, { subject, body }: { subject: string; body: string }) {
  return { ...unwritten, subject, body, email_type: input.email_type };
}
