import type { HitKind, HitVerdict } from '../../platform/database/schema.ts';

/** The link that people cannot see. */
export const canaryNumber = 0;

/** The observed data of one open or click; the rules use only this. */
export type HitFacts = {
  kind: HitKind;
  /** The number of the link; null for an open. */
  link_number: number | null;
  date: string;
  /** Whole seconds since the mail server accepted the message; null if unknown. */
  seconds_after: number | null;
  method: string;
  agent: string;
  network: string;
  accept: string;
  purpose: string;
};

/** How the rules classify a hit. */
export type Classification = { verdict: HitVerdict; reasons: string[]; client: string };

/** A new hit. `id` is assigned once, so that writing it twice stores it once. */
export type NewHit = Omit<HitFacts, 'seconds_after'> & {
  id: string;
  email_key: number;
  subscriber_key: number;
};
