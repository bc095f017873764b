import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { parts } from '../parts.ts';
import { countLines } from './read-part.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('every part of an empty newsletter can be read and written', async () => {
  const { db, newsletter, secret, vault } = service;
  const context = { newsletter, secret, vault };
  await db.transaction().execute(async trx => {
    for (const part of parts) {
      await countLines(trx, part, context).catch(error => assert.fail(`${part.name}: ${error.message}`));
      const { rows } = await sql<{ line: object }>`
        select row_to_json(line) as line from (${part.rows(context)}) line`.execute(trx);
      await sql`savepoint part`.execute(trx);
      const lines = rows.map(({ line }) => part.line.parse(line));
      await part.take(trx, context, lines).catch(error => assert.fail(`${part.name}: ${error.message}`));
      await part.end?.(trx, context).catch(error => assert.fail(`${part.name}: ${error.message}`));
      await sql`rollback to savepoint part`.execute(trx);
    }
  });
});
