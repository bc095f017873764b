import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMailAddress } from './address.ts';

test('an address is kept as written, with its domain in lower-case ASCII', () => {
  for (const [input, kept] of [
    [' Ada@Example.ORG \n', 'Ada@example.org'],
    ["o'hara+news@example.org", "o'hara+news@example.org"],
    ['grüße@münchen.example', 'grüße@xn--mnchen-3ya.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@نامه\u200cای.com', 'ada@xn--mgba3gch31f060k.com'],
    ['ada@localhost', 'ada@localhost'],
  ] as const)
    assert.equal(parseMailAddress(input), kept, input);
});

test('text that would have to be changed to be an address is refused', () => {
  for (const input of [
    'a@b.example\nBcc',
    'a@b.example\r\nBcc: v@c.example',
    'a@b.exa\tmple',
    'a@b .example',
    'q@ex%61mple.org',
    'a@example.org/path',
    'a@example.org?query',
    'a@example.org#mark',
    'a@example.org:25',
    'a@example.org\\evil.example',
    'a@ex\u00adample.org',
    'a@ex\u200bample.org',
    'a@1',
    'a@0x7f.1',
    'a@2130706433',
    'a@127.0.0.1',
    'a@[127.0.0.1]',
    'a@user:secret',
    'a@',
    '@example.org',
    'a b@example.org',
    `a@example.org${' '.repeat(1000)}Bcc`,
  ])
    assert.equal(parseMailAddress(input), null, JSON.stringify(input));
});
