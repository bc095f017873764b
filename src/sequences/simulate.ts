import { sql } from 'kysely';
import { z } from 'zod';
import type { Newsletter } from '../accounts/newsletter.ts';
import { openTagDirectory, type TagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { dayOf } from '../platform/days.ts';
import { day_ms, hour_ms } from '../platform/durations.ts';
import type { Edition, Sequence } from './definition/sequence.ts';
import { filtersOf, timingOf } from './definition/steps.ts';
import { dueOf, later, lengthOf } from './definition/timing.ts';
import { decideStep, refusalOf, type StepFacts } from './engine/rules.ts';
import { zoneOf } from './engine/settle.ts';
import { whomItHolds } from './engine/truths.ts';
import { listPastTriggers, type PastPerson, type PastTrigger } from './past-triggers.ts';
import { mostSamples, type Simulation } from './simulation-schema.ts';

type Asked = PastTrigger & PastPerson;
type Settings = Pick<Sequence, 'entry' | 'late_hours'>;
type Walk = { steps: Simulation['samples'][number]['steps']; left: string | null; end: Date };

/**
 * Returns what the edition would have done since `since`: the triggers of the past, through the functions by which the engine decides, on a
 * clock that jumps from one due date to the next. Nothing is written. Conditions on people are of today.
 */
export async function simulate(
  db: Database,
  newsletter: Newsletter,
  edition: Edition,
  settings: Settings,
  { since, now }: { since: Date; now: Date },
): Promise<Simulation> {
  const triggers = await listPastTriggers(db, newsletter, edition, since);
  const tags = await openTagDirectory(db, newsletter.key);
  const truths = await askAll(db, newsletter, edition, triggers.asked, { now, tags });
  const result = openResult(edition, triggers.is_complete);
  const hasLostTag = followTags(edition, triggers.asked);
  const people = new Map<string, { passages: number; inside_until: Date; has_left: boolean }>();
  for (const one of triggers.asked) {
    const date = new Date(one.date);
    const name = String(one.subscriber_key);
    const known = people.get(name);
    const refusal = refusalOf(settings.entry, {
      counts: true,
      matches: truths.entry.has(one),
      is_inside: one.subscriber_key !== null && known !== undefined && known.inside_until > date,
      passages: one.subscriber_key === null ? 0 : (known?.passages ?? 0),
      has_left: known?.has_left ?? false,
      links: 0,
    });
    if (refusal !== null) {
      result.refuse(refusal);
      continue;
    }
    const walked = walk(newsletter, edition, settings, one, { ...truths, hasLostTag }, now);
    people.set(name, {
      passages: (known?.passages ?? 0) + 1,
      inside_until: walked.end,
      has_left: walked.left !== null,
    });
    result.enter(newsletter, one, walked);
  }
  return result.show(await countCollisions(db, newsletter, result.mails(), since));
}

/** Whether somebody had lost the tags that triggered this at that time: the journal has every change of tags. */
type LostTag = (one: Asked, at: Date) => boolean;

function followTags({ trigger }: Edition, asked: Asked[]): LostTag {
  const changes = z.object({ added: z.array(z.int()), removed: z.array(z.int()) });
  if (trigger !== 'subscriber.tags.changed') return () => false;
  const read = asked.map(one => ({
    ...changes.parse(one.data),
    who: one.subscriber_key,
    date: new Date(one.date),
  }));
  const byPerson = Map.groupBy(read, ({ who }) => who);
  return (one, at) => {
    const { added } = changes.parse(one.data);
    const since = (byPerson.get(one.subscriber_key) ?? []).filter(
      ({ date }) => date > new Date(one.date) && date <= at,
    );
    const isLost = (tag: number) =>
      since.findLast(change => [...change.added, ...change.removed].includes(tag))?.removed.includes(tag);
    return added.length > 0 && added.every(isLost);
  };
}

type Truths = {
  entry: Set<Asked>;
  goal: Set<Asked>;
  steps: { meant: Set<Asked>; come: Set<Asked> }[];
};

async function askAll(
  db: Database,
  { key }: Newsletter,
  edition: Edition,
  asked: Asked[],
  at: { now: Date; tags: TagDirectory },
): Promise<Truths> {
  const none = new Set<Asked>();
  const steps = [];
  for (const step of edition.steps) {
    const { filters, until } = filtersOf(step);
    steps.push({
      meant: await whomItHolds(db, key, filters, asked, at),
      come: until ? await whomItHolds(db, key, until.filters, asked, at) : none,
    });
  }
  return {
    entry: await whomItHolds(db, key, edition.filters, asked, at),
    goal: edition.exit_filters ? await whomItHolds(db, key, edition.exit_filters, asked, at) : none,
    steps,
  };
}

/** One passage, step by step, each decided when it is due. Mails arrive at once. */
function walk(
  newsletter: Newsletter,
  edition: Edition,
  settings: Settings,
  one: Asked,
  truths: Truths & { hasLostTag: LostTag },
  now: Date,
): Walk {
  const anchor = new Date(one.date);
  const steps: Walk['steps'] = [];
  let clock = anchor;
  let last_mail: { at: number; date: Date } | null = null;
  const dueAt = (at: number) => {
    const timing = timingOf(edition.steps[at]!);
    return dueOf(timing, anchor, zoneOf(timing?.delay?.zone, one.timezone, newsletter));
  };
  for (const [at, step] of edition.steps.entries()) {
    const planned = dueAt(at);
    const { until } = filtersOf(step);
    let due = planned;
    clock = later(clock, due);
    for (;;) {
      if (clock > now) return { steps, left: null, end: clock };
      const facts: StepFacts = {
        is_there: true,
        has_reached_goal: truths.goal.has(one),
        still_matches: !edition.checks_again || truths.entry.has(one),
        has_lost_tag: truths.hasLostTag(one, clock),
        is_skipped: false,
        step_matches: truths.steps[at]!.meant.has(one),
        until_holds: truths.steps[at]!.come.has(one),
        mail: 'open',
        last_mail: last_mail && {
          date: last_mail.date,
          gap_ms: Math.max(0, planned.getTime() - dueAt(last_mail.at).getTime()),
        },
      };
      const rule = {
        mails: step.type === 'send_email',
        until_end: until && new Date(planned.getTime() + lengthOf(until.at_most)),
        late_ms: settings.late_hours * hour_ms,
      };
      const decision = decideStep(rule, facts, due, clock);
      if (decision.do === 'wait') {
        due = decision.until;
        clock = decision.until;
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
      if (decision.do === 'act' && rule.mails) last_mail = { at, date: clock };
      break;
    }
  }
  return { steps, left: null, end: clock };
}

type Mail = { subscriber_key: number | null; day: string };

function openResult(edition: Edition, is_complete: boolean) {
  const entries = new Map<string, number>();
  const mails: Mail[] = [];
  const days = new Map<string, number>();
  const refusals = new Map<string, number>();
  const exits = new Map<string, number>();
  const samples: Simulation['samples'] = [];
  let by_todays_values = 0;
  const usesPeople = JSON.stringify([edition.filters, edition.exit_filters, edition.steps]).includes(
    '"subscriber.',
  );
  const add = (map: Map<string, number>, word: string) => map.set(word, (map.get(word) ?? 0) + 1);
  return {
    refuse: (reason: string) => add(refusals, reason),
    mails: () => mails,
    enter({ timezone }: Newsletter, one: Asked, { steps, left }: Walk) {
      add(entries, dayOf(new Date(one.date), timezone));
      if (usesPeople) by_todays_values += 1;
      for (const step of steps) {
        if (step.type !== 'send_email' || step.result !== 'done') continue;
        const day = dayOf(new Date(step.date), timezone);
        mails.push({ subscriber_key: one.subscriber_key, day });
        add(days, `${step.id} ${day}`);
      }
      if (left !== null) add(exits, left);
      if (samples.length < mostSamples)
        samples.push({
          subscriber_id: one.id,
          entered_date: one.date,
          left,
          basis: usesPeople ? 'by_todays_values' : 'as_then',
          steps,
        });
    },
    show(same_day: number): Simulation {
      const listed = (map: Map<string, number>) =>
        [...map].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
      const entered = [...entries.values()].reduce((sum, count) => sum + count, 0);
      return {
        entered,
        mails: mails.length,
        by_todays_values,
        is_complete,
        steps: edition.steps.map(({ id, type }) => ({ id, type })),
        entries: [...entries].sort().map(([day, count]) => ({ day, count })),
        mails_by_day: [...days].sort().map(([name, count]) => {
          const [step, day] = name.split(' ');
          return { step: step!, day: day!, count };
        }),
        refused: listed(refusals),
        exits: listed(exits),
        same_day,
        samples,
      };
    },
  };
}

/** How many of these mails would have come on a day on which the person was mailed an issue. */
async function countCollisions(
  db: Database,
  newsletter: Newsletter,
  mails: Mail[],
  since: Date,
): Promise<number> {
  const rows = mails.filter(({ subscriber_key }) => subscriber_key !== null);
  if (rows.length === 0) return 0;
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count from jsonb_to_recordset(${JSON.stringify(rows)}) as mail (subscriber_key bigint, day text)
    where exists (
      select from emails
      join deliveries on deliveries.email_key = emails.key and deliveries.subscriber_key = mail.subscriber_key
      where emails.newsletter_key = ${newsletter.key} and emails.status in ('in_flight', 'sent')
        and publish_date >= ${new Date(since.getTime() - day_ms).toISOString()}
        and day_in(publish_date, ${newsletter.timezone})::text = mail.day
    )`.execute(db);
  return found[0]!.count;
}
