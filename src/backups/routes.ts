import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { type Cron, nearestDue } from '../platform/cron.ts';
import { failures } from '../platform/http/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { backupSchema } from './backup.ts';
import { findLast, listBackups } from './queries.ts';

type BackupRoutes = { base_url: string; clock: Clock; cron: Cron | undefined };

const page = listOf(backupSchema).extend({
  last_good: backupSchema.nullable().describe('The newest one that was read again to its end'),
  last_failed: backupSchema.nullable(),
  next_date: timestamp.nullable().describe('When the next scheduled one is due; null without BACKUP_URL'),
});

export function backupRoutes(app: App, { base_url, clock, cron }: BackupRoutes): void {
  app.get(
    '/v1/backups',
    {
      config: { access: { installation: 'read' } },
      schema: {
        tags: ['Service'],
        summary: 'List backups',
        description:
          'The backups of this installation, newest first, with the last good and the last failed one. A backup that was restored does not bring this list along.',
        querystring: z.object({ ...pageParameters, status: listParameter }),
        response: { 200: page, ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { db, query } = request;
      const [last_good = null, last_failed = null] = [
        await findLast(db, 'good'),
        await findLast(db, 'failed'),
      ];
      return {
        ...sendPage(request, reply, base_url, query, await listBackups(db, query)),
        last_good,
        last_failed,
        next_date: (cron && nearestDue(cron, clock(), 'next')?.toISOString()) ?? null,
      };
    },
  );
}
