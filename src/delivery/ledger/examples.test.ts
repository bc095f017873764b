import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOf } from '../../platform/http/pages.ts';
import { clientsExample, domainsExample, linksExample, momentsExample, rawExample } from './examples.ts';
import { clientFigures, domainFigures, linkFigures, momentFigures, rawFigures } from './hit-figures.ts';

test('the example of every response matches its schema', () => {
  assert.deepEqual(rawFigures.strict().parse(rawExample.raw), rawExample.raw);
  for (const [schema, example] of [
    [linkFigures, linksExample],
    [momentFigures, momentsExample],
    [clientFigures, clientsExample],
    [domainFigures, domainsExample],
  ] as const)
    assert.deepEqual(listOf(schema.strict()).strict().parse(example), example);
});
