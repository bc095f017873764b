import { sql } from 'kysely';
import { z } from 'zod';
import { emailStatuses, emailTypes } from '../../emails/email.ts';
import { type Cadence, nextRuns } from '../../platform/cadence.ts';
import type { Database } from '../../platform/database/connect.ts';
import { day_ms } from '../../platform/durations.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { cadenceOf, shownName } from '../definition/automation.ts';
import { calendarExample } from '../definition/examples.ts';
import { cadences } from '../definition/fields.ts';
import { listActive } from '../definition/queries.ts';

const listedStatuses = ['scheduled', 'about_to_send', 'in_flight', 'sent', 'errored'] as const;
/** The longest period, in days, and the most emails and runs of one automation that it shows. */
export const mostDays = 400;
const mostEmails = 1_000;

const automationEntry = z.object({ id: z.string(), name: z.string(), cadence: z.enum(cadences) });
const emailEntry = z.object({
  id: z.string(),
  subject: z.string().describe('May be a template'),
  status: z.enum(emailStatuses),
  email_type: z.enum(emailTypes),
  automation_id: z.string().nullable(),
});

export const calendarSchema = z
  .object({
    start: timestamp,
    end: timestamp,
    entries: z
      .array(
        z.object({
          date: timestamp,
          email: emailEntry.nullable(),
          automation: automationEntry
            .nullable()
            .describe('The automation runs then, and makes a digest if there is something new'),
        }),
      )
      .describe('In order of time; each entry is an email or a run'),
    always: z
      .array(automationEntry)
      .describe('Automations without dates: they act whenever something new appears'),
  })
  .meta({ id: 'Calendar', examples: [calendarExample] });
type Calendar = z.output<typeof calendarSchema>;
type Wish = { start: Date; end: Date; now: Date; timezone: string; with_automations: boolean };

/**
 * Lists the mail from `start` to before `end`: emails that are scheduled, being sent or sent, and the coming runs of active automations.
 */
export async function readCalendar(
  db: Database,
  newsletter_key: number,
  { start, end, now, timezone, with_automations }: Wish,
): Promise<Calendar> {
  const emails = await listDated(db, newsletter_key, start, end);
  const active = with_automations ? await listActive(db, newsletter_key) : [];
  const automations = active.map(automation => ({
    entry: { id: automation.id, name: shownName(automation), cadence: automation.cadence },
    cadence: cadenceOf(automation),
  }));
  const since = new Date(Math.max(start.getTime() - 1, now.getTime()));
  const runs = automations.flatMap(({ entry, cadence }) =>
    runsUntil(cadence, timezone, since, end).map(date => ({
      date: date.toISOString(),
      email: null,
      automation: entry,
    })),
  );
  const dated = emails.map(({ date, ...email }) => ({ date, email, automation: null }));
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    entries: [...dated, ...runs].sort((one, other) => (one.date < other.date ? -1 : 1)),
    always: automations.filter(({ cadence }) => cadence.cadence === 'every').map(({ entry }) => entry),
  };
}

function runsUntil(cadence: Cadence, timezone: string, since: Date, end: Date): Date[] {
  const days = Math.ceil((end.getTime() - since.getTime()) / day_ms);
  if (days <= 0) return [];
  return nextRuns(cadence, timezone, since, days + 1).filter(date => date < end);
}

async function listDated(db: Database, newsletter_key: number, start: Date, end: Date) {
  const { rows } = await sql<z.output<typeof emailEntry> & { date: string }>`
    select id, subject, status, email_type, automation_id, coalesce(publish_date, status_date) as date
    from emails
    where newsletter_key = ${newsletter_key} and status = any(${[...listedStatuses]}::email_status[])
      and coalesce(publish_date, status_date) >= ${start.toISOString()}
      and coalesce(publish_date, status_date) < ${end.toISOString()}
    order by date, key limit ${mostEmails}`.execute(db);
  return rows;
}
