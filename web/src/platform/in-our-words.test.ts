import assert from 'node:assert/strict';
import { test } from 'node:test';
import { putIntoOurWords } from './in-our-words.ts';

async function said<Answer>(answer: Answer): Promise<Answer> {
  await putIntoOurWords(answer, 'Europe/Berlin');
  return answer;
}

test('the service’s sentences are said in the words of the dashboard, with times in the zone', async () => {
  const date = '2026-11-20T09:00:00.000Z';
  const answer = await said({
    results: [
      {
        status_reason: `The email was due at ${date}, but …`,
        status_reason_sentence: { code: 'delivery.due_while_down', values: { date, hours: 3 } },
      },
    ],
  });
  assert.match(
    answer.results[0]!.status_reason,
    /^The email was due on November 20(?:, 2026)? at 10:00, but the service was not running, and that was over 3 hours ago\./,
  );
});

test('texts from elsewhere do not change, also in a list', async () => {
  const answer = await said({
    detail: '550 No',
    faults: ['There is no SPF record.', 'mx1: 554 Refused'],
    faults_sentences: [{ code: 'domains.spf_missing', values: {} }, null],
  });
  assert.equal(answer.detail, '550 No');
  assert.deepEqual(answer.faults, ['There is no SPF record.', 'mx1: 554 Refused']);
});

test('a refusal keeps the name of its field, and one about a template the reason in its metadata', async () => {
  const number = await said({
    code: 'request_invalid',
    field: 'subject',
    detail: 'subject: use text, not a number',
    detail_sentence: { code: 'input.use_not', values: { wanted: 'text', given: 'a number' } },
  });
  assert.equal(number.detail, 'subject: use text, not a number');
  const reason = { code: 'rendering.too_slow', values: {} };
  const template = await said({
    detail: 'body, line 1, column 2: …',
    detail_sentence: { code: 'rendering.at', values: { part: 'body', line: '1', column: '2', reason } },
    metadata: { part: 'body', line: '1', column: '2', reason: '…' },
  });
  assert.match(template.metadata.reason, /^the template takes too long/);
});

test('a sentence that the dashboard does not know is shown in the words of the service', async () => {
  const answer = await said({ detail: 'Something new.', detail_sentence: { code: 'new.thing', values: {} } });
  assert.equal(answer.detail, 'Something new.');
});
