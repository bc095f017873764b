import type { Grant, Standing } from '../../../src/client/schema.ts';
import { dayOf } from '../platform/time.ts';
import { words } from '../words.ts';

const said = words.standing;

/** Returns when a grant ends or was revoked, whichever comes first; null if neither. */
function overOf({ end_date, revoked_date }: Grant): string | null {
  return [end_date, revoked_date].filter(date => date !== null).toSorted()[0] ?? null;
}

/** Returns true if the grant gives access now or will do so later. */
export function isOpen(grant: Grant): boolean {
  const over = overOf(grant);
  return over === null || Date.parse(over) > Date.now();
}

/** Says in a sentence why somebody may read what they may. */
export function whyOf({ standing, entitled, until, grants, history }: Standing, zone: string): string {
  const day = (at: string) => dayOf(new Date(at), zone);
  if (standing === 'paused') return said.rests;
  if (standing === 'unpaid') return said.owes;
  const causes = history[0]?.grant_ids ?? [];
  const cause = grants.find(({ id }) => id === causes[0]);
  if (entitled && cause) {
    const what = said.kinds[cause.kind];
    return until === null ? said.has_no_end(what) : said.lasts(what, day(until));
  }
  if (standing === 'upcoming' && cause) return said.begins(said.kinds[cause.kind], day(cause.start_date));
  const last = grants
    .filter(grant => !isOpen(grant) && Date.parse(grant.start_date) < Date.parse(overOf(grant)!))
    .toSorted((a, b) => Date.parse(overOf(b)!) - Date.parse(overOf(a)!))[0];
  if (!last) return said.never_given;
  const over = overOf(last)!;
  return (over === last.revoked_date ? said.was_ended : said.has_ended)(said.kinds[last.kind], day(over));
}
