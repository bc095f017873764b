import { sentence } from '../../platform/sentences/sentence.ts';
import { type Filtered, type ItemFilters, openFilters } from '../definition/item-filters.ts';

/** A queued item. `is_decided`: a person decided that it should be mailed. */
export type Waiting = Filtered & {
  feed_key: number;
  feed_title: string;
  traits: readonly number[];
  is_decided: boolean;
};

/** An item that the automation has mailed (`processed`) or knows as old (`irrelevant`). */
export type Elsewhere = Pick<Waiting, 'feed_key' | 'feed_title' | 'traits'> & { status: string };

/**
 * Returns why each of the items to be mailed, in order, is left out; empty if it is mailed. Reasons are filters that have changed since the
 * item was queued, and the same post in another feed that was mailed before, is old, or comes earlier in the list. An item on which a
 * person decided is left out only if the post has been mailed.
 */
export function leaveOut(
  waiting: readonly Waiting[],
  filters: ItemFilters,
  elsewhere: readonly Elsewhere[],
): string[] {
  const refusalOf = openFilters(filters);
  const bearers = new Map<number, Elsewhere[]>();
  const note = (one: Elsewhere) => {
    for (const trait of one.traits) bearers.set(trait, [...(bearers.get(trait) ?? []), one]);
  };
  elsewhere.forEach(note);
  return waiting.map(item => {
    const refusal = item.is_decided ? '' : refusalOf(item);
    if (refusal !== '') return refusal;
    const same = item.traits
      .flatMap(trait => bearers.get(trait) ?? [])
      .find(one => one.feed_key !== item.feed_key && (!item.is_decided || one.status === 'processed'));
    if (same === undefined) {
      note({ ...item, status: 'processed' });
      return '';
    }
    const there = same.feed_title === '' ? 'another feed' : `"${same.feed_title}"`;
    return same.status === 'irrelevant'
      ? sentence('items.old_post_of', { feed: there })
      : sentence('items.same_post_as', { feed: there });
  });
}
