import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ApiFailure } from '../../platform/failure.ts';
import { type Fields, fieldsOf } from '../fields.ts';
import type { Versioned } from '../version.ts';
import { openText } from './draft-text.ts';
import type { Sent } from './kept.ts';
import { openSaveQueue } from './save-queue.ts';

test('typed text is saved in one request when typing pauses, and not before', async t => {
  const { type, requests, queue } = open(t);
  type({ subject: 'H' });
  t.mock.timers.tick(999);
  type({ subject: 'Hello' });
  t.mock.timers.tick(999);
  await settled();
  assert.equal(requests.length, 0);
  assert.equal(queue.saving.get().state, 'saving');
  t.mock.timers.tick(1);
  await settled();
  assert.deepEqual(requests[0]!.changes, { subject: 'Hello' });
  requests[0]!.answer({ subject: 'Hello' });
  await settled();
  assert.equal(queue.saving.get().state, 'saved');
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(requests.length, 1);
});

test('text typed during a request is saved after the answer, as a change to the saved version', async t => {
  const { type, requests, queue, text } = open(t);
  type({ subject: 'First' });
  void queue.save();
  await settled();
  type({ body: 'Second' });
  const second = queue.save();
  await settled();
  assert.equal(requests.length, 1);
  requests[0]!.answer({ subject: 'First' }, '"2"');
  await settled();
  assert.deepEqual(requests[1]!.changes, { body: 'Second' });
  assert.equal(requests[1]!.saved?.etag, '"2"');
  requests[1]!.answer({ subject: 'First', body: 'Second' });
  assert.equal((await second).body, 'Second');
  assert.equal(text.isChanged(), false);
});

test('a change made elsewhere is merged in and saved with ours, without a question', async t => {
  const { type, requests, queue, merges } = open(t, { body: 'One.\n\nTwo.' });
  type({ body: 'One!\n\nTwo.' });
  const saved = queue.save();
  await settled();
  requests[0]!.refuse(changedBy({ body: 'One.\n\nTwo.\n\nThree.' }));
  await settled();
  assert.equal(merges(), 1);
  assert.deepEqual(requests[1]!.changes, { body: 'One!\n\nTwo.\n\nThree.' });
  assert.equal(requests[1]!.saved?.etag, '"elsewhere"');
  requests[1]!.answer({ body: 'One!\n\nTwo.\n\nThree.' });
  assert.equal((await saved).body, 'One!\n\nTwo.\n\nThree.');
});

test('if both changed the same thing, nothing is saved until somebody has chosen', async t => {
  const { type, refuseToSave, requests, queue, text } = open(t, { subject: 'Base' });
  type({ subject: 'Mine' });
  await refuseToSave(changedBy({ subject: 'Theirs' }));
  type({ body: 'More' });
  t.mock.timers.tick(60_000);
  await assert.rejects(queue.save(), { status: 412 });
  assert.equal(requests.length, 1);

  text.settle({ ...text.fields.get(), subject: 'Theirs' });
  const chosen = queue.save();
  await settled();
  assert.deepEqual(requests[1]!.changes, { body: 'More' });
  requests[1]!.answer({ subject: 'Theirs', body: 'More' });
  await chosen;
  assert.equal(queue.saving.get().state, 'saved');
});

test('refused text stays here and is kept, and is not sent again until something changes', async t => {
  const { type, refuseToSave, requests, queue, kept } = open(t);
  type({ subject: 'No\nsubject' });
  await refuseToSave(new ApiFailure(400, { code: 'subject_invalid', detail: 'subject: One line.' }));
  assert.equal(queue.saving.get().state, 'unsaved');
  assert.equal(kept()?.fields.subject, 'No\nsubject');
  t.mock.timers.tick(60_000);
  await settled();
  assert.equal(requests.length, 1);

  type({ subject: 'A subject' });
  t.mock.timers.tick(1000);
  await settled();
  requests[1]!.answer({ subject: 'A subject' });
  await settled();
  assert.deepEqual([queue.saving.get().state, kept()], ['saved', undefined]);
});

test('a new email whose answer was lost is sent again unchanged, under its Idempotency-Key, followed by newer text', async t => {
  const { type, refuseToSave, requests } = open(t, null);
  type({ subject: 'New' });
  await refuseToSave(new ApiFailure(0, {}));
  const { key, changes } = requests[0]!;
  type({ subject: 'New and more' });
  t.mock.timers.tick(5000);
  await settled();
  assert.deepEqual([requests[1]!.key, requests[1]!.changes], [key, changes]);
  assert.equal(requests[1]!.saved, undefined);
  requests[1]!.answer({ subject: 'New' });
  await settled();
  assert.equal(requests[2]!.saved?.id, 'id');
  assert.deepEqual(requests[2]!.changes, { subject: 'New and more' });
});

test('a new email that a closed page sent without an answer is sent again under the same key', async t => {
  const fields = { ...fieldsOf(undefined), subject: 'Before' };
  const { type, requests, kept } = open(t, null, { fields, idempotency_key: 'the key' });
  type({ subject: 'Before and after' });
  assert.equal(kept()?.unanswered?.idempotency_key, 'the key');
  t.mock.timers.tick(1000);
  await settled();
  assert.deepEqual([requests[0]!.key, requests[0]!.changes], ['the key', { subject: 'Before' }]);
});

test('a new email that was refused gets another key, because the service would repeat its refusal', async t => {
  const { type, refuseToSave, requests, queue } = open(t, null);
  type({ subject: 'One' });
  await refuseToSave(new ApiFailure(400, { code: 'subject_invalid', detail: 'subject: Not this one.' }));
  type({ subject: 'Two' });
  void queue.save();
  await settled();
  assert.deepEqual(requests[1]!.changes, { subject: 'Two' });
  assert.notEqual(requests[1]!.key, requests[0]!.key);
});

test('nothing is saved once the queue is closed', async t => {
  const { type, requests, queue } = open(t);
  type({ subject: 'Late' });
  queue.close();
  t.mock.timers.tick(60_000);
  await queue.save();
  assert.equal(requests.length, 0);
});

/** Opens a queue for an email with these fields, or for a new one. The test answers its requests. */
function open(t: TestContext, fields: Partial<Fields> | null = {}, unanswered?: Sent) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: ReturnType<typeof asked>[] = [];
  let merges = 0;
  let kept: { fields: Fields; unanswered: Sent | undefined } | undefined;
  const text = openText(fields ? emailWith(fields, '"1"') : undefined);
  const queue = openSaveQueue({
    text,
    unanswered,
    send(saved, changes, key) {
      const request = asked({ saved, changes, key });
      requests.push(request);
      return request.answered;
    },
    keep(unanswered) {
      kept = { fields: text.fields.get(), unanswered };
      return true;
    },
    forget() {
      kept = undefined;
    },
    onSaved() {},
    onMerge: () => merges++,
  });
  const type = (changes: Partial<Fields>) => {
    text.change(changes);
    queue.changed();
  };
  /** Saves, but the service refuses, or its answer is lost. */
  const refuseToSave = async (error: Error) => {
    const saved = queue.save();
    await settled();
    requests.at(-1)!.refuse(error);
    await assert.rejects(saved, error);
  };
  return { text, queue, type, refuseToSave, requests, merges: () => merges, kept: () => kept };
}

function asked(wish: { saved: Versioned | undefined; changes: Partial<Fields>; key: string }) {
  const { promise: answered, resolve, reject: refuse } = Promise.withResolvers<Versioned>();
  const answer = (fields: Partial<Fields>, etag = '"next"') => resolve(emailWith(fields, etag));
  return { ...wish, answered, answer, refuse };
}

function emailWith(fields: Partial<Fields>, etag: string): Versioned {
  return { ...fieldsOf(undefined), ...fields, id: 'id', etag } as Versioned;
}

function changedBy(fields: Partial<Fields>): ApiFailure {
  const { etag, ...current } = emailWith(fields, '"elsewhere"');
  return new ApiFailure(412, { code: 'email_changed', current, metadata: { etag } } as never);
}

/** Resolves when everything has happened that follows from events so far. All of it is chained by promises. */
const settled = () => new Promise(resolve => setImmediate(resolve));
