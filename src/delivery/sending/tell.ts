import { findNewsletterOf } from '../../accounts/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { countAll } from './progress.ts';
import { findEmailByKey } from './queries.ts';

/** `log` may be a request's log, whose lines have the id of the request. */
export type TellContext = { db: Database; log: Pick<Log, 'info' | 'warn'> };

type Happening = 'starts' | 'was sent' | 'failed' | 'is paused' | 'is resumed';

/**
 * Logs one line of level info that says what just happened to an email, with its counts. Call this after the commit; if the database does
 * not respond there is no line, and nothing else is affected.
 */
export async function tell({ db, log }: TellContext, email_key: number, happening: Happening): Promise<void> {
  try {
    const email = await findEmailByKey(db, email_key);
    if (!email) return;
    const { id, audience_frozen, status_reason, pause_reason, paused_by } = email;
    const newsletter = await findNewsletterOf(db, email);
    const counts = Object.entries(await countAll(db, email_key)).filter(
      ([name, count]) => name === 'recipients' || count > 0,
    );
    log.info(
      {
        email: id,
        newsletter: newsletter.id,
        ...Object.fromEntries(counts),
        ...(!audience_frozen && { more_to_come: true }),
        ...(happening === 'failed' && { reason: status_reason }),
        ...(happening === 'is paused' && { by: paused_by, reason: pause_reason }),
      },
      `an email ${happening}`,
    );
  } catch (error) {
    log.warn({ err: error }, `an email ${happening}, and its counts could not be read`);
  }
}
