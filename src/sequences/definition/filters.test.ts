import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition, FilterGroup } from '../../audience/filter/filter.ts';
import { openDice } from '../../platform/dice.ts';
import { sequenceFilter, withEvent } from './filters.ts';

const url = (operator: Condition['operator'], value: string): Condition => ({
  field: 'event.url',
  operator,
  value,
});
const city: Condition = { field: 'subscriber.metadata.city', operator: 'equals', value: 'Rome' };
const values = { 'event.url': ['https://tides.example/low'], 'event.metadata.plan': ['trial'] };

test('a filter may ask about the event, and a field that does not exist is refused with the nearest one', () => {
  const group = sequenceFilter.parse([{ field: 'event.url', operator: 'contains', value: 'low' }, city]);
  assert.deepEqual(
    group.filters.map(({ field }) => field),
    ['event.url', 'subscriber.metadata.city'],
  );
  const refused = sequenceFilter.safeParse([{ field: 'event.uri', operator: 'equals', value: 'x' }]);
  assert.match(refused.error!.issues[0]!.message, /event\.uri does not exist; did you mean event\.url/);
  assert.ok(
    sequenceFilter.safeParse([{ field: 'event.metadata.plan', operator: 'equals', value: 'x' }]).success,
  );
});

test('conditions on the event are replaced by their result', () => {
  const group = (predicate: FilterGroup['predicate'], ...filters: Condition[]): FilterGroup => ({
    filters,
    groups: [],
    predicate,
  });
  assert.deepEqual(withEvent(group('and', url('contains', 'LOW'), city), values), group('and', city));
  assert.equal(withEvent(group('and', url('contains', 'high'), city), values), false);
  assert.equal(withEvent(group('or', url('equals', 'https://tides.example/low'), city), values), true);
  assert.deepEqual(withEvent(group('or', url('is_empty', ''), city), values), group('or', city));
  assert.equal(withEvent(group('not', url('is_not_empty', '')), values), false);
  assert.equal(withEvent(group('and'), values), true);
});

test('a filter about the event alone is true or false, as if its members were counted', () => {
  const dice = openDice(41);
  const any = (depth: number): { group: FilterGroup; is: boolean } => {
    const filters = Array.from({ length: 1 + dice.below(3) }, () =>
      url(dice.below(2) === 0 ? 'contains' : 'not_contains', dice.below(2) === 0 ? 'low' : 'high'),
    );
    const inner = depth === 0 ? [] : Array.from({ length: dice.below(3) }, () => any(depth - 1));
    const predicate = (['and', 'or', 'not'] as const)[dice.below(3)]!;
    const truths = [
      ...filters.map(({ operator, value }) => (value === 'low') === (operator === 'contains')),
      ...inner.map(({ is }) => is),
    ];
    const is =
      predicate === 'and'
        ? truths.every(Boolean)
        : predicate === 'or'
          ? truths.some(Boolean)
          : !truths.some(Boolean);
    return { group: { filters, groups: inner.map(({ group }) => group), predicate }, is };
  };
  for (let round = 0; round < 2000; round += 1) {
    const { group, is } = any(3);
    assert.equal(withEvent(group, values), is, JSON.stringify(group));
  }
});
