import { Readable } from 'node:stream';
import { z } from 'zod';
import { demand } from '../../accounts/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/connect.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { pageParameters, params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { allowBundle } from './allow-bundle.ts';
import { askToRun, askToUndo, deleteImport, findImportOf, updateImport } from './change.ts';
import { importAccess, importSchema, importUpdate, showImport, undoDays } from './import.ts';
import { listLines } from './people/queries.ts';
import { listImports } from './queries.ts';

const linesAtOnce = 1000;

/** Writes the report as CSV, line by line while it is fetched. */
async function* writeReport(db: Database, import_key: number): AsyncGenerator<string> {
  yield csvLine(['file', 'line', 'outcome', 'email_address', 'reason']);
  for (let after = 0; ; ) {
    const lines = await listLines(db, import_key, after, linesAtOnce);
    yield lines
      .map(({ file, line, outcome, email_address, reason }) =>
        csvLine([file, line, outcome, email_address, reason]),
      )
      .join('');
    if (lines.length < linesAtOnce) return;
    after = lines.at(-1)!.key;
  }
}

const api = operations('Moving', {
  list: {
    summary: 'List imports',
    description: 'Newest first.',
    access: importAccess,
    query: z.object(pageParameters),
    answers: listOf(importSchema),
  },
  retrieve: {
    summary: 'Retrieve an import',
    access: importAccess,
    follows_work: true,
    params,
    answers: importSchema,
  },
  update: {
    summary: 'Change the options of an import',
    description:
      'Changes some options after the dry run and before the run, such as which field a column fills. The file is checked again, so nothing needs to be uploaded.',
    access: importAccess,
    params,
    body: importUpdate,
    answers: importSchema,
    fails: [409],
  },
  run: {
    summary: 'Run an import',
    description: 'Imports a file after its dry run.',
    access: importAccess,
    params,
    answers: importSchema,
    fails: [409],
  },
  undo: {
    summary: 'Undo an import',
    description: `Within ${undoDays} days, or while it runs. Deletes people whom the import created and who have not changed since, and restores the former values of those whom it changed. The report lists who is kept, and why.`,
    access: importAccess,
    params,
    answers: importSchema,
    fails: [409],
  },
  downloadReport: {
    summary: 'Download the report of an import',
    description:
      'The lines that were or would be refused or skipped, and why; after an undo, the people who were kept. It is kept for 30 days.',
    access: importAccess,
    params,
    produces: ['text/csv; charset=utf-8'],
    answers: z.unknown(),
  },
  delete: {
    summary: 'Delete an import',
    description:
      'What it has imported stays and can no longer be undone. A running import stops; an unfinished import of a bundle leaves nothing behind.',
    access: importAccess,
    params,
  },
});

/** Adds the routes of imports that exist: showing them, and changing, running, undoing and deleting them. */
export function importRoutes(app: App, { store, clock }: { store: FileStore; clock: Clock }): void {
  app.get('/v1/imports', api.list, async ({ db, newsletter, query }, reply) => {
    const now = clock();
    return sendPage(reply, await listImports(db, newsletter.key, query), row => showImport(row, now));
  });

  app.get('/v1/imports/:id', api.retrieve, async request =>
    showImport(await findImportOf(request.db, request.newsletter.key, request.params.id), clock()),
  );

  app.patch('/v1/imports/:id', api.update, async ({ db, caller, params, body }) => {
    if (body.confirm) demand(caller.permissions, 'sending', 'write');
    const now = clock();
    return showImport(await updateImport(db, caller, params.id, body, now), now);
  });

  app.post('/v1/imports/:id/run', api.run, async ({ db, newsletter, caller, params }) => {
    const row = await findImportOf(db, newsletter.key, params.id);
    const { format, options } = showImport(row, clock());
    if (format === 'postrider') await allowBundle(db, caller);
    if (options.confirm) demand(caller.permissions, 'sending', 'write');
    return showImport(await askToRun(db, caller, row.id), clock());
  });

  app.post('/v1/imports/:id/undo', api.undo, async ({ db, caller, params }) => {
    const now = clock();
    return showImport(await askToUndo(db, caller, params.id, now), now);
  });

  app.get('/v1/imports/:id/report.csv', api.downloadReport, async ({ db, newsletter, params }, reply) => {
    const row = await findImportOf(db, newsletter.key, params.id);
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="import-report.csv"')
      .send(Readable.from(writeReport(db, row.key)));
  });

  app.delete('/v1/imports/:id', api.delete, async ({ db, newsletter, params }) => {
    await deleteImport(db, store, newsletter.key, params.id);
  });
}
