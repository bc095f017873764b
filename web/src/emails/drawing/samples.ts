// Random documents similar to newsletters, for tests. Every construct is written here by hand.

/** Returns a source of numbers from 0 to 1. The same seed gives the same numbers. */
export function numbersFrom(seed: number): () => number {
  let state = seed + 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words =
  'harbour tide wreck gulls morning letter الميناء 潮 straße naïve the of and never again boats 👩‍🚀 salt'.split(
    ' ',
  );

const spans = [
  '**strong**',
  '*slanted*',
  '***both***',
  '__under *and* under__',
  '_under_',
  '~~gone~~',
  '`code *not*`',
  '``a ` tick``',
  '[a link](https://a.example/x)',
  '[titled](<https://a.example/a b> "It says")',
  '[over lines](\nhttps://a.example\n"It says")',
  '{{ subscriber.email_address\n  | upcase }}',
  '[by name][ref]',
  '[sic]',
  '![a boat](https://a.example/b.jpg)',
  '![a \\] boat](https://a.example/b_(1).jpg "At noon")',
  '<img src="https://a.example/c.png" width="300" alt="c">',
  '<https://a.example>',
  'https://bare.example/x_y_z',
  '\\*not slanted\\*',
  '\\',
  '&amp; &copy; &#35;',
  'a note[^1]',
  'named[^shore]',
  '^[an inline note]',
  '{{ subscriber.metadata.first_name | default: "reader" }}',
  '{{ subscriber.metadata.a*b*c }}',
  '{% if subscriber.tags contains "a*b" %}yes{% else %}no{% endif %}',
  '<a class="button" href="https://a.example/?a=1&b=2">Go</a>',
  '<b>bold</b>',
  '<!-- a remark -->',
  'snake_case_word',
  '2 * 3 * 4',
  'H~2~O x^2^',
  ':tada:',
  '\t',
  '  ',
  '* ',
  '****',
  '[](https://empty.example)',
  '[broken](',
  '![',
];

const blocks = [
  '# A title',
  '## Closed ##',
  '### With *marks* and [link](https://a.example)',
  '#not a title',
  '#',
  'A title\n===',
  'Another\n---',
  '> a quote\n> of two lines',
  '> outer\n> > inner\n>\n> end\nlazy',
  '>no space\n>- item',
  '- one\n- two\n  goes on\n- three',
  '* star\n\n* loose\n\n  second paragraph',
  '+ plus\n    + deep\n        + deeper\n\n            code in it',
  '1. one\n1. one\n1. one',
  '7) seven\n8) eight\n   - within',
  '- [ ] open\n- [x] done\n  - [X] within',
  '- \n- ```js\n  x\n  ```\n- > quote',
  '```js\nconst a = `b`;\n\n# not a title\n```',
  '~~~~\n```\n~~~\n~~~~',
  '```\nnever closed',
  '    indented code\n\n    more',
  '| a | b |\n| --- | :-: |\n| 1 | `x|y` |\n| 2 |',
  'a | b\n--|--\n1 | 2 \\| 3',
  '---',
  '***',
  ' * * *',
  '<!-- paywall -->',
  '<!--\nseveral\nlines\n-->',
  '<div class="callout">\n\nInside **it**.\n\n</div>',
  '<div class="gallery">\n\n![a](https://a.example/a.jpg) ![b](https://a.example/b.jpg)\n\n</div>',
  '<table><tr><td>1</td></tr></table>',
  '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>',
  '{{ snippets.farewell }}',
  '{% if subscriber.type == "premium" %}\n\nThanks.\n\n{% endif %}',
  '[^1]: The text of a note',
  '[^shore]: https://one.example\n    goes on',
  '[ref]: https://ref.example "Title"',
  '![only a picture](https://a.example/only.jpg)',
  'line\\\nbreak  \nand another',
  '\u00a0',
  '',
  '   ',
];

/** Returns a document like those that people send: paragraphs with some of everything between them. */
export function randomText(random: () => number): string {
  const pick = <Of>(list: readonly Of[]) => list[Math.floor(random() * list.length)]!;
  const paragraph = () =>
    Array.from({ length: 1 + Math.floor(random() * 14) }, () =>
      random() < 0.25 ? pick(spans) : pick(words),
    ).join(random() < 0.1 ? '\n' : ' ');
  const count = 1 + Math.floor(random() * 14);
  const parts = Array.from({ length: count }, () => (random() < 0.5 ? pick(blocks) : paragraph()));
  const between = () => (random() < 0.85 ? '\n\n' : random() < 0.5 ? '\n' : '\n\n\n');
  const text = parts.reduce((whole, part) => whole + between() + part) + pick(['', '\n', '\n\n', ' ']);
  const end = pick(['\n', '\n', '\n', '\r\n', 'mixed']);
  if (end === 'mixed') return text.replace(/\n/g, () => pick(['\n', '\r\n']));
  return end === '\n' ? text : text.replaceAll('\n', end);
}
