import { day_ms, hour_ms, minute_ms } from '../../platform/durations.ts';
import type { EntryRule } from '../definition/sequence.ts';
import { earlier, later } from '../definition/timing.ts';

// The state machine of runs. It reads neither data nor a clock, so the engine and the simulation decide alike.

/** The facts about somebody who may enter. */
export type EntryFacts = {
  /** Whether the trigger still counts: the hit was a person's, the person exists, and the sequence is active. */
  counts: boolean;
  matches: boolean;
  is_inside: boolean;
  passages: number;
  /** Whether they left their last passage before its end. */
  has_left: boolean;
  links: number;
};

export const mostLinks = 5;
export type Refusal = 'not_counted' | 'loop' | 'filters' | 'inside' | 'been_before' | 'has_left';

/** Returns why somebody does not enter; null if they do. */
export function refusalOf(entry: EntryRule, facts: EntryFacts): Refusal | null {
  if (!facts.counts) return 'not_counted';
  if (facts.links > mostLinks) return 'loop';
  if (facts.is_inside) return 'inside';
  if (entry === 'once' && facts.passages > 0) return 'been_before';
  if (entry === 'after_end' && facts.has_left) return 'has_left';
  return facts.matches ? null : 'filters';
}

/** The facts that decide about a due step. */
export type StepFacts = {
  /** Whether the person exists; true for a run without a person. */
  is_there: boolean;
  has_reached_goal: boolean;
  /** Whether the filters of the sequence still hold, if they are checked again. */
  still_matches: boolean;
  /** Whether the tag that triggered the run was taken away. */
  has_lost_tag: boolean;
  /** Whether somebody has decided to leave out this step. */
  is_skipped: boolean;
  step_matches: boolean;
  /** Whether the condition that the step waits for holds. */
  until_holds: boolean;
  mail: 'open' | 'unconfirmed' | 'paused' | 'closed';
  /** When the present quiet hours end; null outside of quiet hours. */
  quiet_until: Date | null;
  /** The last mail of the run: none, still on its way, or gone at this date. */
  last_mail: null | 'on_its_way' | { date: Date; gap_ms: number };
};

export type StepRule = {
  mails: boolean;
  /** When the wait for `until` ends; null if the step does not wait. */
  until_end: Date | null;
  late_ms: number;
};

export type StepDecision =
  | { do: 'act' }
  | { do: 'skip'; reason: string }
  | { do: 'wait'; until: Date; reason: string }
  | { do: 'hold'; reason: string }
  | { do: 'leave'; reason: string };

/**
 * Decides about a step that cannot be done now for a reason that may pass by itself: it is tried again in an hour. Once it has been due for
 * longer than `late_ms`, it is late.
 */
export function tryAgain(reason: string, planned: Date, now: Date, late_ms: number): StepDecision {
  if (now.getTime() - planned.getTime() > late_ms) return { do: 'hold', reason: 'late' };
  return { do: 'wait', until: ahead(now, hour_ms), reason };
}

/** How often a condition is checked while somebody waits for it. */
const lookEvery_ms = 10 * minute_ms;

/**
 * Decides about a run whose step has been due since `due`. Leaving comes before lateness, and lateness before everything that would still
 * happen.
 */
export function decideStep(rule: StepRule, facts: StepFacts, due: Date, now: Date): StepDecision {
  if (!facts.is_there) return { do: 'leave', reason: 'deleted' };
  if (facts.has_reached_goal) return { do: 'leave', reason: 'goal' };
  if (!facts.still_matches) return { do: 'leave', reason: 'filters' };
  if (facts.has_lost_tag) return { do: 'leave', reason: 'tag_removed' };
  if (rule.mails && facts.mail === 'closed') return { do: 'leave', reason: 'unmailable' };
  if (facts.is_skipped) return { do: 'skip', reason: 'by_hand' };
  if (now.getTime() - due.getTime() > rule.late_ms) return { do: 'hold', reason: 'late' };
  if (rule.until_end && !facts.until_holds && now < rule.until_end)
    return { do: 'wait', until: earlier(rule.until_end, ahead(now, lookEvery_ms)), reason: 'until' };
  if (!facts.step_matches) return { do: 'skip', reason: 'step_filters' };
  return rule.mails ? decideMail(facts, now) : { do: 'act' };
}

function decideMail({ mail, last_mail, quiet_until }: StepFacts, now: Date): StepDecision {
  if (mail === 'unconfirmed') return { do: 'skip', reason: 'unconfirmed' };
  if (mail === 'paused') return { do: 'wait', until: ahead(now, hour_ms), reason: 'mail_paused' };
  if (last_mail === 'on_its_way')
    return { do: 'wait', until: ahead(now, lookEvery_ms), reason: 'mail_before' };
  const earliest = last_mail && later(now, ahead(last_mail.date, last_mail.gap_ms / 2));
  if (earliest && earliest > now) return { do: 'wait', until: earliest, reason: 'gap' };
  return quiet_until ? { do: 'wait', until: quiet_until, reason: 'quiet_hours' } : { do: 'act' };
}

/** How long a mail waits for a person who has had as many as the newsletter allows. After that it is left out. */
const longestCapped_ms = 7 * day_ms;

/** Decides about a step that would mail somebody who has had as many mails as the newsletter allows. */
export function whenCapped(planned: Date, now: Date): StepDecision {
  if (now.getTime() - planned.getTime() >= longestCapped_ms) return { do: 'skip', reason: 'mail_cap' };
  return { do: 'wait', until: ahead(now, hour_ms), reason: 'mail_cap' };
}

function ahead(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}
