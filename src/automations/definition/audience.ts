import type { Newsletter } from '../../accounts/newsletter.ts';
import { settleAudience } from '../../audience/filter/tag-lists.ts';
import { refuseSlow } from '../../emails/audience.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { AutomationCreate } from './input.ts';

/** Returns the audience of a new automation, as stored. Throws `tag_invalid`, `request_invalid`, `filter_too_slow`. */
export async function chooseAudience(
  trx: Database,
  { key }: Newsletter,
  {
    included_tags,
    excluded_tags,
    filters,
  }: Pick<AutomationCreate, 'included_tags' | 'excluded_tags' | 'filters'>,
) {
  const asked = { included_tags, excluded_tags, filters };
  const audience = await settleAudience(trx, key, asked, 'request_invalid');
  await refuseSlow(trx, key, audience.filters);
  return audience;
}
