import type { Database } from '../platform/database/connect.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import type { SiteCheckContext } from './check.ts';
import { checkSite } from './check-site.ts';
import { listSitesDue } from './queries.ts';

const pauseMilliseconds = 300_000;
const atOnce = 20;

/** Checks the domains of newsletters in the background: once a day, and each hour while one does not work. */
export function watchSites(context: SiteCheckContext & { db: Database; log: Log }): Rounds {
  return startRounds(
    async signal => ((await checkSitesDue(context, signal)) === atOnce ? 'at_once' : 'after_pause'),
    {
      first_ms: pauseMilliseconds,
      pause_ms: pauseMilliseconds,
      log: context.log,
      failure: 'the check of domains failed',
    },
  );
}

/** Checks some of the domains that are due, and returns how many were checked. */
export async function checkSitesDue(
  context: SiteCheckContext & { db: Database; log: Log },
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { db, log } = context;
  let checked = 0;
  for (const newsletter of await listSitesDue(db, atOnce)) {
    if (signal.aborted) break;
    try {
      await checkSite(db, context, newsletter);
      checked += 1;
    } catch (error) {
      log.warn(
        { err: error, newsletter: newsletter.id },
        'a domain could not be checked; the others are still checked',
      );
    }
  }
  return checked;
}
