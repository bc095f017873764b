import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { DomainError } from '../errors.ts';
import { createLog } from '../log.ts';
import { isDatabaseOutage, isDiskFull, outageOf } from '../outage.ts';
import { NoServerError, UnusableServerError } from '../server-errors.ts';
import { createServer } from './server.ts';

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('could not extend file "base/1/2": No space left', 0, 'error'), {
    code,
  });
}
const system = (code: string, more = {}) => Object.assign(new Error(`${code}: somewhere`), { code, ...more });
const away = new NoServerError([new UnusableServerError('one:5432', 'It is a standby.')]);

test('a lack of resources is told apart from bugs, however deeply the error is nested', () => {
  const failures: [Error, string | undefined][] = [
    [databaseError('53100'), 'storage_full'],
    [new Error('cannot write', { cause: system('ENOSPC') }), 'storage_full'],
    [system('EDQUOT'), 'storage_full'],
    [databaseError('53300'), 'not_ready'],
    [databaseError('57P03'), 'not_ready'],
    [new Error('timeout exceeded when trying to connect'), 'not_ready'],
    [away, 'not_ready'],
    [databaseError('25006'), 'not_ready'],
    [databaseError('57P01'), 'not_ready'],
    [new Error('Connection terminated unexpectedly'), 'not_ready'],
    [system('ECONNREFUSED', { syscall: 'connect', address: '10.0.0.1' }), undefined],
    [databaseError('23505'), undefined],
    [new Error('a bug'), undefined],
  ];
  for (const [error, code] of failures) assert.equal(outageOf(error)?.code, code, error.message);
});

test('database outages are not blamed on the work', () => {
  const outages = [databaseError('53100'), databaseError('57P01'), databaseError('58030'), away];
  for (const error of [...outages, new Error('Connection terminated unexpectedly')])
    assert.ok(isDatabaseOutage(error), error.message);
  for (const error of [databaseError('22001'), new Error('Cannot read file'), 'text'])
    assert.ok(!isDatabaseOutage(error));
});

test('a failed request gets 507 or 503, and the log says why', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: line => lines.push(line) });
  const app = await createServer({ log, body_limit: 1000, trusted_proxies: [], data_dir: '/' });
  app.get('/fail/:code', async request => {
    const { code } = request.params as { code: string };
    throw code === 'bug' ? new Error('a bug') : databaseError(code);
  });
  app.get('/refuse', async () => {
    throw new DomainError('not_found', 'Nothing.');
  });
  const answer = async (url: string) => {
    const { statusCode, body } = await app.inject(url);
    return [statusCode, JSON.parse(body).code];
  };
  assert.deepEqual(await answer('/fail/53100'), [507, 'storage_full']);
  assert.match(lines.join(''), /No space left.*"route":"\/fail\/:code".*disk of the database is full/);
  assert.deepEqual(await answer('/fail/53300'), [503, 'not_ready']);
  assert.equal((await app.inject('/fail/53300')).headers['retry-after'], '2');
  assert.deepEqual(await answer('/fail/bug'), [500, 'internal_error']);
  assert.deepEqual(await answer('/refuse'), [404, 'not_found']);
  await app.close();
});

test('a disk counts as full shortly before its last byte, and a disk that cannot be examined does not', () => {
  assert.equal(isDiskFull('/nowhere'), false);
  assert.equal(isDiskFull('.'), false);
});
