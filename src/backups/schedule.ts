import { recordEvent } from '../journal/record.ts';
import type { Clock } from '../platform/clock.ts';
import { type Cron, nearestDue } from '../platform/config/cron.ts';
import type { Database } from '../platform/database/connect.ts';
import { tryToHoldLock } from '../platform/database/hold-lock.ts';
import { hour_ms } from '../platform/durations.ts';
import { messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { clearInterrupted } from './interrupted.ts';
import { makeBackup } from './make.ts';
import type { Place } from './places.ts';
import { findLastScheduled, findOldestNewsletter } from './queries.ts';
import { outdated, scheduledName } from './retention.ts';
import type { BackupSource } from './write.ts';

export type ScheduleContext = {
  db: Database;
  log: Log;
  clock: Clock;
  installation_id: string;
  /** Returns the source of a backup, as it is at each call. */
  source: () => BackupSource;
  place: Place;
  cron: Cron;
};

/** After a failure the backup is tried again this much later, or when it is due next. */
const retryMilliseconds = hour_ms;
const lookMilliseconds = 30_000;

/**
 * Makes scheduled backups in the background. One of all workers makes each backup, reads it again, and deletes those that are no longer
 * kept. A missed backup is made as soon as a worker runs, and the first one at once. `stop` ends one in progress.
 */
export function startBackups(context: ScheduleContext): Rounds {
  return startRounds(
    async signal => {
      await backUpIfDue(context, signal);
      return 'after_pause';
    },
    {
      first_ms: 5000,
      pause_ms: lookMilliseconds,
      log: context.log,
      failure: 'the schedule of backups failed',
    },
  );
}

/** Makes the scheduled backup if one is due and no other worker is making it. Returns whether it made one. */
export async function backUpIfDue(
  context: ScheduleContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  if (!(await isDue(context))) return false;
  await using claim = await tryToHoldLock(context.db, "hashtextextended('backups', 38)");
  if (!claim) return false;
  await clearInterrupted(context.db);
  if (!(await isDue(context))) return false; // another worker made it meanwhile
  await backUp(context, signal);
  return true;
}

async function isDue({ db, clock, cron }: ScheduleContext): Promise<boolean> {
  const last = await findLastScheduled(db);
  if (!last || last.is_future) return true; // made before the clock was set back
  const due = nearestDue(cron, clock(), 'last');
  const begun = Date.parse(last.creation_date);
  if (last.status === 'failed' && begun <= clock().getTime() - retryMilliseconds) return true;
  // A backup in progress counts as due only to find out whether its worker is still alive.
  return (due !== undefined && begun < due.getTime()) || last.status === 'in_progress';
}

async function backUp(context: ScheduleContext, signal: AbortSignal): Promise<void> {
  const { log, clock, place, installation_id } = context;
  const source = { ...context.source(), signal };
  const file = scheduledName(installation_id, clock(), source.passphrase !== null);
  try {
    const { size } = await makeBackup(source, place, file, 'scheduled', trx => announceFailure(trx, place));
    log.info({ place: place.name, file, size }, 'a backup was made and read back');
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, place: place.name, file }, 'a backup failed');
    return;
  }
  try {
    const names = (await place.list()).map(({ name }) => name);
    for (const name of outdated(names, installation_id)) await place.remove(name);
  } catch (error) {
    log.warn({ place: place.name, reason: messageOf(error) }, 'old backups could not be deleted');
  }
}

/** Records the failure in the journal of the installation's first newsletter, whose owner runs the installation. */
async function announceFailure(trx: Database, place: Place): Promise<void> {
  const newsletter = await findOldestNewsletter(trx);
  if (newsletter)
    await recordEvent(trx, newsletter.key, { event_type: 'backup.failed', data: { place: place.name } });
}
