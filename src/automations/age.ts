import type { Identity, KnownItem } from './identity.ts';

/** A known item with what tells its place in time. */
export type DatedItem = KnownItem & { publish_date: string; first_seen_date: string };

/** An item of an answer, `publish_date` as the feed says; null where it does not. */
export type PlacedItem = { identity: Identity; publish_date: string | null };

/** `old`: it is older than what was there at the last read; when that is `certain`, place and date agree on it. */
export type Judgement = Identity | { is: 'old'; certain: boolean; reason: string };

/** How a feed is sorted: whether the newest item stands first or last; null where it is not sorted by age. */
type Order = 'newest first' | 'newest last' | null;

/** The items of an answer, those of the one before it, and what is known of either. */
type Context = {
  items: readonly PlacedItem[];
  known: ReadonlyMap<number, DatedItem>;
  /** The keys of the items of the last answer, in its order; null when that is not known. */
  shown: readonly number[] | null;
  read_before: Date | null;
};

/** Of the pairs of neighbours, those that must agree for a feed to count as sorted: pinned posts break some. */
const sortedShare = 0.75;
const tellingSteps = 3;

/**
 * What each item of an answer is, in its order. One that is not known is new, unless its place or its date says that it
 * is older than what was there at the last read: below the last known item, items slide in when others leave. At the head,
 * where new posts appear, a single one that is only dated back is new.
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
  // One that was added at the end of a list of which nothing tells how it is sorted.
  const isAppended = atTail === 1 && !reference.has_left && !isSortedForSure(context);
  return items.map(({ identity }, at) => {
    const { is_known, is_head, is_tail, is_older, is_newer } = seen[at] as (typeof seen)[number];
    if (is_known) return identity;
    if (is_tail && is_older)
      return { is: 'old', certain: true, reason: 'It is older than what the feed held before.' };
    if (is_tail && !is_newer && !isAppended)
      return { is: 'old', certain: false, reason: 'It stands below what the feed held before.' };
    const isOnlyDatedBack = is_head && first >= 0 && datedBack === 1;
    return is_older && !isOnlyDatedBack
      ? { is: 'old', certain: false, reason: 'It is dated before what the feed held before.' }
      : identity;
  });
}

/**
 * The items of the last answer that were taken back since: they are gone, and the feed still reaches back as far. What
 * has been pushed out by newer ones is not withdrawn.
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
    // One that stays whatever is pushed out, as a pinned post does, proves nothing.
    else if (older > 1 || (older === 1 && isShorter)) withdrawn.push(key);
  }
  return withdrawn;
}

/** What dates are compared with; null when it is not known what was there. */
function referenceOf({ items, known, shown, read_before }: Context) {
  if (read_before === null || shown === null) return null;
  const survivors = keysOf(items);
  const dates = [...new Set([...shown, ...survivors])].flatMap(key => {
    const one = known.get(key);
    // One without a date of its own has that of its first reading, which says nothing of its age.
    return one && one.publish_date !== one.first_seen_date ? Date.parse(one.publish_date) : [];
  });
  const dated = items.filter(one => one.identity.is === 'known' && one.publish_date !== null);
  const redated = dated.filter(one => Date.parse(one.publish_date as string) > read_before.getTime());
  const there = new Set(survivors);
  const newest = dates.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return {
    newest,
    // When nothing is left of what was there, only what is newer than all of it has surely come after it.
    oldest: survivors.length === 0 ? newest : dates.reduce((a, b) => Math.min(a, b), newest),
    // A feed that dates old items after it was last read tells nothing by its dates.
    tells: dates.length > 0 && redated.length * 2 <= dated.length,
    has_left: shown.some(key => !there.has(key)),
  };
}

/** The first and the last place of what is known, -1 where nothing is, and which end is the head. */
function placesOf(context: Context): { first: number; last: number; order: Order } {
  const isKnown = context.items.map(({ identity }) => identity.is === 'known');
  return { first: isKnown.indexOf(true), last: isKnown.lastIndexOf(true), order: orderOf(context) };
}

/** Most feeds have the newest first: so is one of which nothing else is known. */
function orderOf(context: Context): Order {
  const share = shareOfDescending(context);
  if (share === null || share >= sortedShare) return 'newest first';
  return share <= 1 - sortedShare ? 'newest last' : null;
}

function isSortedForSure(context: Context): boolean {
  return shareOfDescending(context) !== null;
}

/** Of the neighbours in what was there, how many have the newer one first; null where they do not tell. */
function shareOfDescending({ known, shown, items }: Context): number | null {
  for (const keys of [shown ?? [], keysOf(items)]) {
    const there = keys.flatMap(key => known.get(key) ?? []);
    for (const date of ['publish_date', 'first_seen_date'] as const) {
      const dates = there.map(one => Date.parse(one[date]));
      const steps = dates.slice(1).map((later, at) => (dates[at] as number) - later);
      const falls = steps.filter(step => step > 0).length;
      const rises = steps.filter(step => step < 0).length;
      // One pinned post, or one that is dated back, turns no short feed round.
      if (falls + rises >= tellingSteps || (falls > 0 && rises === 0)) return falls / (falls + rises);
    }
  }
  return null;
}

function keysOf(items: readonly PlacedItem[]): number[] {
  return items.flatMap(({ identity }) => (identity.is === 'known' ? identity.key : []));
}
