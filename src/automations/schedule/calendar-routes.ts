import { z } from 'zod';
import { reaches } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import { day_ms } from '../../platform/durations.ts';
import { InputError } from '../../platform/http/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { endParameter, startParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { calendarSchema, mostDays, readCalendar } from './calendar.ts';

const usualDays = 31;

const api = operations('Emails', {
  list: {
    summary: 'List what goes out between two dates',
    description:
      'Emails that are scheduled, being sent or sent, and the next runs of automations (these with `automations: read`). From now, for 31 days, unless `start` and `end` say otherwise; at most 400 days.',
    access: { emails: 'read' },
    query: z.object({ start: startParameter, end: endParameter }),
    answers: calendarSchema,
  },
});

export function calendarRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/calendar', api.list, async ({ db, caller, query }) => {
    const { newsletter, permissions } = caller;
    const now = clock();
    const start = query.start ? new Date(query.start) : now;
    const end = query.end ? new Date(query.end) : new Date(start.getTime() + usualDays * day_ms);
    if (!(end > start)) throw new InputError(['end'], sentence('input.after_start'));
    if (!(end.getTime() - start.getTime() <= mostDays * day_ms))
      throw new InputError(['end'], sentence('input.most_days_after_start', { most: mostDays }));
    return readCalendar(db, newsletter.key, {
      start,
      end,
      now,
      timezone: newsletter.timezone,
      with_automations: reaches(permissions, 'automations', 'read'),
    });
  });
}
