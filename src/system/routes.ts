import { z } from 'zod';
import { startCheck } from '../delivery/ledger/check.ts';
import { findCheck } from '../delivery/ledger/check-queries.ts';
import { failures } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import type { Jobs } from '../platform/jobs.ts';
import { readTables, tableSchema } from './database.ts';
import { ledgerCheckSchema, showCheck } from './ledger-check.ts';
import { type Machine, readSystem, systemSchema } from './system.ts';

const tags = ['Service'];
const config = { access: { installation: 'read' } } as const;

/** The state of the installation, for whoever runs it. Each answer takes a few milliseconds; the ledger is checked in the background. */
export function systemRoutes(app: App, { jobs, machine }: { jobs: Jobs; machine: Machine }): void {
  app.get(
    '/v1/system',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve the state of the installation',
        description: 'Versions, processes, queues, the database, files and free disk space.',
        response: { 200: systemSchema, ...failures(401, 403) },
      },
    },
    request => readSystem(request.db, machine),
  );

  app.get(
    '/v1/system/tables',
    {
      config,
      schema: {
        tags,
        summary: 'List the tables of the database',
        description: 'The largest first, with what PostgreSQL has counted about their use.',
        response: { 200: z.object({ results: z.array(tableSchema) }), ...failures(401, 403) },
      },
    },
    async request => ({ results: await readTables(request.db) }),
  );

  app.get(
    '/v1/system/ledger_check',
    {
      config,
      schema: {
        tags,
        summary: 'Retrieve the last check of the ledger',
        response: { 200: ledgerCheckSchema, ...failures(401, 403) },
      },
    },
    async request => showCheck(request.db, await findCheck(request.db)),
  );

  app.post(
    '/v1/system/ledger_check',
    {
      config: { access: { installation: 'write' } },
      schema: {
        tags,
        summary: 'Check the ledger',
        description:
          'Compares the stored counts of every email with its deliveries, in the background, as `postrider ledger verify` does. If a check is in progress, no other is started.',
        response: { 200: ledgerCheckSchema, ...failures(401, 403) },
      },
    },
    async request => showCheck(request.db, await startCheck(request.db, jobs)),
  );
}
