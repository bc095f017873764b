import type { HitKind, HitVerdict } from '../../platform/database/schema.ts';

/** The link that people cannot see. */
export const canaryNumber = 0;

/** The observed data of one open or click. The rules use nothing else. */
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

/** The result of the rules for a hit. */
export type Classification = { verdict: HitVerdict; reasons: string[]; client: string };

/** A new hit. Its `id` is assigned only once, so that a hit written twice is stored once. */
export type NewHit = Omit<HitFacts, 'seconds_after'> & {
  id: string;
  email_key: number;
  subscriber_key: number;
};
