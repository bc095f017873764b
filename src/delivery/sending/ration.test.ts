import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate } from '../ledger/domains.ts';
import { freshBudget } from './pace.ts';
import { share } from './ration.ts';

const people = (domains: (string | null)[]) =>
  domains.map((domain, at) => ({ subscriber_key: at + 1, domain }) satisfies Candidate);
const budgets = (tokens: Record<string, number>) =>
  new Map(Object.entries(tokens).map(([scope, left]) => [scope, { ...freshBudget(0), tokens: left }]));
const to = (closed = new Set<string>(), size = 100) => ({ own: 'own', size, closed });
const keys = ({ granted }: ReturnType<typeof share>) => granted.map(one => one.subscriber_key);

test('each domain gets what its budget allows, and domains without a limit are not held back', () => {
  const left = budgets({ 'slow.example': 1.5 });
  const closed = new Set<string>();
  const shared = share(
    people(['slow.example', 'fast.example', 'slow.example', 'fast.example']),
    left,
    to(closed),
  );
  assert.deepEqual(keys(shared), [1, 2, 4]);
  assert.deepEqual([...closed], ['slow.example']);
  assert.equal(shared.looked_at, 4);
  assert.equal(left.get('slow.example')!.tokens, 0.5);
});

test('when the newsletter’s budget is empty everybody waits, and no domain’s budget is used', () => {
  const left = budgets({ own: 2, 'a.example': 5 });
  const shared = share(people(['a.example', 'b.example', 'a.example', 'b.example']), left, to());
  assert.deepEqual([keys(shared), shared.looked_at, shared.is_used_up], [[1, 2], 2, true]);
  assert.equal(left.get('a.example')!.tokens, 4);
});

test('recipients who wait for their domain do not use the newsletter’s budget, and deleted ones use none', () => {
  const left = budgets({ own: 1, 'a.example': 0 });
  const shared = share(people(['a.example', null, 'a.example', 'b.example', null]), left, to());
  assert.deepEqual([keys(shared), shared.looked_at, shared.is_used_up], [[2, 4, 5], 5, false]);
});

test('no more than requested are given, and a held domain gets nothing whatever its budget', () => {
  const left = budgets({ 'a.example': 5, 'b.example': 5 });
  const mixed = people(['a.example', 'b.example', 'b.example', 'b.example']);
  const shared = share(mixed, left, to(new Set(['a.example']), 2));
  assert.deepEqual([keys(shared), shared.looked_at, shared.is_used_up], [[2, 3], 3, false]);
});
