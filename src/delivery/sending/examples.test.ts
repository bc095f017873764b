import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deliveryExample,
  progressExample,
  renderedExample,
  resendExample,
  sendDraftExample,
} from '../../emails/examples.ts';
import { deliverySchema } from '../ledger/recipient.ts';
import { progressSchema } from './progress.ts';
import { resendRequest } from './resend.ts';
import { previewRequest, rendered } from './routes.ts';

test('the examples of a preview and of sending a draft match their schemas', () => {
  assert.deepEqual(rendered.strict().parse(renderedExample), renderedExample);
  assert.deepEqual(previewRequest.strict().parse(sendDraftExample), { subscribers: [], ...sendDraftExample });
});

test('the examples of progress, deliveries and resending match their schemas', () => {
  assert.deepEqual(progressSchema.strict().parse(progressExample), progressExample);
  assert.deepEqual(deliverySchema.strict().parse(deliveryExample), deliveryExample);
  assert.deepEqual(resendRequest.strict().parse(resendExample), { status: [resendExample.status] });
});
