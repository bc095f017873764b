import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markup } from './markup.ts';

test('values cannot become markup, in text or in an attribute', () => {
  const hostile = `<img src=x onerror="a">'&`;
  assert.equal(
    markup`<p title="${hostile}">${hostile}</p>`.html,
    '<p title="&#60;img src=x onerror=&#34;a&#34;&#62;&#39;&#38;">&#60;img src=x onerror=&#34;a&#34;&#62;&#39;&#38;</p>',
  );
});

test('markup inside markup is not escaped, lists are joined, and empty values print nothing', () => {
  const items = ['a', '<'].map(item => markup`<li>${item}</li>`);
  assert.equal(
    markup`<ul>${items}</ul>${false}${null}${undefined}${0}`.html,
    '<ul><li>a</li><li>&#60;</li></ul>0',
  );
});
