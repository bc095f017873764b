import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createLog, prettyLine } from './log.ts';

function pretty(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('trace', { write: line => lines.push(line) }));
  return stripVTControlCharacters(lines.map(prettyLine).join(''));
}

const time = String.raw`\d\d:\d\d:\d\d`;

test('an entry is a line with the time, the level, what happened, and its fields', () => {
  const line = pretty(log =>
    log.warn({ email: 'abc', trouble: 'not now, please', recipients: 3 }, 'an email waits'),
  );
  assert.match(
    line,
    new RegExp(
      `^${time} WARN {2}an email waits {2}email=abc {2}trouble="not now, please" {2}recipients=3\n$`,
    ),
  );
});

test('a request is logged briefly, and a failed one with its id', () => {
  const request = { reqId: 'r1', method: 'GET', route: '/v1/emails/:id', ms: 3 };
  assert.match(
    pretty(log => log.info({ ...request, status: 200 }, 'request')),
    new RegExp(`^${time} INFO {2}GET /v1/emails/:id 200 3 ms\n$`),
  );
  assert.match(
    pretty(log => log.info({ ...request, status: 404 }, 'request')),
    /GET \/v1\/emails\/:id 404 3 ms {2}reqId=r1\n$/,
  );
});

test('an error’s stack follows its line, and no outside text can control the terminal', () => {
  const lines = pretty(log =>
    log.error({ err: new Error('broke \x1b[2J'), reply: '250 \x1b]0;x\x07' }, 'failed'),
  ).split('\n');
  assert.match(lines[0]!, /ERROR failed {2}reply="250 \\u001b]0;x\\u0007"$/);
  assert.match(lines[1]!, /^ {4}Error: broke \ufffd\[2J$/);
  assert.match(lines[2]!, /^ {8}at /);
});
