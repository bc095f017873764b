import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';

import { type Cron, nearestDue } from '../platform/config/cron.ts';

import { timestamp } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { backupSchema } from './backup.ts';
import { findLast, listBackups } from './queries.ts';

const page = listOf(backupSchema).extend({
  last_good: backupSchema.nullable().describe('The newest one that was read back completely'),
  last_failed: backupSchema.nullable(),
  next_date: timestamp.nullable().describe('When the next scheduled one is due; null without BACKUP_URL'),
});

const api = operations('Service', {
  list: {
    summary: 'List backups',
    description:
      'The backups of this installation, newest first, with the last good and the last failed one. A restore starts with an empty list.',
    access: { installation: 'read' },
    query: z.object({ ...pageParameters, status: listParameter }),
    answers: page,
  },
});

export function backupRoutes(app: App, { clock, cron }: { clock: Clock; cron: Cron | undefined }): void {
  app.get('/v1/backups', api.list, async ({ db, query }, reply) => {
    const [last_good = null, last_failed = null] = [await findLast(db, 'good'), await findLast(db, 'failed')];
    return {
      ...sendPage(reply, await listBackups(db, query)),
      last_good,
      last_failed,
      next_date: (cron && nearestDue(cron, clock(), 'next')?.toISOString()) ?? null,
    };
  });
}
