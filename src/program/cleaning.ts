import { pruneAnswers } from '../accounts/answer-queries.ts';
import { pruneAttempts as pruneSignInAttempts } from '../accounts/people/attempt-queries.ts';
import { pruneChallenges, pruneSessions, pruneSignInLinks } from '../accounts/people/session-queries.ts';
import { pruneLinks } from '../audience/readers/queries.ts';
import { pruneAutomatic } from '../audience/replies/queries.ts';
import { automaticDays } from '../audience/replies/reply.ts';
import { sumCounts } from '../audience/subscribers/counts.ts';
import { pruneVersions } from '../audience/subscribers/versions.ts';
import { pruneFetches } from '../automations/feeds/fetch-queries.ts';
import { pruneFeeds } from '../automations/feeds/queries.ts';
import { bulkUndoDays, pruneFormer } from '../bulk-actions/types/former-queries.ts';
import { pruneDomainReports } from '../delivery/domain-reports/queries.ts';
import { reportDays } from '../delivery/domain-reports/take.ts';
import { pruneFeedback } from '../delivery/feedback/queries.ts';
import { pruneDigestItems } from '../delivery/ledger/digest-items.ts';
import { countDomains, countedDays, pruneDomainCounts } from '../delivery/ledger/domain-counts.ts';
import { dropDeliveries } from '../delivery/ledger/drop.ts';
import { removeDeliveries } from '../delivery/ledger/remove.ts';
import { figureDays, prunePostmaster } from '../delivery/postmaster/queries.ts';
import { pruneBudgets } from '../delivery/sending/budgets.ts';
import { pruneHits, removeHits } from '../delivery/tracking/hit-queries.ts';
import { pruneWarmUpCounts } from '../delivery/warm-ups/today.ts';
import { findDropping, noteAllDropped } from '../emails/queries.ts';
import { pruneCounted } from '../emails/recipients-bound.ts';
import { sumGrowth } from '../journal/growth.ts';
import { pruneEvents } from '../journal/prune.ts';
import { pruneExports } from '../moving/exports/clean.ts';
import { pruneImports } from '../moving/imports/clean.ts';
import { undoDays } from '../moving/imports/import.ts';
import { pruneGifts } from '../payments/gift-queries.ts';
import { pruneNotices } from '../payments/notice.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { pruneMarks } from '../platform/replicas/marks.ts';
import type { CleaningStep } from '../platform/rounds/cleaning.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { pruneAttempts, pruneUntold } from '../webhooks/prune.ts';
import { removeDeletedNewsletter } from './remove-deleted.ts';

type Kept = Pick<Config, 'EVENT_DAYS' | 'HIT_DAYS'>;

/**
 * Lists everything that is deleted because of its age or because its owner is gone: what it is, how often it is checked, and how long it is
 * kept. The table in docs/operations.md says the same.
 */
export function cleaningSteps(
  db: Database,
  store: FileStore,
  { EVENT_DAYS, HIT_DAYS }: Kept,
): CleaningStep[] {
  const hourly = 60;
  const day = 24;
  const table: [string, number, number, (before: Date, limit: number) => Promise<number>][] = [
    [
      'responses kept for an Idempotency-Key',
      hourly,
      day,
      (before, limit) => pruneAnswers(db, before, limit),
    ],
    ['counts of recipients for key bounds', hourly, day, (before, limit) => pruneCounted(db, before, limit)],
    ['full budgets of receiving domains', hourly, 1, (before, limit) => pruneBudgets(db, before, limit)],
    [
      'daily counts of warm-up plans',
      hourly,
      60 * day,
      (before, limit) => pruneWarmUpCounts(db, before, limit),
    ],
    ['links mailed to readers', hourly, 30 * day, (before, limit) => pruneLinks(db, before, limit)],
    ['notices of Stripe', hourly, 90 * day, (before, limit) => pruneNotices(db, before, limit)],
    ['gifts that nobody has paid for', hourly, 30 * day, (before, limit) => pruneGifts(db, before, limit)],
    ['sessions of people', hourly, 14 * day, (before, limit) => pruneSessions(db, before, limit)],
    ['sign-in links of people', hourly, day, (before, limit) => pruneSignInLinks(db, before, limit)],
    ['marks for replicas', hourly, day, (before, limit) => pruneMarks(db, before, limit)],
    ['answered passkey challenges', hourly, 1, (before, limit) => pruneChallenges(db, before, limit)],
    ['attempts to sign in', hourly, 1, (before, limit) => pruneSignInAttempts(db, before, limit)],
    ['feeds that no automation follows', hourly, day, (before, limit) => pruneFeeds(db, before, limit)],
    ['log of feed fetches', hourly, 90 * day, (before, limit) => pruneFetches(db, before, limit)],
    ['reports that match no delivery', hourly, 90 * day, (before, limit) => pruneFeedback(db, before, limit)],
    ['automatic replies', hourly, automaticDays * day, (before, limit) => pruneAutomatic(db, before, limit)],
    [
      'reports about domains',
      hourly,
      reportDays * day,
      (before, limit) => pruneDomainReports(db, before, limit),
    ],
    ['figures of Gmail', hourly, figureDays * day, (before, limit) => prunePostmaster(db, before, limit)],
    ['log of webhook attempts', hourly, 30 * day, (before, limit) => pruneAttempts(db, before, limit)],
    ['issues of digests', hourly, 0, (_, limit) => pruneDigestItems(db, limit)],
    ['exports', hourly, 0, (now, limit) => pruneExports(db, store, now, limit)],
    [
      'undo data and reports of imports',
      hourly,
      undoDays * day,
      (before, limit) => pruneImports(db, store, before, limit),
    ],
    [
      'former values of bulk actions',
      hourly,
      bulkUndoDays * day,
      (before, limit) => pruneFormer(db, before, limit),
    ],
    ['rows of deleted newsletters', 1, 0, (_, limit) => removeDeletedNewsletter(db, store, limit)],
    ['deliveries beyond delivery_months', hourly, 0, (now, limit) => dropOutdated(db, now, limit)],
    ['earlier values of subscribers', hourly, 0, (now, limit) => pruneVersions(db, now, limit)],
    ['notices for deleted webhooks', hourly, 0, (_, limit) => pruneUntold(db, limit)],
    ['individual opens and clicks', hourly, HIT_DAYS * day, (before, limit) => pruneHits(db, before, limit)],
    ['single counts of subscribers, once summed up', 1, 0, (_, limit) => sumCounts(db, limit)],
    ['single counts of growth, once summed up', hourly, 0, (_, limit) => sumGrowth(db, limit)],
    ['counts by receiving domain, made again', 1, 0, now => countDomains(db, now)],
    [
      'counts by receiving domain',
      hourly,
      (countedDays + 10) * day,
      (before, limit) => pruneDomainCounts(db, before, limit),
    ],
    ['events', hourly, EVENT_DAYS * day, (before, limit) => pruneEvents(db, before, limit)],
  ];
  return table.map(([name, every_minutes, kept_hours, remove]) => ({
    name,
    every_minutes,
    kept_hours,
    remove,
  }));
}

/**
 * Deletes at most `limit` deliveries or hits of an email whose newsletter no longer keeps them, and returns how many rows were deleted; 0
 * if there is no such email. After a crash it continues: the email records that some of its rows still exist.
 */
export async function dropOutdated(db: Database, now: Date, limit: number): Promise<number> {
  const key = await findDropping(db);
  if (key === undefined) return Number(await dropDeliveries(db, now));
  const rows = (await removeDeliveries(db, key, limit)) || (await removeHits(db, key, limit));
  if (rows > 0) return rows;
  await noteAllDropped(db, key);
  return 1;
}
