import { findLast } from '../../backups/queries.ts';
import type { Config } from '../../platform/config/config.ts';
import { nearestDue } from '../../platform/config/cron.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms, hour_ms } from '../../platform/durations.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong } = findingsOf('backup');

/** How late a scheduled backup may be before its absence is wrong. */
const patience = 6 * hour_ms;
/** How old the newest backup may be if none are scheduled. */
const oldest = 8 * day_ms;

/** Checks whether there is a good backup that is new enough. */
export async function checkBackups(
  db: Database,
  { BACKUP_URL, BACKUP_CRON }: Config,
  now: Date,
): Promise<Finding> {
  const [last, failed] = await Promise.all([findLast(db, 'good'), findLast(db, 'failed')]);
  const made = last && new Date(last.completion_date ?? last.creation_date).getTime();
  const detail = last
    ? `The last good backup is from ${last.creation_date}, in ${last.place}.`
    : 'No backup has been made.';
  const isAfter = failed && (last === undefined || failed.creation_date > last.creation_date);
  const why = isAfter ? ` The last attempt failed: ${failed.status_reason}` : '';
  if (BACKUP_URL === undefined)
    return made !== undefined && now.getTime() - made < oldest
      ? good('last backup', { detail })
      : warning('last backup', {
          detail: `${detail}${why} None are scheduled.`,
          remedy:
            'Set BACKUP_URL to a folder on another disk or to a bucket, unless you back up by other means: docs/backup.md',
        });
  const due = nearestDue(BACKUP_CRON, new Date(now.getTime() - patience), 'last')?.getTime() ?? 0;
  return made !== undefined && made >= due
    ? good('last backup', { detail })
    : wrong('last backup', {
        detail: `${detail}${why}`,
        remedy:
          'Check that a worker is running and that BACKUP_URL can be written to, or make a backup now: npx postrider backup',
      });
}
