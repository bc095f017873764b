import { z } from 'zod';
import { reaches } from '../accounts/permissions.ts';
import { calendarSchema, readCalendar } from '../automations/schedule/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { addDays, dayOf } from '../platform/days.ts';
import { day_ms } from '../platform/durations.ts';
import { InputError } from '../platform/http/errors.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { overviewExample } from './examples.ts';
import { countReaders, growthSchema, mostDays, readGrowth } from './growth.ts';
import { lastIssueSchema, readIssues, usualSchema } from './issues.ts';
import { listNeeds, type Need, needSchema } from './needs.ts';

const upcomingDays = 14;
const usualDays = 90;

const overviewSchema = z
  .object({
    needs: z.array(needSchema).describe('What needs a person, the most urgent first'),
    upcoming: calendarSchema.shape.entries.describe(`What goes out in the next ${upcomingDays} days`),
    last_issue: lastIssueSchema.nullable(),
    usual: usualSchema,
    readers: z.int().describe('Subscribers who get mail'),
    unconfirmed: z.int().describe('People who have been asked to confirm and have not done so'),
  })
  .meta({ id: 'Overview', examples: [overviewExample] });

const dayRule = sentence('input.day');
const day = z.union([z.iso.date(dayRule), z.literal('')], dayRule).optional();

type OverviewRoutes = {
  clock: Clock;
  /** Returns what is wrong with the backups, if anything. Passed in, because backups belong to a higher room. */
  backupTrouble: (db: Database, now: Date) => Promise<Pick<Need, 'detail' | 'date'> | undefined>;
};

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Retrieve what needs attention, what comes next, and how the last issue did',
    description:
      'Automations are included with `automations: read`, names of colleagues and webhooks with `settings: read`, and backups with `installation: read`. It asks neither DNS nor mail servers, and shows what the last daily check of the sender found; `/v1/newsletters/{id}/sender_check` checks it now.',
    access: { emails: 'read' },
    answers: overviewSchema,
  },
  countChanges: {
    summary: 'Count who joined and left, by day and reason',
    description: `Counts subscribers who get mail. From \`start\` to \`end\`, both included, by default the last ${usualDays} days in the time zone of the newsletter; at most ${mostDays} days.`,
    access: { emails: 'read' },
    may_lag: true,
    query: z.object({ start: day.describe('The first day'), end: day.describe('The last day') }),
    answers: growthSchema,
  },
});

export function overviewRoutes(app: App, { clock, backupTrouble }: OverviewRoutes): void {
  app.get('/v1/overview', api.retrieve, async ({ db, caller }) => {
    const { newsletter, permissions } = caller;
    const now = clock();
    const with_automations = reaches(permissions, 'automations', 'read');
    const { key, timezone } = newsletter;
    const end = new Date(now.getTime() + upcomingDays * day_ms);
    const with_all_relays = reaches(permissions, 'installation', 'read');
    const with_names = reaches(permissions, 'settings', 'read');
    const [needs, backups, calendar, issues, counts] = await Promise.all([
      listNeeds(db, newsletter, {
        now,
        with_automations,
        with_names,
        with_webhooks: with_names,
        with_all_relays,
      }),
      with_all_relays ? backupTrouble(db, now) : undefined,
      readCalendar(db, key, { start: now, end, now, timezone, with_automations }),
      readIssues(db, key),
      countReaders(db, key),
    ]);
    // An email that failed at its date needs somebody, so it is not listed as upcoming.
    const upcoming = calendar.entries.filter(({ email }) => email?.status !== 'errored');
    const ofBackups = backups && {
      kind: 'backup' as const,
      count: 1,
      email: null,
      automation: null,
      ...backups,
    };
    return { needs: [...needs, ...(ofBackups ? [ofBackups] : [])], upcoming, ...issues, ...counts };
  });

  app.get('/v1/growth', api.countChanges, async ({ db, newsletter, query }) => {
    const end = query.end || dayOf(clock(), newsletter.timezone);
    const start = query.start || addDays(end, 1 - usualDays);
    if (start > end) throw new InputError(['end'], sentence('input.not_before_start'));
    if (addDays(start, mostDays - 1) < end)
      throw new InputError(['end'], sentence('input.most_days_after_start', { most: mostDays - 1 }));
    return readGrowth(db, newsletter, { start, end });
  });
}
