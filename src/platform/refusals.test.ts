import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProgram } from './root.ts';

/**
 * Files with other texts: those of mails, agents, logs, the terminal, the API document or another service, and errors that say that the
 * code itself is wrong.
 */
const elsewhere = new RegExp(
  [
    '\\.test\\.ts$|examples?\\.ts$|^src/(?:testing|commands|client|agents|backups|program|uses)/|^src/platform/(?:sentences|config|embedded|threads|inbox|reference)/',
    '^src/accounts/people/mail\\.ts|^src/automations/(?:items/tell-held|tell-waiting)\\.ts|^src/(?:sequences/tell|webhooks/(?:described|tell-owner)|payments/tell-drifts)\\.ts',
    '^src/delivery/(?:feedback/sender-faults|domain-(?:reports|watch)/tell(?:-keys)?|relays/test-relays)\\.ts|^src/platform/(?:database/(?:migrate|run-migration|serves|servers)|fence/lease|mail/smtp/relays)\\.ts',
    '^src/engines/rendering/theme\\.ts|^src/emails/files/routes\\.ts|^src/platform/(?:http/(?:response|openapi)|rounds/processes)\\.ts|^src/audience/(?:readers/(?:letters|erasure)|comments/mail)\\.ts|^src/archive/sample-issues\\.ts',
    '^src/payments/practice/',
  ].join('|'),
);
/** Texts for the documents only: descriptions in the API document, and features of Buttondown that are missing here. */
const documented =
  /(?:\.describe\(|description:|summary:|missing: \{[^}]*|missing: |\['[a-z]+ [^']+', \{ [^{]*)\s*$/;
const advice = 'use|must|name|say|nest|give|leave|at most';

const programs = globSync('src/**/*.ts', { cwd: inProgram('.') }).filter(file => !elsewhere.test(file));
const sources = programs.map(file => [
  file,
  withoutComments(readFileSync(join(inProgram('.'), file), 'utf8')),
]);

/** Finds the texts that match the pattern, if `isMeant` accepts the words before them. */
function find(pattern: RegExp, isMeant = (_before: string) => true): string[] {
  return sources.flatMap(([file, source]) =>
    [...source!.matchAll(pattern)]
      .filter(({ index }) => isMeant(source!.slice(Math.max(0, index - 500), index)))
      .map(([found]) => `${file}: ${found.slice(0, 100)}`),
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

test('no refusal is written where it is thrown: each is a sentence with a code', () => {
  const refusal =
    /new DomainError\(\s*[^,()]+,\s*['"`](?!\$\{|(?:metadata|body|url|words|email)[.:])[^,]{0,60}/g;
  assert.deepEqual(find(refusal), []);
  assert.deepEqual(find(/new (?:ZipError|LineError|DamagedPicture)\(\s*['"`](?!\$\{)/g), []);
});

test('whatever the service says to a screen is a sentence: no other place has advice or whole sentences', () => {
  const said = new RegExp(
    `(?<![\\w'])(['"\`])(?:(?:${advice}) (?:(?!\\1)[^\\n\\\\]|\\\\.)+|[A-Z][a-z’']*,? (?:(?!\\1)[^\\n\\\\]|\\\\.)*[.!?])\\1`,
    'g',
  );
  assert.deepEqual(
    find(said, before => !documented.test(before) && !/new (?:Range|Type)?Error\(\s*$/.test(before)),
    [],
  );
});
