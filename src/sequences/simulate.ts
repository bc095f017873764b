import { setImmediate as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { dayOf } from '../platform/days.ts';
import { day_ms } from '../platform/durations.ts';
import type { Edition, Sequence } from './definition/sequence.ts';
import { filtersOf } from './definition/steps.ts';
import { refusalOf } from './engine/rules.ts';
import { readPastCap } from './past-cap.ts';
import { listStretches } from './past-people.ts';
import { listPastTriggers } from './past-triggers.ts';
import { type Asked, type Held, needsToday, whomItHeld } from './past-truths.ts';
import { mostSamples, type Simulation } from './simulation-schema.ts';
import { type Truths, type Walk, walk } from './walk.ts';

/** The most passages walked without a pause. With many steps, they take some twenty milliseconds. */
const atOnce = 10;

type Settings = Pick<Sequence, 'entry' | 'late_hours'>;

/**
 * Returns what the edition would have done since `since`. It runs the triggers of the past through the functions with which the engine
 * decides, on a clock that jumps from one due date to the next. Nothing is written. People have the tags and the standing that they had
 * then; for everything else, conditions see them as they are today.
 */
export async function simulate(
  db: Database,
  newsletter: Newsletter,
  edition: Edition,
  settings: Settings,
  { since, now }: { since: Date; now: Date },
): Promise<Simulation> {
  const triggers = await listPastTriggers(db, newsletter, edition, since);
  const truths = await askAll(db, newsletter, edition, triggers.asked, { since, now });
  const conditions = edition.steps.flatMap(step => {
    const { filters, until } = filtersOf(step);
    return [filters, until?.filters ?? null];
  });
  const usesToday = await needsToday(db, newsletter.key, [
    edition.filters,
    edition.exit_filters,
    ...conditions,
  ]);
  const result = openResult(edition, { is_complete: triggers.is_complete, usesToday });
  const people = new Map<string, { passages: number; inside_until: Date; has_left: boolean }>();
  for (const [at, one] of triggers.asked.entries()) {
    if (at % atOnce === 0) await pause(); // let other requests run
    const date = new Date(one.date);
    const name = String(one.subscriber_key);
    const known = people.get(name);
    const refusal = refusalOf(settings.entry, {
      counts: true,
      matches: truths.entry(one, date),
      is_inside: one.subscriber_key !== null && known !== undefined && known.inside_until > date,
      passages: one.subscriber_key === null ? 0 : (known?.passages ?? 0),
      has_left: known?.has_left ?? false,
      links: 0,
    });
    if (refusal !== null) {
      result.refuse(refusal);
      continue;
    }
    const walked = walk(newsletter, edition, settings, one, truths, now);
    people.set(name, {
      passages: (known?.passages ?? 0) + 1,
      inside_until: walked.end,
      has_left: walked.left !== null,
    });
    result.enter(newsletter, one, walked);
  }
  return result.show(await countCollisions(db, newsletter, result.mails(), since));
}

async function askAll(
  trx: Database,
  newsletter: Newsletter,
  edition: Edition,
  asked: Asked[],
  { since, now }: { since: Date; now: Date },
): Promise<Truths> {
  const { key } = newsletter;
  const keys = new Set(asked.flatMap(({ subscriber_key }) => subscriber_key ?? []));
  const stretches = await listStretches(trx, key, [...keys], since);
  const tags = await openTagDirectory(trx, key);
  const hold = (group: Edition['filters']) =>
    whomItHeld(trx, group, asked, { newsletter_key: key, stretches, now, tags });
  const never: Held = () => false;
  const steps = [];
  for (const step of edition.steps) {
    const { filters, until } = filtersOf(step);
    steps.push({ meant: await hold(filters), come: until ? await hold(until.filters) : never });
  }
  return {
    entry: await hold(edition.filters),
    goal: edition.exit_filters ? await hold(edition.exit_filters) : never,
    steps,
    stretches,
    capped: await readPastCap(trx, newsletter, edition, keys, since),
  };
}

type Mail = { subscriber_key: number | null; day: string };

function openResult(
  edition: Edition,
  { is_complete, usesToday }: { is_complete: boolean; usesToday: boolean },
) {
  const entries = new Map<string, number>();
  const mails: Mail[] = [];
  const days = new Map<string, number>();
  const refusals = new Map<string, number>();
  const exits = new Map<string, number>();
  const samples: Simulation['samples'] = [];
  let by_todays_values = 0;
  const add = (map: Map<string, number>, word: string) => map.set(word, (map.get(word) ?? 0) + 1);
  return {
    refuse: (reason: string) => add(refusals, reason),
    mails: () => mails,
    enter({ timezone }: Newsletter, one: Asked, { steps, left }: Walk) {
      add(entries, dayOf(new Date(one.date), timezone));
      if (usesToday) by_todays_values += 1;
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
          basis: usesToday ? 'by_todays_values' : 'as_then',
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

/** Counts these mails that would have come on a day on which the person was mailed an issue. */
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
