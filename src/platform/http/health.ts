import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import { pendingMigrations } from '../database/migrate.ts';
import { DomainError } from '../errors.ts';
import { failures } from './errors.ts';
import type { App } from './server.ts';

const tags = ['Service'];
const ok = z.object({ status: z.literal('ok') });

/** `/healthz`: the process answers. `/readyz`: it can serve, having its database in the form it knows. */
export function healthRoutes(app: App, db: Database): void {
  const config = { rateLimit: false } as const;
  app.get(
    '/healthz',
    {
      config,
      schema: { tags, summary: 'Whether the process is alive', security: [], response: { 200: ok } },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config,
      schema: {
        tags,
        summary: 'Whether it can serve',
        security: [],
        response: { 200: ok, ...failures(503) },
      },
    },
    async () => {
      try {
        await sql`select 1`.execute(db);
      } catch {
        throw new DomainError('not_ready', 'The database cannot be reached.');
      }
      const pending = await pendingMigrations(db);
      if (pending.length > 0)
        throw new DomainError(
          'not_ready',
          `The database lacks the migrations ${pending.join(', ')}. Run: postrider migrate`,
        );
      return { status: 'ok' as const };
    },
  );
}
