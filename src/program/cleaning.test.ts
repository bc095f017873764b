import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { type CleaningStep, runDueSteps } from '../platform/rounds/cleaning.ts';
import { counted } from '../platform/sentences/counted.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { cleaningSteps } from './cleaning.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('docs/operations.md lists every cleaning step, how often it runs and how long its rows are kept', () => {
  const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## Cleaning\n(.*?)\n## /s.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].slice(2);
  const hours = ({ kept_hours }: CleaningStep) =>
    kept_hours === 0
      ? '–'
      : kept_hours % 24 === 0
        ? counted(kept_hours / 24, 'day')
        : counted(kept_hours, 'hour');
  assert.deepEqual(
    rows.map(([, what, every, kept = '']) => [what, every, kept.replace(/^`\w+`: /, '')]),
    cleaningSteps(service.db, service.store, service.config).map(step => [
      step.name,
      step.every_minutes === 1 ? 'minute' : 'hour',
      hours(step),
    ]),
  );
});

test('every cleaning step runs on the real tables', async () => {
  const { db } = service;
  const lines: string[] = [];
  const log = createLog('warn', { write: line => void lines.push(line) });
  await runDueSteps({ db, clock: systemClock, log }, cleaningSteps(db, service.store, service.config));
  assert.deepEqual(lines, []);
  const { rows } = await sql`select from cleanings where due_date > now()`.execute(db);
  assert.equal(rows.length, cleaningSteps(db, service.store, service.config).length);
});
