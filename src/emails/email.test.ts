import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientMayMove, emailStatuses, moves } from './email.ts';
import { openFields } from './fields.ts';

test('the moves are exactly those of the documented table', () => {
  const written = Object.entries(moves).flatMap(([from, targets]) =>
    Object.entries(targets).map(([to, by]) => `${from} → ${to}: ${by}`),
  );
  assert.deepEqual(
    written.toSorted(),
    [
      'draft → about_to_send: client',
      'draft → scheduled: client',
      'draft → deleted: client',
      'draft → in_flight: service', // a bulk action sends it to chosen people
      'draft → transactional: client', // for sequences
      'transactional → draft: undo',
      'transactional → deleted: client',
      'scheduled → draft: client',
      'scheduled → about_to_send: client',
      'scheduled → deleted: client',
      'scheduled → in_flight: service',
      'scheduled → errored: service',
      'about_to_send → draft: undo',
      'about_to_send → deleted: client',
      'about_to_send → in_flight: service',
      'about_to_send → errored: service',
      'in_flight → sent: service',
      'in_flight → errored: service',
      'in_flight → deleted: service', // with its newsletter
      'errored → about_to_send: client',
      'errored → deleted: client',
      'errored → draft: undo',
      'errored → scheduled: undo',
      'imported → deleted: client',
      'sent → deleted: client',
    ].toSorted(),
  );
});

test('a client can undo only until the first hand-over, and can never make a move of the service', () => {
  assert.ok(clientMayMove('about_to_send', 'draft', false));
  assert.ok(!clientMayMove('about_to_send', 'draft', true));
  assert.ok(clientMayMove('errored', 'about_to_send', true));
  for (const handed_over of [false, true]) {
    assert.ok(!clientMayMove('in_flight', 'sent', handed_over));
    for (const status of emailStatuses) assert.ok(!clientMayMove('deleted', status, handed_over));
  }
});

test('the further along an email is, the fewer fields can change; after delivery only the fields of its archive copy can', () => {
  const always = [
    ...['canonical_url', 'description', 'email_type', 'image', 'metadata', 'secondary_id', 'slug'],
    ...['archival_mode', 'commenting_mode', 'featured', 'related_email_ids'],
  ];
  const archive = [...always, 'body', 'subject'];
  for (const [status, handed_over, open] of [
    ['draft', false, undefined],
    ['scheduled', false, undefined],
    ['about_to_send', false, undefined],
    ['errored', false, undefined],
    ['errored', true, always],
    ['about_to_send', true, always],
    ['in_flight', false, always],
    ['deleted', false, always],
    ['sent', true, archive],
    ['imported', false, archive],
  ] as const) {
    assert.deepEqual(openFields(status, handed_over)?.toSorted(), open?.toSorted(), status);
  }
});
