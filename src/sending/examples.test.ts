import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderedExample, sendDraftExample } from '../emails/examples.ts';
import { previewRequest, rendered } from './routes.ts';

test('the examples of a preview and of sending a draft are what their schemas say', () => {
  assert.deepEqual(rendered.strict().parse(renderedExample), renderedExample);
  assert.deepEqual(previewRequest.strict().parse(sendDraftExample), { subscribers: [], ...sendDraftExample });
});
