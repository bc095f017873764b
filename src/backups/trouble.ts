import { type Cron, nearestDue } from '../platform/config/cron.ts';
import type { Database } from '../platform/database/connect.ts';
import { day_ms } from '../platform/durations.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { findLast, findOldestNewsletter } from './queries.ts';

/** The most days since the last good backup where none is scheduled. */
const mostDays = 7;

export type BackupTrouble = { detail: string; date: string | null };

/**
 * Finds what an operator must do about the backups of the installation. With a schedule, the last good backup must be no older than the one
 * that was due a day ago. Without one, the last good backup of the embedded database must be no older than a week, because nobody else
 * backs that up. `date` is the date of the last good backup.
 */
export async function findBackupTrouble(
  db: Database,
  { cron, is_embedded, now }: { cron: Cron | undefined; is_embedded: boolean; now: Date },
): Promise<BackupTrouble | undefined> {
  const [good, failed, oldest] = await Promise.all([
    findLast(db, 'good'),
    findLast(db, 'failed'),
    findOldestNewsletter(db),
  ]);
  const date = good?.creation_date ?? null;
  const hasFailed = failed && (!good || failed.creation_date > good.creation_date);
  if (hasFailed) return { detail: sentence('backups.last_failed', { reason: failed.status_reason }), date };
  if (!cron && !is_embedded) return undefined;
  const due = cron
    ? nearestDue(cron, new Date(now.getTime() - day_ms), 'last')
    : new Date(now.getTime() - mostDays * day_ms);
  // An installation that is newer than that cannot have an older backup.
  const since = date ?? oldest?.creation_date;
  if (!due || !since || new Date(since) >= due) return undefined;
  const detail = cron ? sentence('backups.overdue') : sentence('backups.none_recent', { days: mostDays });
  return { detail, date };
}
