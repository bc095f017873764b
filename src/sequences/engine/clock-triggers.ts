import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { findNewsletterOf } from '../../accounts/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { addDays, dayOf, startOfDay } from '../../platform/days.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import { findEdition } from '../definition/queries.ts';
import type { Edition, Sequence, TriggerDate } from '../definition/sequence.ts';

/**
 * Returns when the clock may next trigger a sequence: at the start of a day, which is in UTC for calendar triggers, as in the public API.
 */
export function nextLook({ trigger }: Pick<Edition, 'trigger'>, timezone: string, after: Date): Date {
  const zone = trigger === 'subscriber.date' ? timezone : 'UTC';
  for (let day = dayOf(after, zone); ; day = addDays(day, 1)) {
    const start = startOfDay(day, zone);
    if (start > after && begins(trigger, day)) return start;
  }
}

/** Whether this day begins a period of the trigger. For dates of people, every day does. */
function begins(trigger: string, day: string): boolean {
  const { dayOfWeek, day: ofMonth, dayOfYear } = Temporal.PlainDate.from(day);
  switch (trigger) {
    case 'date.week.started':
      return dayOfWeek === 1;
    case 'date.month.started':
      return ofMonth === 1;
    case 'date.year.started':
      return dayOfYear === 1;
    default:
      return true;
  }
}

/**
 * Notes for whom the clock has triggered a sequence, and when to look again. Returns how many sequences it looked at. A day that was missed
 * while nothing ran is made up for, with its own date, so that lateness counts from then.
 */
export async function lookAtClock({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  return inTransaction(db, async trx => {
    const now = clock();
    const { rows } = await sql<Sequence>`
      select * from sequences where look_date <= ${now.toISOString()} and ${fenceOpen}
      order by look_date limit 1 for update skip locked`.execute(trx);
    const [sequence] = rows;
    if (!sequence) return 0;
    const newsletter: Newsletter | undefined = await findNewsletterOf(trx, sequence);
    const edition = await findEdition(trx, sequence.key, sequence.edition);
    const date = new Date(sequence.look_date!);
    const isWanted = newsletter && sequence.is_active;
    if (isWanted) await noteDay(trx, sequence, edition, newsletter.timezone, date);
    const look = isWanted ? nextLook(edition, newsletter.timezone, date).toISOString() : null;
    await sql`update sequences set look_date = ${look} where key = ${sequence.key}`.execute(trx);
    return 1;
  });
}

async function noteDay(
  trx: Database,
  sequence: Sequence,
  edition: Edition,
  timezone: string,
  date: Date,
): Promise<void> {
  const zone = edition.trigger === 'subscriber.date' ? timezone : 'UTC';
  const day = dayOf(date, zone);
  const cause = causeOf(sequence.id, day);
  const values = sql`${sequence.key}, ${cause}::uuid`;
  const dates = sql`${date.toISOString()}::timestamptz, ${date.toISOString()}::timestamptz`;
  const { trigger_date } = edition;
  if (!trigger_date) {
    await sql`
      insert into sequence_entries (sequence_key, cause, subscriber_id, event_date, settle_date)
      select ${values}, null, ${dates}
      where not exists (select from sequence_runs where sequence_key = ${sequence.key} and cause = ${cause})
      on conflict do nothing`.execute(trx);
    return;
  }
  await sql`
    insert into sequence_entries (sequence_key, cause, subscriber_id, event_date, settle_date)
    select ${values}, id, ${dates} from subscribers where ${peopleOfDay(sequence.newsletter_key, trigger_date, day)}
    on conflict do nothing`.execute(trx);
}

/** Returns the condition on subscribers that a date in their metadata triggers the sequence on this day. */
export function peopleOfDay(
  newsletter_key: number,
  { key, yearly, days_before }: TriggerDate,
  day: string,
): RawBuilder<boolean> {
  const wanted = daysMeant(addDays(day, days_before), yearly);
  const text = sql`left(metadata ->> ${key}::text, 10)`;
  return sql`(newsletter_key = ${newsletter_key} and metadata ? ${key}::text
    and ${text} ~ '^([0-9]{4}-|--)?[0-9]{2}-[0-9]{2}$'
    and ${yearly ? sql`right(${text}, 5)` : text} = any(${wanted}::text[]))`;
}

/** Returns the dates that count on this day: in a year without 29 February, that date counts on the 28th. */
function daysMeant(day: string, yearly: boolean): string[] {
  if (!yearly) return [day];
  const short = day.slice(5);
  const isLeap = Temporal.PlainDate.from(day).inLeapYear;
  return short === '02-28' && !isLeap ? [short, '02-29'] : [short];
}

/** Returns the id of the one event for a sequence and day. */
function causeOf(id: string, day: string): string {
  const hash = createHash('sha256').update(`${id} ${day}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
