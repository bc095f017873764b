import { z } from 'zod';
import { startCheck } from '../delivery/ledger/check.ts';
import { findCheck } from '../delivery/ledger/check-queries.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import type { Replicas } from '../platform/replicas/replicas.ts';
import { readTables, tableSchema } from './database.ts';
import { ledgerCheckSchema, showCheck } from './ledger-check.ts';
import { type Machine, readSystem, systemSchema } from './system.ts';

const api = operations('Service', {
  retrieve: {
    summary: 'Retrieve the state of the installation',
    description: 'Versions, processes, queues, the database, files and free disk space.',
    access: { installation: 'read' },
    answers: systemSchema,
  },
  listTables: {
    summary: 'List the tables of the database',
    description: 'The largest first, with what PostgreSQL has counted about their use.',
    access: { installation: 'read' },
    answers: z.object({ results: z.array(tableSchema) }),
  },
  retrieveCheck: {
    summary: 'Retrieve the last check of the ledger',
    access: { installation: 'read' },
    answers: ledgerCheckSchema,
  },
  check: {
    summary: 'Check the ledger',
    description:
      'Compares the stored counts of every email with its deliveries, in the background, as `postrider ledger verify` does. If a check is in progress, no other is started.',
    access: { installation: 'write' },
    answers: ledgerCheckSchema,
  },
});

/**
 * Adds the routes that show the state of the installation to its owners. Each answer takes a few milliseconds; the ledger is checked in the
 * background.
 */
export function systemRoutes(
  app: App,
  { machine, replicas }: { machine: Machine; replicas: Replicas },
): void {
  app.get('/v1/system', api.retrieve, ({ db }) => readSystem({ db, replicas }, machine));

  app.get('/v1/system/tables', api.listTables, async ({ db }) => ({ results: await readTables(db) }));

  app.get('/v1/system/ledger_check', api.retrieveCheck, async ({ db }) => showCheck(db, await findCheck(db)));

  app.post('/v1/system/ledger_check', api.check, async ({ db }) => showCheck(db, await startCheck(db)));
}
