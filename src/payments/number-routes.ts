import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { addDays, dayOf } from '../platform/days.ts';
import { InputError } from '../platform/http/errors.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { findAccount } from './account-queries.ts';
import { keptSource, numbersSchema, readNumbers } from './numbers.ts';

const usualDays = 30;
const mostDays = 1100;
const dayRule = sentence('input.day');
const day = z.union([z.iso.date(dayRule), z.literal('')], dayRule).optional();

const api = operations('Payments', {
  numbers: {
    summary: 'Show what readers pay, by currency and day',
    description: `From \`start\` to \`end\`, both included, by default the last ${usualDays} days in the time zone of the newsletter; at most ${mostDays} days. Only what has been read since the newsletter was connected counts. \`postrider payments recount\` computes all of it again.`,
    access: { payments: 'read' },
    may_lag: true,
    query: z.object({ start: day.describe('The first day'), end: day.describe('The last day') }),
    answers: numbersSchema,
    fails: [400],
  },
});

export function numberRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/payments/numbers', api.numbers, async ({ db, newsletter, query }) => {
    const today = dayOf(clock(), newsletter.timezone);
    const end = query.end || today;
    const start = query.start || addDays(end, 1 - usualDays);
    if (start > end) throw new InputError(['end'], sentence('input.not_before_start'));
    if (addDays(start, mostDays - 1) < end)
      throw new InputError(['end'], sentence('input.most_days_after_start', { most: mostDays - 1 }));
    const account = await findAccount(db, newsletter.key);
    if (!account) return { start, end, timezone: newsletter.timezone, currencies: [], emails: [] };
    return readNumbers(keptSource(db, account, newsletter), newsletter.timezone, { start, end });
  });
}
