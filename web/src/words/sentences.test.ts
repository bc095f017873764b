import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/platform/sentences/catalogue.ts';
import { parse } from '../../../src/platform/sentences/form.ts';
import { sentences } from './sentences.ts';
import { ownSentences } from './sentences-own.ts';
import type { Manner, Sentences } from './sentences-type.ts';

const manner: Manner = { time: () => 'November 20', say: String };

/** Returns values for every place in a wording of the service. */
function valuesOf(wording: string): Record<string, unknown> {
  return Object.fromEntries(
    parse(wording).holes.map(({ name, kind }) => {
      if (kind === 'sentences' || kind === 'together') return [name, ['one']];
      return [name, kind === 'number' || kind === 'counted' ? 3 : name];
    }),
  );
}

test('the dashboard says every sentence of the service, with its values', () => {
  for (const [room, wordings] of Object.entries(catalogue))
    for (const [key, wording] of Object.entries<string>(wordings)) {
      const say = sentences[`${room}.${key}` as keyof Sentences] as (...asked: unknown[]) => string;
      const said = say(valuesOf(wording), manner);
      assert.ok(said.length > 2 && !/undefined|[{}]\w|NaN/.test(said), `${room}.${key}: ${said}`);
    }
});

test('its own words do not tell people to send requests', () => {
  for (const [code, say] of Object.entries(ownSentences)) {
    const [room, key] = code.split('.') as [keyof typeof catalogue, never];
    const said = (say as (...asked: unknown[]) => string)(valuesOf(catalogue[room][key]), manner);
    assert.doesNotMatch(said, /\/v1\/|\b(?:GET|POST|PATCH|DELETE) |about_to_send|bounds\./, code);
  }
});

test('a language that lacks a sentence does not compile', () => {
  // @ts-expect-error: all the others are missing
  const lacking: Sentences = { 'requests.no_page': () => 'Hier ist nichts.' };
  assert.ok(lacking);
});
