import type { Newsletter } from '../accounts/newsletter.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import { hour_ms } from '../platform/durations.ts';
import type { Edition, Sequence } from './definition/sequence.ts';
import { filtersOf, hasMail, timingOf } from './definition/steps.ts';
import { dueOf, earlier, later, lengthOf, quietUntil } from './definition/timing.ts';
import { decideStep, type StepFacts, whenCapped } from './engine/rules.ts';
import { zoneOf } from './engine/settle.ts';
import { mailStateOf, type Past, type Stretch, stretchAt } from './past-people.ts';
import type { Asked, Held } from './past-truths.ts';
import type { Simulation } from './simulation-schema.ts';

/** The facts about people, and when they became true. */
export type Truths = {
  entry: Held;
  goal: Held;
  steps: { meant: Held; come: Held }[];
  stretches: Map<number, Stretch[]>;
  /** Whether the person has had as many mails as the newsletter allows, counting these of the passage. */
  capped(one: Asked, at: Date, mailed: readonly Date[]): boolean;
};
export type Walk = { steps: Simulation['samples'][number]['steps']; left: string | null; end: Date };

/** Reasons for waiting that end by themselves at a known time. */
const exact = ['gap', 'quiet_hours', 'mail_cap'];

/** Types that make somebody leave every sequence with mails at once. */
const gone: readonly SubscriberType[] = ['unsubscribed', 'complained', 'blocked', 'removed', 'undeliverable'];
const mailOf = { subscribed: 'open', unactivated: 'unconfirmed', paused: 'paused' } as const;

/** Walks through one passage, step by step, deciding each step when it is due. Mails arrive at once. */
export function walk(
  newsletter: Newsletter,
  edition: Edition,
  settings: Pick<Sequence, 'late_hours'>,
  one: Asked,
  truths: Truths,
  now: Date,
): Walk {
  const anchor = new Date(one.date);
  const steps: Walk['steps'] = [];
  const own = truths.stretches.get(one.subscriber_key ?? 0) ?? [];
  const exit = hasMail(edition.steps) ? exitAfter(own, anchor) : undefined;
  let clock = anchor;
  let last_mail: { at: number; date: Date } | null = null;
  const mailed: Date[] = [];
  let reached = anchor; // when the previous step was due, including its waits
  const dueAt = (at: number) => {
    const timing = timingOf(edition.steps[at]!);
    return dueOf(timing, anchor, zoneOf(timing?.delay?.zone, one.timezone, newsletter));
  };
  for (const [at, step] of edition.steps.entries()) {
    const planned: Date = later(dueAt(at), reached);
    const { until } = filtersOf(step);
    let due = planned;
    clock = later(clock, due);
    for (;;) {
      if (exit && exit.date <= clock && exit.date <= now) return { steps, left: exit.reason, end: exit.date };
      if (clock > now) return { steps, left: null, end: clock };
      const past = own[stretchAt(own, clock)]?.past;
      const facts: StepFacts = {
        is_there: true,
        has_reached_goal: truths.goal(one, clock),
        still_matches: !edition.checks_again || truths.entry(one, clock),
        has_lost_tag: hasLostTag(edition, one, past),
        is_skipped: false,
        step_matches: truths.steps[at]!.meant(one, clock),
        until_holds: truths.steps[at]!.come(one, clock),
        mail: mailAt(past),
        quiet_until: step.type === 'send_email' ? quietUntil(newsletter, one.timezone, clock) : null,
        last_mail: last_mail && {
          date: last_mail.date,
          gap_ms: Math.max(0, dueAt(at).getTime() - dueAt(last_mail.at).getTime()),
        },
      };
      const rule = {
        mails: step.type === 'send_email',
        until_end: until && new Date(planned.getTime() + lengthOf(until.at_most)),
        late_ms: settings.late_hours * hour_ms,
      };
      const wanted = decideStep(rule, facts, due, clock);
      const isCapped = wanted.do === 'act' && rule.mails && truths.capped(one, clock, mailed);
      const decision = isCapped ? whenCapped(planned, clock) : wanted;
      if (decision.do === 'wait') {
        const end = own[stretchAt(own, clock)]?.until ?? now;
        due = exact.includes(decision.reason) ? decision.until : lookAfter(clock, decision.until, end);
        if (decision.reason === 'until') due = earlier(due, rule.until_end!);
        clock = due;
        continue;
      }
      if (decision.do === 'leave') return { steps, left: decision.reason, end: clock };
      const result = decision.do === 'act' ? 'done' : 'skipped';
      steps.push({
        id: step.id,
        type: step.type,
        result,
        reason: decision.do === 'skip' ? decision.reason : '',
        date: clock.toISOString(),
      });
      if (decision.do === 'act' && rule.mails) {
        last_mail = { at, date: clock };
        mailed.push(clock);
      }
      reached = due;
      break;
    }
  }
  return { steps, left: null, end: clock };
}

/**
 * Returns the next time at which the engine can find something new. It looks at `next` and then at the same interval, and nothing about the
 * person changes before `end`.
 */
function lookAfter(clock: Date, next: Date, end: Date): Date {
  const pace = next.getTime() - clock.getTime();
  const looks = Math.max(1, Math.ceil((end.getTime() - clock.getTime()) / pace));
  return new Date(clock.getTime() + looks * pace);
}

/** Returns when they leave the list after that, and how. */
function exitAfter(
  stretches: readonly Stretch[],
  anchor: Date,
): { date: Date; reason: SubscriberType } | undefined {
  for (const [at, { until }] of stretches.entries()) {
    const next = stretches[at + 1]?.past.type;
    if (until !== null && until > anchor && next && gone.includes(next)) return { date: until, reason: next };
  }
  return undefined;
}

function mailAt(past: Past | undefined): StepFacts['mail'] {
  const state = past ? mailStateOf(past.type) : 'subscribed';
  return state in mailOf ? mailOf[state as keyof typeof mailOf] : 'closed';
}

/** Whether the person no longer has any of the tags that triggered the passage. */
function hasLostTag({ trigger }: Edition, { data }: Asked, past: Past | undefined): boolean {
  const { added } = data as { added?: number[] };
  if (trigger !== 'subscriber.tags.changed' || !added?.length || !past) return false;
  return !added.some(tag => past.tags.includes(tag));
}
