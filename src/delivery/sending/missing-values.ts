import { type Addressed, countLacking } from '../../emails/audience.ts';
import { findBareValues } from '../../engines/rendering/bare-values.ts';
import type { Finding } from '../../engines/rendering/finding.ts';
import type { MessageSource } from '../../engines/rendering/message.ts';
import { openWhereabouts } from '../../engines/rendering/whereabouts.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';

type Counts = Awaited<ReturnType<typeof countLacking>>;
type MissingCounter = (db: Database, email: Addressed, keys: string[]) => Promise<Counts | undefined>;
/** How to count the people of an email's audience without a value for these keys, and whether the numbers may be shown. */
export type MissingCount = { count: (keys: string[]) => Promise<Counts | undefined>; sees: boolean };

const format = new Intl.NumberFormat('en');
const mostFindings = 10;
/** A count is used for 3 seconds, or for 30 times as long as it took: people preview with every pause of their typing. */
const [leastKept, timesKept] = [3000, 30];

/** Counts the people without a value for these keys, undefined if that takes too long. Keeps its counts for a moment. */
export function openMissingCounter(): MissingCounter {
  const kept = new Map<string, { counts: Promise<Counts | undefined>; until: number }>();
  return (db, email, keys) => {
    const { newsletter_key, email_type, should_send_teaser, included_tags, excluded_tags, filters } = email;
    const audience = {
      newsletter_key,
      email_type,
      should_send_teaser,
      included_tags,
      excluded_tags,
      filters,
    };
    const name = JSON.stringify([audience, keys]);
    const begun = performance.now();
    for (const [old, { until }] of kept) if (until < begun) kept.delete(old);
    const known = kept.get(name);
    if (known) return known.counts;
    const counts = countLacking(db, email, keys).catch(unlessTooSlow);
    const entry = { counts, until: Number.POSITIVE_INFINITY };
    kept.set(name, entry);
    const end = () => {
      const now = performance.now();
      entry.until = now + Math.max(leastKept, timesKept * (now - begun));
    };
    counts.then(end, () => kept.delete(name));
    return counts;
  };
}

function unlessTooSlow(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'filter_too_slow') return undefined;
  throw error;
}

/** What the message writes out from its readers' metadata without a default, although some of them have nothing there. */
export async function findMissingValues(
  source: MessageSource,
  { count, sees }: MissingCount,
): Promise<Finding[]> {
  const values = [
    ...findBareValues(source.subject).map(value => ({ ...value, part: 'subject' as const })),
    ...findBareValues(source.body).map(value => ({ ...value, part: 'body' as const })),
  ].slice(0, mostFindings);
  if (values.length === 0) return [];
  const counts = await count([...new Set(values.map(({ key }) => key))]);
  if (!counts) return [];
  const whereabouts = openWhereabouts(source);
  return values.flatMap(({ key, ...place }): Finding[] => {
    const lacking = counts.lacking.get(key) ?? 0;
    if (lacking === 0) return [];
    const detail = `${who(key, lacking, sees ? counts.audience : undefined)} a gap here. Add a default: | default: "…".`;
    return [{ kind: 'value_missing', severity: 'warning', detail, ...whereabouts(place) }];
  });
}

function who(key: string, lacking: number, audience: number | undefined): string {
  if (audience === undefined) return `Some of the people who get this have no “${key}” and see`;
  if (lacking === audience) return `Nobody who gets this has a “${key}”, so everybody sees`;
  const people = `${format.format(lacking)} of the ${format.format(audience)} people who get this`;
  return lacking === 1 ? `${people} has no “${key}” and sees` : `${people} have no “${key}” and see`;
}
