import assert from 'node:assert/strict';
import { test } from 'node:test';
import { structureOf } from './structure.ts';

const issue = (secondary_id: number | null, subject: string, body = '') => ({ secondary_id, subject, body });

test('headings, rules, cards, heads of tables and Liquid stay; text that only this issue has does not', () => {
  const body = `Dear reader,

On Monday it blew.

## The line ##
It is not one line.

- one
- two

| What | Many |
|---|---:|
| Purses | 11 |
| Glass | 4 |

![A boat](https://a.example/b.png)

<!-- paywall -->

{% if subscriber.metadata.city %}

In {{ subscriber.metadata.city }}.

{% endif %}

<a class="button" href="https://a.example">Join</a>

\`\`\`
## not a heading

---
\`\`\`

---

{{ snippets.farewell }}`;
  assert.equal(
    structureOf(issue(41, 'x', body), undefined).body,
    [
      '## The line ##',
      '| What | Many |\n|---|---:|\n| | |',
      '<!-- paywall -->',
      '{% if subscriber.metadata.city %}',
      '{% endif %}',
      '<a class="button" href="https://a.example">Join</a>',
      '---',
      '{{ snippets.farewell }}',
    ].join('\n\n'),
  );
});

test('text that the issue before has too stays word for word', () => {
  const [last, before] = ['Hello,\r\n\r\nA tide.\r\n\r\n*Nell*', 'Hello,\n\nA storm.\n\n*Nell*'];
  assert.equal(structureOf(issue(2, 'b', last), issue(1, 'a', before)).body, 'Hello,\n\n*Nell*');
});

test('HTML stays as it is', () => {
  const html = '<div><p>Rain</p></div>';
  assert.equal(structureOf(issue(2, 'b', html), undefined).body, html);
});

test('a subject with a number continues with the next number', () => {
  const of = (last: string, before?: string) =>
    structureOf(issue(41, last), before === undefined ? undefined : issue(40, before)).subject;
  assert.equal(of('Low Water 41: The bar', 'Low Water 40: A storm'), 'Low Water 42: ');
  assert.equal(of('Low Water 41: The bar'), 'Low Water 42: ');
  assert.equal(of('#41 – The bar', '#40 – A storm'), '#42 – ');
  assert.equal(of('The bar, 41', 'A storm, 40'), '');
  assert.equal(of('No. {{ email.secondary_id }}: The bar'), 'No. {{ email.secondary_id }}: ');
  assert.equal(of('Low Water 41: A bar', 'Low Water 40: A storm'), 'Low Water 42: ');
  assert.equal(
    of('No. {{ email.secondary_id }}: A bar', 'No. {{ email.secondary_id }}: A'),
    'No. {{ email.secondary_id }}: ',
  );
  assert.equal(of('Weekly | Boats', 'Weekly | Birds'), 'Weekly | ');
  assert.equal(of('Tides and boats', 'Tides and birds'), '');
  assert.equal(of('The bar'), '');
  assert.equal(of('In 1941: the bar'), '');
});
