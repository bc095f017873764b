import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { describeAddress, readAddresses } from './addresses.ts';

/** Returns where node-postgres would connect to. */
const places = (url: string) =>
  readAddresses(url).servers.map(({ url }) => {
    const { host, port, user, password, database } = new pg.Client(url);
    return `${user}:${password}@${host}:${port}/${database}`;
  });

test('an address may name several servers in both ways of libpq', () => {
  const expected = ['ada:p@s,s@one:5432/news', 'ada:p@s,s@two.example:5433/news'];
  for (const url of [
    'postgresql://ada:p%40s%2Cs@one:5432,two.example:5433/news',
    'postgres://ada:p%40s%2Cs@one,two.example:5433/news?sslmode=disable&target_session_attrs=read-write',
    'postgresql://ada:p%40s%2Cs@/news?host=one,two.example&port=5432,5433',
    'postgresql://ada:p%40s%2Cs@ignored/news?host=one,two.example&port=5432,5433&connect_timeout=2',
  ])
    assert.deepEqual(places(url), expected, url);
  assert.deepEqual(places('postgres://ada:x@/news?host=one,two&port=6000'), [
    'ada:x@one:6000/news',
    'ada:x@two:6000/news',
  ]);
  assert.deepEqual(places('postgres://ada:x@[::1]:6000,[fe80::1]/news'), [
    'ada:x@::1:6000/news',
    'ada:x@fe80::1:5432/news',
  ]);
  assert.deepEqual(places('postgres://ada:x@localhost:5432/news?host=%2Frun%2Fpostgresql'), [
    'ada:x@/run/postgresql:5432/news',
  ]);
  assert.deepEqual(places('postgres://ada:x@%2Frun%2Fpostgresql/news'), ['ada:x@/run/postgresql:5432/news']);
});

test('the address can say what kind of server is wanted, and how long it may take', () => {
  const { wish, connect_ms } = readAddresses(
    'postgres://one/news?target_session_attrs=standby&connect_timeout=7',
  );
  assert.deepEqual({ wish, connect_ms }, { wish: 'standby', connect_ms: 7000 });
  const plain = readAddresses('postgres://one/news');
  assert.deepEqual([plain.wish, plain.connect_ms], [undefined, undefined]);
});

test('an address that cannot be read is refused with advice, and without its password', () => {
  for (const [url, advice] of [
    ['one:5432/news', /use an address such as/],
    ['mysql://one/news', /use an address such as/],
    ['postgres://ada:secret@one:port/news', /use an address such as/],
    ['postgres://ada:secret@one:70000/news', /use an address such as/],
    ['postgres://ada:secret@one,,two/news', /a host is missing between two commas/],
    ['postgres://ada:secret@/news?host=one,two,three&port=1,2', /3 hosts and 2 ports/],
    ['postgres://ada:secret@one/news?target_session_attrs=write', /target_session_attrs: any, read-write/],
    ['postgres://ada:secret@one/news?connect_timeout=soon', /whole number of seconds/],
    ['postgres://ada:secret@one%/news', /use an address such as/],
  ] as const)
    assert.throws(
      () => readAddresses(url),
      (error: Error) => advice.test(error.message) && !error.message.includes('secret'),
      url,
    );
});

test('an address is described without its password', () => {
  assert.equal(
    describeAddress('postgres://ada:secret@one,two:5433/news?sslmode=disable'),
    'one:5432, two:5433/news',
  );
});
