import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultFor } from './defaults.ts';

test('the value at a place gets a default after its filters', () => {
  const text = 'Dear {{ subscriber.metadata.first_name }}, in {{- subscriber.metadata.city | upcase -}}';
  assert.deepEqual(defaultFor(text, 5), {
    written: '{{ subscriber.metadata.first_name }}',
    given: '{{ subscriber.metadata.first_name | default: "reader" }}',
    fallback: 'reader',
  });
  assert.equal(
    defaultFor(text, text.indexOf('{{-'))?.given,
    '{{- subscriber.metadata.city | upcase | default: "…" -}}',
  );
});

test('without a value at the place, nothing gets a default', () => {
  for (const text of ['x {{ name }}', '{{ subscriber.metadata.city', '{% if x %}'])
    assert.equal(defaultFor(text, 0), undefined);
});
