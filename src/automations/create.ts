import type { Newsletter } from '../accounts/newsletter.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import { nextRun, readCadence } from '../platform/cadence.ts';
import { asColumns } from '../platform/database/as-columns.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import { followFeeds } from './choose-feeds.ts';
import { chooseAudience } from './definition/audience.ts';
import type { Automation } from './definition/automation.ts';
import { fields } from './definition/fields.ts';
import type { AutomationCreate } from './definition/input.ts';
import { findAutomation, insertAutomation } from './definition/queries.ts';
import { lookAtFeeds } from './feeds/first-look.ts';
import type { PollContext } from './feeds/poll.ts';
import { lockFeedsAt } from './feeds/queries.ts';
import { checkTemplate } from './issues/template.ts';

export type AutomationContext = Omit<PollContext, 'db'> & { theme: Theme };

/**
 * Creates an automation. Fetches each of its feeds once; the current items are old, unless `skip_old_items` is false. A
 * feed that cannot be reached is fetched again later, and gets its baseline then. Throws `url_invalid`,
 * `subject_invalid`, `body_invalid`, `cadence_metadata_invalid`, `tag_invalid`, `filter_too_slow`.
 */
export async function createAutomation(
  db: Database,
  context: AutomationContext,
  newsletter: Newsletter,
  { addresses, skip_old_items, included_tags, excluded_tags, filters, ...input }: AutomationCreate,
  by: string | null = null,
): Promise<Automation> {
  const cadence = readCadence(input.cadence, input.cadence_metadata);
  await checkTemplate(db, context.theme, newsletter, input);
  const looks = await lookAtFeeds(context, addresses);
  return inTransaction(db, async trx => {
    const now = context.clock();
    const added = await lockFeedsAt(
      trx,
      looks.map(({ url }) => url),
    );
    const id = newId();
    const audience = await chooseAudience(trx, newsletter, { included_tags, excluded_tags, filters });
    const due = input.status === 'active' ? nextRun(cadence, newsletter.timezone, now) : null;
    const automation_key = await insertAutomation(trx, {
      ...asColumns(fields, { ...input, ...audience, skip_old_items }),
      id,
      newsletter_key: newsletter.key,
      changed_by: by,
      due_date: due === null ? null : due.toISOString(),
      due_timezone: newsletter.timezone,
      creation_date: now.toISOString(),
      modification_date: now.toISOString(),
    });
    const wanted = addresses;
    await followFeeds(trx, context, automation_key, { wanted, looks, added, skip_old_items, now });
    return (await findAutomation(trx, newsletter.key, id))!;
  });
}
