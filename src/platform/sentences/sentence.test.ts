import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { catalogue } from './catalogue.ts';
import { type Hole, parse } from './form.ts';
import { type Code, readSentence, type Sentence, sentence, together } from './sentence.ts';

const all = Object.entries(catalogue).flatMap(([room, wordings]) =>
  Object.entries<string>(wordings).map(([key, wording]) => ({ code: `${room}.${key}` as Code, wording })),
);
const say = sentence as (code: Code, values: Record<string, unknown>) => string;

const inner: Sentence = { code: 'requests.no_page', values: {} };
const innerText = sentence('requests.no_page');

/** Returns a value for a place, and the value that is read there again. */
function sampleOf({ name, kind }: Hole, count: number): [given: unknown, read: unknown] {
  switch (kind) {
    case 'number':
    case 'counted':
      return [count, count];
    case 'time':
      return ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z'];
    case 'sentence':
      return [innerText, inner];
    case 'sentences':
      return [
        ['lacks something', 'has something'],
        ['lacks something', 'has something'],
      ];
    default:
      return [`some ${name}`, `some ${name}`];
  }
}

test('every sentence is read back as itself, with its values, whether they count one or several', () => {
  const wrong: unknown[] = [];
  for (const { code, wording } of all.filter(({ code }) => code !== 'texts.several'))
    for (const count of [1, 1495]) {
      const samples = parse(wording).holes.map(hole => [hole.name, sampleOf(hole, count)] as const);
      const given = Object.fromEntries(samples.map(([name, [value]]) => [name, value]));
      const values = Object.fromEntries(samples.map(([name, [, value]]) => [name, value]));
      const read = readSentence(say(code, given));
      if (!isDeepStrictEqual(read, { code, values })) wrong.push({ code, text: say(code, given), read });
    }
  assert.deepEqual(wrong, []);
});

test('the places in a wording have names, and kinds that exist', () => {
  const kinds = /^(?:text|number|time|sentence|sentences|together|[^|]+\|[^|]+)$/;
  const strange = all.flatMap(({ code, wording }) =>
    [...wording.matchAll(/\{([^}]*)\}/g)]
      .map(([, place]) => place!)
      .filter(place => {
        const [name = '', kind = 'text'] = place.split(':');
        return !/^[a-z_]+$/.test(name) || !kinds.test(kind);
      })
      .map(place => `${code}: {${place}}`),
  );
  assert.deepEqual(strange, []);
});

test('words of another server are not a sentence', () => {
  assert.equal(readSentence('550 5.1.1 No such user'), null);
  assert.equal(readSentence(''), null);
});

test('a sentence within another is read as well, and a full stop is not written twice', () => {
  const text = sentence('emails.paused_by', {
    by: 'Ada',
    reason: sentence('delivery.not_in_flight', { status: 'sent' }),
  });
  assert.deepEqual(readSentence(text)?.values.reason, {
    code: 'delivery.not_in_flight',
    values: { status: 'sent' },
  });
  assert.equal(
    sentence('explain.would_not_get', { why: [sentence('explain.paused'), sentence('explain.no_grant')] }),
    'They would not get it if sending began now: they are paused; They have no grant.',
  );
});

test('of several sentences that fit a text, the one with known sentences in its places is chosen', () => {
  const reason = sentence('moving.no_column', { column: 'mail', columns: 'name, city' });
  assert.deepEqual(readSentence(sentence('moving.cannot_import', { reason })), {
    code: 'moving.cannot_import',
    values: { reason: { code: 'moving.no_column', values: { column: 'mail', columns: 'name, city' } } },
  });
  const part = sentence('moving.cannot_import_part', {
    part: 'a.zip',
    reason: sentence('bundles.truncated'),
  });
  assert.deepEqual(readSentence(part)?.values, {
    part: 'a.zip',
    reason: { code: 'bundles.truncated', values: {} },
  });
});

test('brackets alone make no sentence of the words of another server', () => {
  assert.equal(readSentence('550 Rejected (policy).'), null);
  const said = sentence('texts.with_words', {
    said: 'The connection was refused: nothing is listening there',
    words: 'connect ECONNREFUSED',
  });
  assert.deepEqual(readSentence(said)?.values.said, { code: 'network.refused', values: {} });
});

test('several sentences in a row are one sentence of several', () => {
  const parts = [sentence('explain.planned'), '', 'Something else.'];
  assert.deepEqual(together(parts), {
    text: 'They are in the audience, and their copy has not been sent yet. Something else.',
    sentence: {
      code: 'texts.several',
      values: { sentences: [{ code: 'explain.planned', values: {} }, 'Something else.'] },
    },
  });
});

test('values that look like the words around them do not end the sentence early', () => {
  const name = '" already exists (names ignore case). Choose another name.';
  const found = readSentence(sentence('audience.tag_taken', { name }));
  assert.deepEqual(found, { code: 'audience.tag_taken', values: { name } });
});
