import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownCss } from './own-css.ts';

const place = {
  isOwnFile: (address: string) => address.startsWith('https://news.example/files/'),
  variables: new Set(['accent']),
};
const onPages = (css: string) => ownCss(css, { ...place, of: 'pages' });
const inMails = (css: string) => ownCss(css, { ...place, of: 'mails' });
const found = ({ faults }: ReturnType<typeof ownCss>) => faults.map(({ line, found }) => `${line} ${found}`);

test('rules for pages apply only where no form, consent or link to unsubscribe is', () => {
  const { css, faults } = onPages(
    'article h2 { color: red } @media (max-width: 40rem) { .issues li { padding: 0 } }',
  );
  assert.equal(
    css,
    '@scope (.site) to ([data-kept]){article h2{color:red}@media (max-width: 40rem){.issues li{padding:0}}}',
  );
  assert.deepEqual(faults, []);
  for (const whole of ['body', ':root', 'html > body', ':scope', '*:scope main', '& form', 'body.site form'])
    assert.equal(onPages(`${whole} { display: none }`).css, '', whole);
});

test('rules for mails apply to the content alone, whatever they name', () => {
  assert.equal(
    inMails('body { color: #222 } h2, body > p { margin: 0 }').css,
    '.content{color:#222}.content h2,.content p{margin:0}',
  );
  assert.equal(
    inMails('.footer, #unsubscribe { display: none }').css,
    '.content .footer,.content #unsubscribe{display:none}',
  );
});

test('rules that would load from elsewhere, cover the page or hide its meaning are left out, and named with line and remedy', () => {
  const hostile = `@import url(https://evil.example/x.css);
h2 { background: url(https://evil.example/track.gif); color: red }
h3 { background: \\75rl(//evil.example) }
p { position: fixed; top: 0 }
a { background: image-set("https://evil.example/a.png" 1x) }
b { behavior: url(x.htc) }
i { width: expression(alert(1)) }
u { background: url(https://news.example/files/1/paper.png) }`;
  const answer = onPages(hostile);
  assert.equal(
    answer.css,
    '@scope (.site) to ([data-kept]){h2{color:red}p{top:0}u{background:url(https://news.example/files/1/paper.png)}}',
  );
  assert.deepEqual(
    answer.faults.map(({ line }) => line),
    [1, 2, 3, 4, 5, 6, 7],
  );
  assert.ok(answer.faults.every(({ remedy }) => remedy.length > 5));
});

test('nothing ends the style sheet or its scope early', () => {
  for (const css of [
    'h2 { content: "</style><script>alert(1)</script>" }',
    '} body { display: none } h2 { color: red',
    '/* } */ } form { display: none }',
    '@media screen { } } form { display: none }',
    'h2[title="</style>"] { color: red }',
    '@supports (content: "</style>") { h2 { color: red } }',
  ]) {
    const { css: used } = onPages(css);
    assert.ok(!used.includes('</'), used);
    const opened = used.replace(/"[^"]*"/g, '');
    assert.equal(opened.split('{').length, opened.split('}').length, used);
    // Animations have names of their own and are outside the scope.
    const scoped = used.replace(/^@keyframes turn\{from\{color:red\}\}/, '');
    assert.ok(scoped === '' || /^@scope \(\.site\) to \(\[data-kept\]\)\{.*\}$/.test(scoped), used);
  }
});

test('mails get literal values: unknown variables and pictures are named', () => {
  const answer = inMails(
    'h2 { color: var(--accent); margin: var(--mine) }\np { background: url(https://news.example/files/1/a.png) }',
  );
  assert.equal(answer.css, '.content h2{color:var(--accent)}');
  assert.match(
    found(answer).join('\n'),
    /^1 margin: var\(--mine\): mail programs do not support variables\n2 background:/,
  );
});

test('steps of an animation are used, and nothing else in their place', () => {
  const { css, faults } = onPages(
    '@keyframes turn { from, 33.3% { color: red } h2 { color: blue } to { color: green } }',
  );
  assert.equal(css, '@keyframes turn{from,33.3%{color:red}to{color:green}}');
  assert.equal(faults.length, 1);
  const hostile =
    '@keyframes turn { to { color: red } </style><meta http-equiv="refresh" content="0;url=//evil"> { color: red } }';
  assert.equal(onPages(hostile).css, '@keyframes turn{to{color:red}}');
});

test('a variable that a selector or a condition names is named, and breaks no mail', () => {
  const answer = inMails(
    'h2[title="var(--mine)"] { color: red } @media (min-width: var(--mine)) { h2 { color: red } } h3 { color: blue }',
  );
  assert.equal(answer.css, '.content h3{color:blue}');
  assert.equal(answer.faults.length, 2);
});

test('text that is not CSS is named and does not make the rest unusable', () => {
  const answer = inMails('h2 { color red }\nh3 { color: blue }');
  assert.equal(answer.css, '.content h3{color:blue}');
  assert.equal(answer.faults[0]?.line, 1);
});
