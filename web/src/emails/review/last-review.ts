import { useEffect, useRef, useState } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import type { Versioned } from '../version.ts';

/** What an email was when it was last reviewed in this browser, and when that was (RFC 3339). */
export type LastReview = { email: Versioned; date: string };

const placeOf = ({ newsletter }: Here, id: string) => `postrider-review:${newsletter.id}:${id}`;

/** Returns the last review of the email, if there was one, and keeps this one when it ends. */
export function useLastReview(here: Here, email: Versioned): LastReview | undefined {
  const [last] = useState(() => readReview(here, email.id));
  const shown = useRef(email);
  useEffect(() => {
    shown.current = email;
  });
  useEffect(() => () => keepReview(here, shown.current), [here]);
  return last;
}

/** Keeps what is reviewed now in this browser, if there is room. Otherwise the next review has nothing to compare with. */
function keepReview(here: Here, email: Versioned): void {
  const place = placeOf(here, email.id);
  try {
    localStorage.setItem(place, JSON.stringify({ email, date: new Date().toISOString() }));
  } catch {
    localStorage.removeItem(place);
  }
}

/** The last review of the email, if this browser has kept it. */
function readReview(here: Here, id: string): LastReview | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(here, id)) ?? 'null') as Partial<LastReview> | null;
    return typeof kept?.email?.body === 'string' && typeof kept.date === 'string'
      ? (kept as LastReview)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the review: the email has gone out. */
export function forgetReview(here: Here, id: string): void {
  localStorage.removeItem(placeOf(here, id));
}
