import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf, cards, rewrite } from './all.ts';

const written = [
  '<!-- paywall -->',
  '---',
  '{{ snippets.farewell }}',
  '{{ survey.next-walk }}',
  '<a class="button" href="https://a.example/?a=1&amp;b=2">Say &quot;yes&quot; &amp; go</a>',
  '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
  '<a class="bookmark" href="https://a.example"><strong>Tides</strong><br>A table</a>',
  '<a class="bookmark" href="https://a.example"><strong>Tides</strong></a>',
  '<div class="cta"><p>Walk with us</p><p><a class="button" href="https://a.example">Join</a></p></div>',
  '<div class="callout"><p>Mind the &quot;channel&quot;.</p></div>',
  '<div class="callout"><p>Mind the <em>channel</em>.</p><p>It fills first.</p></div>',
  '<div class="gallery"><img alt="Mud" src="https://a.example/a.jpg" /><img alt="" src="https://a.example/b.jpg" /></div>',
  '<figure><img src="https://a.example/b.png" alt="A boat" width="300"><figcaption>At noon</figcaption></figure>',
];

test('a card survives being read and written again', () => {
  const seen = new Set(
    written.map(one => {
      const found = cardOf(one);
      assert.equal(found?.card.write(found.values), one);
      return found!.card.name;
    }),
  );
  assert.deepEqual([...seen].toSorted(), cards.map(({ name }) => name).toSorted());
});

test('markup typed into a form stays plain text, and the card stays a card', () => {
  const said = '<b>"1 > 0" & \'x\'</b>';
  for (const { name, fields, write } of cards.filter(one => Object.keys(one.fields).length > 0)) {
    const typed = Object.fromEntries(Object.keys(fields).map(field => [field, said]));
    const found = cardOf(write(typed));
    assert.equal(found?.card.name, name);
    for (const field of Object.keys(fields)) {
      const { kind, choices } = fields[field]!;
      const kept = choices ? '-b-1-0-x-b-' : kind === 'numeric' ? '' : said;
      assert.equal(found!.values[field], kept, `${name}: ${field}`);
    }
  }
});

test('a card written by an import keeps its form when one value changes', () => {
  const cases: [written: string, change: Record<string, string>, expected: string][] = [
    [
      '<figure><img alt="Mud" src="https://a.example/b.png" /><figcaption>Noon</figcaption></figure>',
      { caption: 'At "noon"' },
      '<figure><img alt="Mud" src="https://a.example/b.png" /><figcaption>At &quot;noon&quot;</figcaption></figure>',
    ],
    [
      '<a class="bookmark" href="https://a.example"><strong>Tides</strong><br />A table</a>',
      { text: '' },
      '<a class="bookmark" href="https://a.example"><strong>Tides</strong></a>',
    ],
    [
      '<figure><img alt="" src="https://a.example/b.png" /><figcaption>Noon</figcaption></figure>',
      { alt: 'Mud' },
      '<figure><img src="https://a.example/b.png" alt="Mud"><figcaption>Noon</figcaption></figure>',
    ],
  ];
  for (const [written, change, expected] of cases)
    assert.equal(rewrite(cardOf(written)!.card, written, change), expected);
});

test('a caption has marks and links, which its field shows as Markdown', () => {
  const figure = (caption: string) =>
    `<figure><img src="https://a.example/b.png" alt="A boat"><figcaption>${caption}</figcaption></figure>`;
  const said: Record<string, string> = {
    'At <strong>noon</strong> &amp; <em>low</em> water': 'At **noon** & *low* water',
    '<a href="https://a.example/?a=1&amp;b=2">A <em>map</em></a>': '[A *map*](https://a.example/?a=1&b=2)',
    '2 * 3 * 4 [x]': '2 * 3 * 4 [x]',
    'a **b** \\': 'a \\*\\*b\\*\\* \\\\',
    '<strong>a*b*c</strong>': '**a\\*b\\*c**',
  };
  for (const [html, words] of Object.entries(said)) {
    const found = cardOf(figure(html));
    assert.equal(found?.values.caption, words);
    assert.equal(found!.card.write(found!.values), figure(html));
  }
  const imported = figure('<b>Noon</b> and <i>low</i> water');
  assert.equal(cardOf(imported)?.values.caption, '**Noon** and *low* water');
  assert.equal(rewrite(cardOf(imported)!.card, imported, { alt: 'Mud' }), imported.replace('A boat', 'Mud'));
  for (const html of ['<a href="javascript:x">x</a>', '<strong>a', 'a<br>b', '<a>b</a>'])
    assert.equal(cardOf(figure(html)), undefined, html);
});

test('other HTML is not a card', () => {
  for (const one of [
    '<a class="button big" href="https://a.example">Go</a>',
    '<a class="button" href="https://a.example"><b>Go</b></a>',
    '<iframe src="https://a.example" height="3"></iframe>',
    'Read <a class="button" href="https://a.example">Go</a>',
    '<!-- paywall --> and more',
    '<div class="callout"><p>One</p><div>Two</div></div>',
    '<div class="gallery"><p>One</p></div>',
  ])
    assert.equal(cardOf(one), undefined);
});
