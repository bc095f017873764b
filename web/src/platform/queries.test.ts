import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryObserver } from '@tanstack/react-query';
import { Queries } from './queries.ts';

for (const shown of [true, false]) {
  test(`a list that changes during its first read is read once more, ${shown ? 'shown' : 'not yet shown'}`, async () => {
    const queries = new Queries();
    let stored = 'before';
    const first = Promise.withResolvers<void>();
    const options = {
      queryKey: ['list'],
      staleTime: 60_000,
      async queryFn() {
        const read = stored;
        await first.promise;
        return read;
      },
    };
    const observer = new QueryObserver(queries, options);
    if (shown) observer.subscribe(() => {});
    else void queries.prefetchQuery(options);
    stored = 'after';
    const again = queries.invalidateQueries({ queryKey: ['list'] });
    first.resolve();
    await again;
    assert.equal(shown ? queries.getQueryData(['list']) : await queries.fetchQuery(options), 'after');
    queries.clear();
    observer.destroy();
  });
}
