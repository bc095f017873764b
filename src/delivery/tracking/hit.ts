import type { HitKind, HitVerdict } from '../../platform/database/schema.ts';

/** The link that no person sees. */
export const canaryNumber = 0;

/** What was seen of one open or click; the rules judge by this alone. */
export type HitFacts = {
  kind: HitKind;
  /** Which link; null of an open. */
  link_number: number | null;
  date: string;
  /** Whole seconds since the mail server had accepted the message; null where that is not known. */
  seconds_after: number | null;
  method: string;
  agent: string;
  network: string;
  accept: string;
  purpose: string;
};

/** What the rules make of a hit. */
export type Judgement = { verdict: HitVerdict; reasons: string[]; client: string };

/** A hit as it comes in. `id` is given once, so that writing it twice writes it once. */
export type NewHit = Omit<HitFacts, 'seconds_after'> & {
  id: string;
  email_key: number;
  subscriber_key: number;
};
