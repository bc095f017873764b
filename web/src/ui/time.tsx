import { cityOf, dayOf, momentOf, ownZone } from '../platform/time.ts';
import { words } from '../words.ts';

/** A time in the newsletter's zone; on hover, to the minute in that zone and yours. */
export function Time({ at, zone, precise = false }: { at: string; zone: string; precise?: boolean }) {
  const date = new Date(at);
  const there = momentOf(date, zone);
  const here = momentOf(date, ownZone);
  const yours = here === there ? '' : `\n${words.times.yours(here, cityOf(ownZone))}`;
  return (
    <time dateTime={at} data-tip={words.times.there(there, cityOf(zone)) + yours}>
      {precise ? momentOf(date, zone) : dayOf(date, zone)}
    </time>
  );
}
