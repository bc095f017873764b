import { sentence } from '../../platform/sentences/sentence.ts';
import type { Identity, KnownItem } from './identity.ts';

/** A known item with the evidence of its age. */
export type DatedItem = KnownItem & { publish_date: string; first_seen_date: string };

/** An item of a response; `publish_date` is the feed's, or null. */
export type PlacedItem = { identity: Identity; publish_date: string | null };

/** `old`: the item is older than the items of the last fetch; `certain`: position and date agree. */
export type Judgement = Identity | { is: 'old'; certain: boolean; reason: string };

/** The order of a feed: whether the newest item is first or last; null if it is not sorted by age. */
type Order = 'newest first' | 'newest last' | null;

/** The items of a response, those of the previous response, and what is known about both. */
type Context = {
  items: readonly PlacedItem[];
  known: ReadonlyMap<number, DatedItem>;
  /** The keys of the items of the last response, in order; null if unknown. */
  shown: readonly number[] | null;
  read_before: Date | null;
};

/** The share of neighbouring pairs that must agree for a feed to count as sorted; pinned posts break some. */
const sortedShare = 0.75;
const tellingSteps = 3;

/**
 * Classifies each item of a response, in order. An unknown item is new, unless its position or its date shows that it is older than the
 * items of the last fetch: below the last known item, older items appear when others leave. At the top, where new posts appear, a single
 * item that is only dated back is new.
 */
export function judgeAge(context: Context): Judgement[] {
  const { items } = context;
  const reference = referenceOf(context);
  if (reference === null) return items.map(({ identity }) => identity);
  const { first, last, order } = placesOf(context);
  const seen = items.map(({ identity, publish_date }, at) => {
    const date = publish_date === null || !reference.tells ? null : Date.parse(publish_date);
    return {
      is_known: identity.is === 'known',
      is_head: order === 'newest first' ? at < first : order === 'newest last' && at > last,
      is_tail:
        first < 0 ? false : order === 'newest first' ? at > last : order === 'newest last' && at < first,
      is_older: date !== null && date < reference.oldest,
      is_newer: date !== null && date > reference.newest,
    };
  });
  const datedBack = seen.filter(one => !one.is_known && one.is_head && one.is_older).length;
  const atTail = seen.filter(one => !one.is_known && one.is_tail).length;
  // An item added at the end of a list in unknown order.
  const isAppended = atTail === 1 && !reference.has_left && !isSortedForSure(context);
  return items.map(({ identity }, at) => {
    const { is_known, is_head, is_tail, is_older, is_newer } = seen[at] as (typeof seen)[number];
    if (is_known) return identity;
    if (is_tail && is_older) return { is: 'old', certain: true, reason: sentence('items.older_than_before') };
    if (is_tail && !is_newer && !isAppended)
      return { is: 'old', certain: false, reason: sentence('items.below_before') };
    const isOnlyDatedBack = is_head && first >= 0 && datedBack === 1;
    return is_older && !isOnlyDatedBack
      ? { is: 'old', certain: false, reason: sentence('items.dated_before') }
      : identity;
  });
}

/**
 * Returns the items of the last response that were withdrawn since: they are gone although the feed still reaches back as far. Items pushed
 * out by newer ones are not withdrawn.
 */
export function findWithdrawn(context: Context, judgements: readonly Judgement[]): number[] {
  const { items, shown } = context;
  const order = orderOf(context);
  if (shown === null || order === null) return [];
  const there = new Set(keysOf(items));
  const newestFirst = order === 'newest first' ? shown : shown.toReversed();
  const isShorter =
    items.length < shown.length || judgements.some(judgement => judgement.is === 'old' && judgement.certain);
  let older = 0;
  const withdrawn: number[] = [];
  for (const key of newestFirst.toReversed()) {
    if (there.has(key)) older += 1;
    // A single older item that is still there may be a pinned post, which stays whatever is pushed out and so proves nothing.
    else if (older > 1 || (older === 1 && isShorter)) withdrawn.push(key);
  }
  return withdrawn;
}

/** Returns the dates to compare with; null if the earlier items are unknown. */
function referenceOf({ items, known, shown, read_before }: Context) {
  if (read_before === null || shown === null) return null;
  const survivors = keysOf(items);
  const dates = [...new Set([...shown, ...survivors])].flatMap(key => {
    const one = known.get(key);
    // An undated item has the date of its first fetch, which says nothing about its age.
    return one && one.publish_date !== one.first_seen_date ? Date.parse(one.publish_date) : [];
  });
  const dated = items.filter(one => one.identity.is === 'known' && one.publish_date !== null);
  const redated = dated.filter(one => Date.parse(one.publish_date as string) > read_before.getTime());
  const there = new Set(survivors);
  const newest = dates.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return {
    newest,
    // If nothing is left of the earlier items, only items newer than all of them are certain to be new.
    oldest: survivors.length === 0 ? newest : dates.reduce((a, b) => Math.min(a, b), newest),
    // If a feed dates old items after the last fetch, its dates prove nothing.
    tells: dates.length > 0 && redated.length * 2 <= dated.length,
    has_left: shown.some(key => !there.has(key)),
  };
}

/** Returns the first and last position of known items (-1 if none), and which end is the top. */
function placesOf(context: Context): { first: number; last: number; order: Order } {
  const isKnown = context.items.map(({ identity }) => identity.is === 'known');
  return { first: isKnown.indexOf(true), last: isKnown.lastIndexOf(true), order: orderOf(context) };
}

/** Most feeds have the newest item first, so that is assumed if nothing else is known. */
function orderOf(context: Context): Order {
  const share = shareOfDescending(context);
  if (share === null || share >= sortedShare) return 'newest first';
  return share <= 1 - sortedShare ? 'newest last' : null;
}

function isSortedForSure(context: Context): boolean {
  return shareOfDescending(context) !== null;
}

/** Returns the share of neighbouring pairs with the newer item first; null if the dates do not tell. */
function shareOfDescending({ known, shown, items }: Context): number | null {
  for (const keys of [shown ?? [], keysOf(items)]) {
    const there = keys.flatMap(key => known.get(key) ?? []);
    for (const date of ['publish_date', 'first_seen_date'] as const) {
      const dates = there.map(one => Date.parse(one[date]));
      const steps = dates.slice(1).map((later, at) => (dates[at] as number) - later);
      const falls = steps.filter(step => step > 0).length;
      const rises = steps.filter(step => step < 0).length;
      // A single pinned or back-dated post does not reverse the order of a short feed.
      if (falls + rises >= tellingSteps || (falls > 0 && rises === 0)) return falls / (falls + rises);
    }
  }
  return null;
}

function keysOf(items: readonly PlacedItem[]): number[] {
  return items.flatMap(({ identity }) => (identity.is === 'known' ? identity.key : []));
}
