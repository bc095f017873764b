import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { actionOfStatus, auditedRoutes } from '../src/journal/audit/actions.ts';
import { words } from './src/words.ts';

const src = join(import.meta.dirname, '../src');

/** Returns every recorded action, in the table of requests or in code. */
function recorded(): Set<string> {
  const ofRequests = Object.values(auditedRoutes).flatMap(({ action }) =>
    typeof action === 'string'
      ? [action]
      : ['draft', 'scheduled', 'sent', 'pending'].map(status => action({ status }, ['status'])),
  );
  const inCode = globSync('**/*.ts', { cwd: src })
    .filter(file => !/test|client\//.test(file))
    .flatMap(file => [...readFileSync(join(src, file), 'utf8').matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g)])
    .map(([, action]) => action!);
  return new Set([...ofRequests, ...inCode, actionOfStatus('sent')].filter(action => action !== null));
}

test('every recorded action has a sentence in the log, in one area, and no other has', () => {
  const told = Object.values(words.audit.actions).flatMap(actions => Object.keys(actions));
  assert.equal(new Set(told).size, told.length, 'each in one area');
  assert.deepEqual(told.toSorted(), [...recorded()].toSorted());
});

test('a sentence has a place for its object, if it has one', () => {
  const told: [string, readonly string[]][] = Object.values(words.audit.actions).flatMap(actions =>
    Object.entries<readonly string[]>(actions),
  );
  for (const [action, [sentence, thing]] of told)
    assert.equal(sentence!.split('{}').length - 1, thing === undefined ? 0 : 1, action);
});
