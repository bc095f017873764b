import { setTimeout as sleep } from 'node:timers/promises';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { lookAtSite, type SiteCheckContext } from './check.ts';
import { findSiteCheck } from './queries.ts';
import { storeSiteCheck } from './store-check.ts';

/** After this time, every process knows that the domain leads here, and a proxy may get its certificate. */
const knownMilliseconds = 6_000;

/**
 * Checks the newsletter's domain and keeps what was found. If DNS leads here for the first time, and the domain does not answer yet,
 * its proxy may have had no permission to get a certificate, so it is asked once more.
 */
export async function checkSite(
  db: Database,
  context: SiteCheckContext,
  newsletter: Newsletter,
): Promise<void> {
  const before = await findSiteCheck(db, newsletter);
  const found = await lookAtSite(db, context, newsletter);
  await storeSiteCheck(db, newsletter, found);
  if (found.is_served || !found.is_pointed || before?.is_pointed) return;
  await sleep(knownMilliseconds);
  await storeSiteCheck(db, newsletter, await lookAtSite(db, context, newsletter));
}
