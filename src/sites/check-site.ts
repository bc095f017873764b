import { setTimeout as sleep } from 'node:timers/promises';
import type { Newsletter } from '../accounts/newsletter.ts';
import { lockNewsletter, setServedDomain } from '../accounts/queries.ts';
import { recordAudit } from '../journal/audit/record.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { lookAtSite, type SiteCheckContext } from './check.ts';
import { findSiteCheck, keepSiteCheck } from './queries.ts';
import type { SiteCheck } from './site-check.ts';

/** How many hours a domain that worked may fail before links lead to the installation's own address again. */
const patientHours = 72;

/**
 * Stores the result of a check. A domain that leads here becomes the newsletter's address. A domain that has failed for three days no
 * longer is: before that, a proxy or DNS may only be out of order. Nothing happens if the newsletter has got another domain meanwhile.
 */
export async function storeSiteCheck(db: Database, { key }: Newsletter, check: SiteCheck): Promise<void> {
  await inTransaction(db, async trx => {
    const newsletter = await lockNewsletter(trx, key, 'change');
    if (newsletter?.domain !== check.domain) return;
    const was_served = newsletter.served_domain !== '';
    const hours = await keepSiteCheck(trx, key, check, was_served && !check.is_served);
    if (check.is_served === was_served || (was_served && hours < patientHours)) return;
    await setServedDomain(trx, key, check.is_served ? check.domain : '');
    await recordAudit(
      trx,
      { type: 'service' },
      {
        newsletter_id: newsletter.id,
        action: check.is_served ? 'newsletter.domain_served' : 'newsletter.domain_left',
        object_id: newsletter.id,
      },
    );
  });
}

/** How long it takes until every process knows that the domain leads here, and a proxy may get its certificate. */
const knownMilliseconds = 6_000;

/**
 * Checks the newsletter's domain and stores the result. If DNS leads here for the first time and the domain does not answer yet, it is
 * probed once more, because its proxy may have had no permission to get a certificate.
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
