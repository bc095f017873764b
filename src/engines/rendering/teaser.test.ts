import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors.ts';
import { fillBody, sampleTheme, sampleValues } from '../../testing/samples/rendering.ts';
import { compileMessage } from './compile.ts';
import { teaserOf } from './teaser.ts';

test('a custom teaser is sent as it is, in the format of the body', () => {
  assert.equal(teaserOf('a\n\n<!-- paywall -->\n\nb', 'Custom *text*'), 'Custom *text*');
  const body = '<!-- buttondown-editor-mode: fancy -->\n<p>a</p>';
  assert.equal(teaserOf(body, '<p>c</p>'), '<!-- buttondown-editor-mode: fancy -->\n<p>c</p>');
  const own = '<!-- buttondown-editor-mode: plaintext -->*c*';
  assert.equal(teaserOf(body, own), own);
  assert.equal(teaserOf('a\n\nb', ' \n '), 'a');
});

test('the part above the paywall is the teaser, however the paywall is written', () => {
  for (const marker of ['<!-- paywall -->', '<!--paywall-->', '<!--  Paywall -->']) {
    assert.equal(teaserOf(`# Title\n\na\n\nb\n\n${marker}\n\nsecret`, ''), '# Title\n\na\n\nb');
    assert.equal(teaserOf(`a ${marker} secret`, ''), 'a');
    assert.equal(teaserOf(`<p>a</p>${marker}<p>secret</p>`, ''), '<p>a</p>');
  }
});

test('nothing below the paywall is given away, even if nothing is above it', () => {
  assert.equal(teaserOf('<!-- paywall -->\n\nsecret', ''), '');
  assert.equal(teaserOf('<div><!-- paywall --><p>secret</p></div>', ''), '<div></div>');
});

test('the paywall leaves no trace in the full body, except where code shows one', () => {
  const { html, text } = fillBody('a\n\n<!-- paywall -->\n\nb <!--paywall--> c\n<!-- paywall -->*d*');
  assert.equal(html, '<p>a</p>\n<p>b c\n<em>d</em></p>'.replace('b c', 'b  c'));
  assert.equal(text, 'a\n\nb c d');
  const code = 'a `<!-- paywall -->`\n\n```\n<!-- paywall -->\n```\n\nb';
  assert.match(fillBody(code).text, /<!-- paywall -->.*<!-- paywall -->/s);
  assert.equal(teaserOf(`${code}\n\n<!-- paywall -->\n\nsecret`, ''), code);
});

test('without a paywall the first paragraph is the teaser: no heading, image, rule, code or comment', () => {
  const body =
    '# Title\n\n![x](https://a.example/x.png)\n\n---\n\n<!-- note -->\n\n```\ncode\n```\n\nFirst *words*\nof it.\n\nSecond';
  assert.equal(teaserOf(body, ''), 'First *words*\nof it.');
  assert.equal(teaserOf('> quoted\n> words\n\nrest', ''), '> quoted\n> words');
  assert.equal(teaserOf('- one\n- two', ''), '- one');
  assert.equal(teaserOf('# Title', ''), '');
  assert.equal(
    teaserOf('<div class="intro">In a div</div>\n\nRest', ''),
    '<!-- buttondown-editor-mode: plaintext -->\n<p>In a div</p>',
  );
});

test('the first paragraph of HTML is found wherever it is', () => {
  assert.equal(
    teaserOf('<h1>T</h1><p></p><p><img src="x"></p><p class="a">First <b>words</b></p><p>No</p>', ''),
    '<p class="a">First <b>words</b></p>',
  );
  assert.equal(
    teaserOf(
      '<!-- x --><table><tr><td style="display:none">preview</td></tr><tr><td><div>In a <i>cell</i><p>No</p></div></td></tr></table>',
      '',
    ),
    '<p>In a <i>cell</i></p>',
  );
  assert.equal(
    teaserOf('<html><head><title>T</title></head><body>Bare text<br>two<p>No</p></body></html>', ''),
    '<p>Bare text<br>two</p>',
  );
});

test('the editor mode stays at the top', () => {
  const declared = '<!-- buttondown-editor-mode: fancy -->\n';
  assert.equal(teaserOf(`${declared}<p>a</p><p>b</p>`, ''), `${declared}<p>a</p>`);
  assert.equal(teaserOf(`${declared}a<!-- paywall -->b`, ''), `${declared}a`);
});

test('Liquid stays whole, with earlier assignments', () => {
  const body =
    '{% assign name = subscriber.email %}{% capture c %}*x*{% endcapture %}\n\n# {{ name }}\n\nHi {% if name %}{{ name }}{% else %}you{% endif %}{{- c }}\n\nNo';
  assert.equal(
    teaserOf(body, ''),
    '{% assign name = subscriber.email %}{% capture c %}*x*{% endcapture %}\n\nHi {% if name %}{{ name }}{% else %}you{% endif %}{{- c }}',
  );
  assert.equal(
    teaserOf('{% if a %}\n\n# T\n\n{% if b %}x{% endif %}\n\nFirst\n\nNo\n\n{% endif %}', ''),
    '{% if a %}\n\n{% if b %}x{% endif %}{% endif %}',
  );
});

test('a cut through Liquid and elements closes them', () => {
  const paywall = '<!-- paywall -->';
  assert.equal(teaserOf(`{% if x %}a ${paywall} b{% else %}c{% endif %}`, ''), '{% if x %}a{% endif %}');
  assert.equal(
    teaserOf(`{% if x %}\n\na\n\n${paywall}\n\nb\n\n{% endif %}`, ''),
    '{% if x %}\n\na\n\n{% endif %}',
  );
  assert.equal(
    teaserOf(`<div>{% if x %}<p>a ${paywall} b</p>{% endif %}</div>`, ''),
    '<div>{% if x %}<p>a</p>{% endif %}</div>',
  );
  assert.equal(
    teaserOf('<div>{% for t in x %}<p>a <b>{{ t }}</b></p>{% endfor %}<p>No</p></div>', ''),
    '{% for t in x %}<p>a <b>{{ t }}</b></p>{% endfor %}',
  );
  assert.equal(teaserOf('{% if x %}First.\n\nNo.{% endif %}', ''), '{% if x %}First.{% endif %}');
});

test('text from a raw block is not evaluated', () => {
  const teaser = teaserOf('{% raw %}{{ x }}{% endraw %} is a slot\n\nNo', '');
  assert.equal(fillBody(teaser).text, '{{ x }} is a slot');
});

test('links and notes in the teaser keep their definitions', () => {
  const body =
    'See [it][a] and[^n].\n\nSecret [b].\n\n[a]: https://a.example\n[b]: https://b.example\n[^n]: Note';
  assert.equal(teaserOf(body, ''), 'See [it][a] and[^n].\n\n[a]: https://a.example\n\n[^n]: Note');
});

test('if a body compiles, so does its teaser', () => {
  const pieces = [
    '# T',
    'word {{ subscriber.email }}',
    '{% if true %}',
    '{% else %}',
    '{% endif %}',
    '<div>',
    '</div>',
    '<p>para</p>',
    '- item',
    '> quote',
    '{% for x in subscriber.tags %}',
    '{% endfor %}',
    '',
    '',
    '<!-- paywall -->',
    '{% assign a = 1 %}',
    '<p>{% if true %}a',
    '{% endif %}</p>',
    '| a |\n|---|',
    '| b |',
  ];
  let state = 7;
  const roll = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const compiles = (body: string) => {
    try {
      compileMessage({ subject: 's', body, description: '' }, sampleTheme).fill(sampleValues);
      return true;
    } catch (error) {
      assert.ok(error instanceof DomainError, body);
      return false;
    }
  };
  let checked = 0;
  for (let round = 0; round < 1_200; round++) {
    const body = Array.from({ length: 1 + roll(9) }, () => pieces[roll(pieces.length)]).join(
      roll(2) ? '\n' : '\n\n',
    );
    if (!compiles(body)) continue;
    checked++;
    assert.ok(compiles(teaserOf(body, '')), `${body}\n=====\n${teaserOf(body, '')}`);
  }
  assert.ok(checked > 200, String(checked));
});
