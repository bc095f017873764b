import { continueWebhooksAfterSetBack } from '../accounts/webhooks/set-back.ts';
import { continueFeedsAfterSetBack } from '../automations/set-back.ts';
import { continueAfterSetBack } from '../delivery/ledger/set-back.ts';
import { continueTurnsAfterSetBack } from '../emails/in-flight.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { continueJobsAfterSetBack } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds.ts';

/**
 * What waits for a date continues within half a minute after the clock of the database or of this machine was set back. The log
 * says so.
 */
export function watchClock({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Rounds {
  return startRounds(
    async () => {
      const now = clock();
      const continued = {
        chunks: await continueAfterSetBack(db),
        emails: await continueTurnsAfterSetBack(db),
        jobs: await continueJobsAfterSetBack(db),
        webhooks: await continueWebhooksAfterSetBack(db, now),
        feeds: await continueFeedsAfterSetBack(db, now),
      };
      if (Object.values(continued).some(count => count > 0))
        log.warn(
          continued,
          'the clock was set back; what waited for a date that is now too far in the future continues',
        );
      return 'after_pause';
    },
    { pause_ms: 30_000, log, failure: 'the clock could not be checked' },
  );
}
