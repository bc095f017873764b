import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const read = (SMTP_URL: string) => readConfig({ SMTP_URL }, '/nowhere/.env').SMTP_URL;

test('SMTP_URL may name several relays; an unusable one is reported with advice and without its password', () => {
  const urls = 'smtp://ada:secret@a.example:587?weight=3,smtps://b.example';
  assert.equal(read(urls), urls);
  assert.equal(read(''), undefined);
  for (const bad of ['mail.example.org:25', 'smtp://ada:secret@a.example?weight=many'])
    assert.throws(
      () => read(bad),
      (error: Error) =>
        error instanceof ConfigError &&
        /^SMTP_URL: .*use a/.test(error.message) &&
        !/secret/.test(error.message),
    );
});

test('limits by domain are read with ASCII domains, and unusable ones are reported', () => {
  const read = (DOMAIN_RATES: string) => readConfig({ DOMAIN_RATES }, '/nowhere/.env').DOMAIN_RATES;
  assert.deepEqual([...read('')], []);
  assert.deepEqual(
    [...read('Gmail.com=20, bücher.example = 0.5,*=50')],
    [
      ['gmail.com', 20],
      ['xn--bcher-kva.example', 0.5],
      ['*', 50],
    ],
  );
  for (const bad of ['gmail.com', 'gmail.com=0', 'gmail.com=-1', 'gmail.com=x', '=5', 'a b=5', '**=5'])
    assert.throws(() => read(bad), /^.*DOMAIN_RATES: use a comma-separated list/, bad);
  assert.throws(
    () => readConfig({ DOMAIN_CONNECTIONS: '*=1.5' }, '/nowhere/.env'),
    /DOMAIN_CONNECTIONS: use whole/,
  );
  assert.throws(
    () => readConfig({ BREAKER_POLICY_PERCENT: '101' }, '/nowhere/.env'),
    /BREAKER_POLICY_PERCENT/,
  );
  assert.equal(
    readConfig({ BREAKER_COMPLAINTS_PERCENT: '0.1' }, '/nowhere/.env').BREAKER_COMPLAINTS_PERCENT,
    0.1,
  );
});

test('a misspelt setting stops the start and names the right one', () => {
  for (const [name, meant] of [
    ['SMPT_URL', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['BACKUP_PASPHRASE', 'BACKUP_PASSPHRASE'],
    ['smtp_url', 'SMTP_URL'],
    ['TRUSTED_PROXYS', undefined],
    ['TRUSTED_PROXIE', 'TRUSTED_PROXIES'],
  ] as const)
    assert.equal(
      refusal({ [name]: 'x' }).includes(`${name}: this is not a setting. Did you mean ${meant}?`),
      meant !== undefined,
      name,
    );
  assert.match(refusal({ SMPT_URL: 'x', PORT: 'no' }), /^SMPT_URL: .*\nPORT: /s);
  assert.equal(refusal({ SMPT_URL: 'x', SMTP_URL: '' }), '', 'the owner of the name was told apart');
});

test('replicas need a database of which they are replicas', () => {
  const DATABASE_READ_URL = 'postgres://one,two/news';
  assert.match(refusal({ DATABASE_READ_URL }), /^DATABASE_READ_URL: .* Set DATABASE_URL too/);
  assert.equal(refusal({ DATABASE_READ_URL, DATABASE_URL: 'postgres://primary/news' }), '');
});

test('the names of other programs never stop a start', () => {
  const others =
    'APP_KEY API_KEYS HOSTS PORTS ROLES HOSTNAME DATADIR POSTRIDER_PORT POSTRIDER_SERVICE_HOST DATABASE_PORT DATABASE_HOST SMTP_PORT SMTP_HOST METRICS_PORT_9090_TCP SMTP_SERVICE_PORT MAIL_URL REDIS_URL BASE_PATH DATA_PATH SECRET_KEY_BASE LOG_FILE LOG_LEVELS_FILE XDG_DATA_DIRS POSTGRES_PASSWORD NODE_ENV KUBERNETES_SERVICE_HOST';
  readConfig(Object.fromEntries(others.split(' ').map(name => [name, 'x'])), '/nowhere/.env');
});

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env, '/nowhere/.env');
    return '';
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
}
