import { cityOf, dayOf, momentOf, ownZone } from '../platform/time.ts';
import { words } from '../words.ts';

type Shown = {
  at: string;
  zone: string;
  /** True to show the time too, not only the day. */
  precise?: boolean;
  /** The text to show instead of the day or the moment. */
  children?: string;
};

/** A time in the newsletter's zone. On hover, it shows the minute in that zone and in yours. */
export function Time({ at, zone, precise = false, children }: Shown) {
  const date = new Date(at);
  const shown = children ?? (precise ? momentOf(date, zone) : dayOf(date, zone));
  return (
    <time dateTime={at} data-tip={inBothZones(date, zone)}>
      {shown}
    </time>
  );
}

/** Returns the moment in the newsletter's zone, and on a second line in yours if it differs. */
export function inBothZones(date: Date, zone: string): string {
  const there = momentOf(date, zone);
  const here = zone === ownZone ? there : momentOf(date, ownZone);
  const yours = here === there ? '' : `\n${words.times.yours(here, cityOf(ownZone))}`;
  return words.times.there(there, cityOf(zone)) + yours;
}
