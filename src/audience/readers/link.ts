import type { Selectable } from 'kysely';
import type { LinkPurpose } from '../../links/readers.ts';
import type { ReaderLinks } from '../../platform/database/schema.ts';
import { day_ms, hour_ms } from '../../platform/durations.ts';

/** A link that is mailed to a subscriber and can be used once. */
export type ReaderLink = Omit<Selectable<ReaderLinks>, 'purpose'> & { purpose: LinkPurpose };

/** How long a link is valid, and how many of its kind can be mailed to one person, so that nobody can flood a mailbox. */
export const linkRules: Record<LinkPurpose, { good_for: number; at_most: number; within: number }> = {
  sign_in: { good_for: hour_ms, at_most: 3, within: hour_ms },
  address_change: { good_for: day_ms, at_most: 3, within: day_ms },
  return: { good_for: 7 * day_ms, at_most: 1, within: day_ms },
};

export function isOver(
  link: Pick<ReaderLink, 'purpose' | 'creation_date' | 'used_date'>,
  now: Date,
): boolean {
  const { good_for } = linkRules[link.purpose];
  return link.used_date !== null || now.getTime() >= Date.parse(link.creation_date) + good_for;
}
