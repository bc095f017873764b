import { z } from 'zod';
import { callerOf } from '../accounts/authenticate.ts';
import { reaches } from '../accounts/permissions.ts';
import type { Clock } from '../platform/clock.ts';
import { failures, InputError } from '../platform/http/errors.ts';
import { endParameter, startParameter } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { calendarSchema, mostDays, readCalendar } from './calendar.ts';

const day = 86_400_000;
const usualDays = 31;

export function calendarRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get(
    '/v1/calendar',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags: ['Emails'],
        summary: 'List what goes out between two dates',
        description:
          'Emails that are scheduled, being sent or sent, and the next runs of automations (these with `automations: read`). From now, for 31 days, unless `start` and `end` say otherwise; at most 400 days.',
        querystring: z.object({ start: startParameter, end: endParameter }),
        response: { 200: calendarSchema, ...failures(400, 401, 403) },
      },
    },
    async request => {
      const { newsletter, permissions } = callerOf(request);
      const now = clock();
      const start = request.query.start ? new Date(request.query.start) : now;
      const end = request.query.end
        ? new Date(request.query.end)
        : new Date(start.getTime() + usualDays * day);
      if (!(end > start)) throw new InputError(['end'], 'must be after start');
      if (!(end.getTime() - start.getTime() <= mostDays * day))
        throw new InputError(['end'], `must be at most ${mostDays} days after start`);
      return readCalendar(request.db, newsletter.key, {
        ...{ start, end, now, timezone: newsletter.timezone },
        with_automations: reaches(permissions, 'automations', 'read'),
      });
    },
  );
}
