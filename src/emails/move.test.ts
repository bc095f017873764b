import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const src = join(import.meta.dirname, '..');
/** Matches a change of the status in a statement that changes emails, in Kysely or in SQL. */
const move =
  /updateTable\('emails'\)\s*\.set\((?:(?!\.where\()[\s\S])*?\bstatus[:,\s}]|\bupdate emails\s(?:(?!\bwhere\b)[^`])*?(?:set|,)\s+status\s*=/;

test('emails move by the table only: no statement outside move.ts writes their status', () => {
  const moving = globSync('**/*.ts', { cwd: src })
    .filter(file => !/\.test\.ts$|^testing\/|^client\//.test(file))
    .filter(file => move.test(readFileSync(join(src, file), 'utf8')));
  assert.deepEqual(moving, ['emails/move.ts']);
});

test('the search finds a status in either kind of statement', () => {
  for (const statement of [
    "updateTable('emails').set({ status: 'draft' }).where(",
    "updateTable('emails')\n    .set({ ...changes, status, status_reason: '' })\n    .where(",
    "update emails set status = 'deleted' where",
    "update emails\n set trouble = null, status = 'sent' where",
  ])
    assert.match(statement, move);
  for (const statement of [
    "updateTable('emails').set({ status_reason: '' }).where('status', '=', 'draft')",
    "update emails set status_reason = case when status = 'in_flight' then '' end where status = 'sent'",
  ])
    assert.doesNotMatch(statement, move);
});
