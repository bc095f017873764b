import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Document, isShown, type Played, playExamples } from '../testing/examples.ts';

let document: Document;
let played: Played[];
before(async () => {
  ({ document, played } = await playExamples());
});

test('the service accepts the request of every recorded example, and answers every path that can be read', () => {
  const refused = played.filter(({ status }) => status >= 300);
  assert.deepEqual(
    refused.map(({ id, method, path, status, text }) => `${id}: ${method} ${path}: ${status} ${text}`),
    [],
  );
});

test('every operation shows an example of its request and of its answer (npm run examples records those that are missing)', () => {
  const missing = Object.values(document.paths)
    .flatMap(methods => Object.values(methods))
    .flatMap(({ operationId, requestBody, responses }) => {
      const parts = [requestBody, responses[200], responses[201], responses[202]];
      const contents = parts.flatMap(part => part?.content?.['application/json'] ?? []);
      return contents.filter(content => !isShown(document, content)).map(() => operationId);
    });
  assert.deepEqual(missing, []);
});
