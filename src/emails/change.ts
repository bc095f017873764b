import type { Newsletter } from '../accounts/newsletter.ts';
import type { FilterGroup } from '../audience/filter/filter.ts';
import { settleAudience } from '../audience/filter/tag-lists.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import { onlyChanges } from '../platform/changes.ts';
import type { Database } from '../platform/database/connect.ts';
import type { EmailStatus } from '../platform/database/schema.ts';
import { chooseSlug } from './create.ts';
import { type Email, isUnsent } from './email.ts';
import { approvedFields, type FieldName } from './fields.ts';
import type { EmailUpdate } from './input.ts';
import { goesOut } from './launch.ts';
import { momentOf } from './publish-date.ts';
import { isHandedOver } from './queries.ts';
import { templates } from './templates.ts';

type Columns = Omit<Pick<Email, FieldName>, 'filters'> & { filters: FilterGroup | null };

/** The changes that a request makes to an email. */
export type Change = {
  before: Email;
  /** The fields that get another value. */
  wanted: Partial<Columns>;
  /** The requested status. */
  to: EmailStatus;
  is_move: boolean;
  /** Whether any recipient may already have the email. */
  is_handed_over: boolean;
  /** Whether the email is now to go out, or to go out at another time. */
  is_launch: boolean;
  /** Whether readers are to get or see the email, so that all its parts must be as the author has seen them. */
  is_release: boolean;
  /** Whether one of the email's templates changes. */
  is_rewrite: boolean;
  /** Whether something that an approval covers changes, for all readers or for those who get the email later. */
  is_recast: boolean;
  /** Whether the email then goes out in this form, so that its author must be allowed to send it. */
  asks_to_send: boolean;
};

/** Reads the meaning of `changes` for the email. Values that it has already change nothing. */
export async function readChange(
  trx: Database,
  newsletter: Newsletter,
  before: Email,
  changes: Partial<EmailUpdate>,
): Promise<Change> {
  const wanted: Partial<Columns> = onlyChanges(
    await asShown(trx, before),
    await resolve(trx, newsletter, before, changes),
  );
  const to = wanted.status ?? before.status;
  const is_move = to !== before.status;
  const is_handed_over = await isHandedOver(trx, before.key);
  const has = (names: readonly FieldName[]) => names.some(name => wanted[name] !== undefined);
  const isDelayed = to === 'scheduled' && wanted.publish_date !== undefined && !is_handed_over;
  const is_launch = is_move ? goesOut(to) : isDelayed;
  const is_release = is_move ? to !== 'draft' && to !== 'deleted' : isDelayed;
  const is_recast = has(approvedFields) && (isUnsent(before.status) || before.status === 'transactional');
  return {
    before,
    wanted,
    to,
    is_move,
    is_handed_over,
    is_launch,
    is_release,
    is_recast,
    is_rewrite: has([...templates, 'ab_test', 'reader_time']),
    asks_to_send: is_launch || (goesOut(to) && is_recast),
  };
}

/** Returns the email without deleted tags: clients do not see them, and omit them when they send the email back. */
async function asShown(trx: Database, email: Email): Promise<Email> {
  if (email.included_tags.length + email.excluded_tags.length === 0) return email;
  const tags = await openTagDirectory(trx, email.newsletter_key);
  return {
    ...email,
    included_tags: tags.present(email.included_tags),
    excluded_tags: tags.present(email.excluded_tags),
  };
}

async function resolve(
  trx: Database,
  { timezone }: Newsletter,
  before: Email,
  { included_tags, excluded_tags, filters, slug, publish_date, ...rest }: Partial<EmailUpdate>,
) {
  const { newsletter_key, subject, slug: present } = before;
  const audience = { included_tags, excluded_tags, filters };
  return {
    ...rest,
    publish_date: publish_date && momentOf(publish_date, timezone),
    ...(await settleAudience(trx, newsletter_key, audience, 'email_invalid', before)),
    slug:
      slug === undefined || slug === present
        ? slug
        : await chooseSlug(trx, newsletter_key, slug, rest.subject ?? subject, present),
  };
}
