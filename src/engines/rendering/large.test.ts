import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { findFaults } from './findings.ts';
import { compileLarge, demandText, findLargeFaults } from './large.ts';

const filling = '<p>Some <b>words</b> and <a href="https://a.example/1">a link</a>.</p>\n';
const large = (body: string) => ({ subject: 'To {{ subscriber.email }}', description: '', body });
const body = `${filling.repeat(1000)}<a href="https://a.example/{{ subscriber.email }}">Mine</a>{% if subscriber.type == "premium" %}Thanks{% else %}<p>Hello</p>{% endif %}`;
const values = sampleValues;

async function faultOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DomainError) return `${error.code} ${error.detail}`;
    throw error;
  }
  return '';
}

test('a large message, compiled on another thread, is the same as one compiled here', async () => {
  const [here, there] = [
    compileMessage(large(body), sampleTheme),
    await compileLarge(large(body), sampleTheme),
  ];
  const filled = here.fill(values);
  assert.deepEqual(there.fill(values), filled);
  assert.deepEqual(there.links, here.links);
  assert.deepEqual(there.keep(), here.keep());
  assert.deepEqual(await findLargeFaults(large(body), there, filled), findFaults(large(body), here, filled));
});

test('a fault of a large message names the same line as one of a small message', async () => {
  for (const fault of [
    '{% if %}',
    '{{ subscriber.email | nothing_like_it }}',
    '{% for i in (1..100000000) %}{{ i }}{% endfor %}',
  ]) {
    const source = large(`${filling.repeat(1000)}\n${fault}\n`);
    const expected = await faultOf(() => compileMessage(source, sampleTheme).fill(values));
    assert.notEqual(expected, '', fault);
    assert.equal(await faultOf(() => compileLarge(source, sampleTheme, values)), expected);
  }
});

test('a large body that would lose its text is refused', async () => {
  const lost = large(`<p>Hello</p><object>${'words '.repeat(10_000)}</object>`);
  assert.match(
    await faultOf(async () => demandText(lost, await compileLarge(lost, sampleTheme))),
    /^body_invalid body: .* of the text is in HTML elements/,
  );
  assert.equal(
    await faultOf(async () => demandText(large(body), await compileLarge(large(body), sampleTheme))),
    '',
  );
});
