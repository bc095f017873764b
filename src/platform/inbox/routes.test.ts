import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { DomainError } from '../errors.ts';
import { type App, createServer } from '../http/server.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { inboxRoutes } from './routes.ts';
import { storeMessages } from './store.ts';

let database: TestDatabase;
let db: Database;
let app: App;
const token = 'the-token-of-this-inbox';

before(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, { size: 5, on_error: () => {} });
  app = await createServer({ log: createLog('silent'), body_limit: 1000, trusted_proxies: [] });
  inboxRoutes(app, {
    db,
    door: {
      token,
      secure: true,
      async readKey({ headers: { authorization } }) {
        if (authorization === 'Token wrong') throw new DomainError('authentication_invalid', 'Unknown.');
        return {
          owners: authorization === 'Token all' ? undefined : [authorization!.slice('Token '.length)],
        };
      },
      readPerson: async () => undefined,
    },
  });
  await app.ready();
});
after(async () => {
  await app.close();
  await db.destroy();
  await database.drop();
});

test('an empty inbox explains how to send the first newsletter', async () => {
  const { body, headers } = await get('/inbox');
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(body, /curl -X POST http:\/\/localhost:80\/v1\/emails/);
});

test('mail can be read as decoded JSON, newest first', async () => {
  await deliver(['ada@example.org'], 'From: A <a@x.example>\r\nSubject: first\r\n\r\none');
  await deliver(['ada@example.org'], 'From: A <a@x.example>\r\nSubject: second\r\n\r\ntwo');
  const { results } = (await get('/inbox/messages?to=ada@example.org')).json();
  assert.deepEqual(
    results.map((message: { subject: string }) => message.subject),
    ['second', 'first'],
  );
  assert.deepEqual(Object.keys(results[0]), [
    'id',
    'from',
    'to',
    'subject',
    'html',
    'text',
    'source',
    'date',
  ]);
  assert.equal(results[0].from, 'A <a@x.example>');
  assert.equal(results[0].text.trim(), 'two');
  assert.match(results[0].source, /^From: A <a@x\.example>\r\n/);
  assert.match(results[0].date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('the parameter to is matched without case, and recipients are returned as written', async () => {
  await deliver(['Grace+News@Navy.example'], 'Subject: x\r\n\r\n');
  for (const to of ['grace%2Bnews@navy.example', 'grace+news@navy.example', 'GRACE%2BNEWS@NAVY.EXAMPLE']) {
    const { results } = (await get(`/inbox/messages?to=${to}`)).json();
    assert.deepEqual(
      results.map((message: { to: string }) => message.to),
      ['Grace+News@Navy.example'],
      to,
    );
  }
  assert.deepEqual((await get('/inbox/messages?to=race%2Bnews@navy.example')).json(), { results: [] });
});

test('without the parameter to, the newest 100 are returned, or as many as limit says', async () => {
  await deliver(
    Array.from({ length: 120 }, (_, n) => `${n}@many.example`),
    'Subject: many\r\n\r\n',
  );
  const count = async (query: string) => (await get(`/inbox/messages${query}`)).json().results.length;
  assert.equal(await count(''), 100);
  assert.equal(await count('?limit=7'), 7);
  assert.ok((await count('?limit=1000')) >= 120);
  assert.equal(await count('?to=1@many.example&to=2@many.example'), 2);
  for (const limit of ['0', '1001', 'x', '1.5']) {
    const { statusCode, body } = await get(`/inbox/messages?limit=${limit}`);
    assert.equal(statusCode, 400);
    assert.match(body, /limit/);
  }
});

test('an unreadable message does not break the list', async () => {
  await deliver(['broken@example.org'], '\0\u0001\xff');
  await deliver(['broken@example.org'], '');
  assert.equal((await get('/inbox/messages?to=broken@example.org')).json().results.length, 2);
  assert.equal((await get('/inbox?to=broken@example.org')).statusCode, 200);
  for (const { id } of (await get('/inbox/messages?to=broken@example.org')).json().results) {
    assert.equal((await get(`/inbox/messages/${id}`)).statusCode, 200);
  }
});

test('the list comes in pages, and can be searched by recipient', async () => {
  const first = (await get('/inbox')).body;
  assert.equal(first.match(/<li>/g)!.length, 50);
  assert.match(first, /href="\/inbox\?page=2" rel="next"/);
  assert.match((await get('/inbox?page=2')).body, /rel="prev"/);
  assert.match((await get('/inbox?page=999')).body, /Nothing on this page/);
  assert.match((await get('/inbox?page=x')).body, /rel="next"/);
  assert.equal((await get('/inbox?to=5@MANY.example')).body.match(/<li>/g)!.length, 1);
  assert.match((await get('/inbox?to=nobody@example.org')).body, /No mail to/);
});

test('data from a mail appears on our pages only as text', async () => {
  const hostile = '"><script>alert(1)</script>';
  const mail = `From: "${hostile.replaceAll('"', '')}" <a@x.example>\r\nSubject: ${hostile}\r\nX-${hostile}: ${hostile}\r\n\r\n${hostile}`;
  await deliver([`a${hostile}@x.example`], mail);
  const [{ id }] = (await get('/inbox/messages?limit=1')).json().results;
  const addresses = [
    '/inbox',
    `/inbox?to=${encodeURIComponent(hostile)}`,
    ...['html', 'text', 'source'].map(view => `/inbox/messages/${id}?view=${view}`),
  ];
  for (const address of addresses) {
    const { body, headers } = await get(address);
    assert.doesNotMatch(body, /<script/, address);
    const policy = String(headers['content-security-policy']);
    assert.match(
      policy,
      /^default-src 'none'; style-src 'self' 'unsafe-inline'; frame-src 'self'; img-src 'self' data:; form-action 'self'/,
    );
    assert.equal(headers['referrer-policy'], 'no-referrer');
  }
});

test('a script in a mail cannot run', async () => {
  await deliver(['html@example.org'], 'Content-Type: text/html\r\n\r\n<script>alert(1)</script><p>Hello');
  const id = await newest('html@example.org');
  const { headers, body } = await get(`/inbox/messages/${id}/html`);
  const policy = String(headers['content-security-policy']).split('; ');
  assert.ok(
    policy.includes('sandbox allow-popups allow-popups-to-escape-sandbox'),
    'without allow-scripts and allow-same-origin',
  );
  assert.ok(policy.includes("default-src 'none'"));
  assert.ok(!policy.some(directive => directive.startsWith('script-src')));
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.match(body, /<p>Hello/);
  const page = (await get(`/inbox/messages/${id}`)).body;
  assert.match(
    page,
    new RegExp(
      `<iframe src="/inbox/messages/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"`,
    ),
  );
});

test('the source is served as plain text, byte for byte', async () => {
  await deliver(['source@example.org'], Buffer.from('Subject: <b>Gr\xfc\xdfe\r\n\r\n', 'latin1'));
  const { headers, rawPayload } = await get(`/inbox/messages/${await newest('source@example.org')}/source`);
  assert.equal(headers['content-type'], 'text/plain; charset=iso-8859-1');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.ok(rawPayload.equals(Buffer.from('Subject: <b>Gr\xfc\xdfe\r\n\r\n', 'latin1')));
});

test('the dashboard’s list is searched by subject, sender and recipient, however they are encoded', async () => {
  await deliver(
    ['iris@search.example'],
    'From: =?utf-8?q?J=C3=BCrgen?= <j@x.example>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n\r\nHi',
  );
  const found = async (query: string) => {
    const { results, count } = (await get(`/inbox/list?query=${encodeURIComponent(query)}`)).json();
    assert.equal(results.length, count);
    return results.map(({ to, subject }: { to: string; subject: string }) => `${to}: ${subject}`);
  };
  const line = ['iris@search.example: Grüße'];
  for (const query of ['grüße', 'IRIS@search', 'Jürgen']) assert.deepEqual(await found(query), line, query);
  assert.deepEqual(await found('nothing like it'), []);
  assert.equal((await get(`/inbox/list?query=${'x'.repeat(201)}`)).statusCode, 400);
  const all = (await get('/inbox/list')).json();
  assert.equal(all.results[0].to, 'iris@search.example');
  assert.ok(all.count >= all.results.length && all.total >= all.count);
});

test('the dashboard gets the parts of a mail, and its files only for download', async () => {
  await deliver(
    ['files@parts.example'],
    [
      'From: a@x.example',
      'Subject: With a file',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>Hello</p><script>alert(1)</script>',
      '--b',
      'Content-Type: text/html; name="evil.html"',
      'Content-Disposition: attachment; filename="evil\'s.html"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<b>ha</b>').toString('base64'),
      '--b--',
    ].join('\r\n'),
  );
  const id = await newest('files@parts.example');
  const mail = (await get(`/inbox/messages/${id}/parts`)).json();
  assert.match(mail.html, /<p>Hello<\/p>/);
  assert.deepEqual(mail.attachments, [{ number: 0, name: "evil's.html", type: 'text/html', size: 9 }]);
  assert.ok(
    mail.headers.some(
      ({ name, value }: { name: string; value: string }) => name === 'Subject' && value === 'With a file',
    ),
  );
  const file = await get(`/inbox/messages/${id}/attachments/0`);
  assert.equal(file.body, '<b>ha</b>');
  assert.equal(file.headers['content-type'], 'application/octet-stream');
  assert.equal(file.headers['content-disposition'], "attachment; filename*=UTF-8''evil%27s.html");
  for (const number of ['1', '-1', 'x', '1e9'])
    assert.ok((await get(`/inbox/messages/${id}/attachments/${number}`)).statusCode >= 400, number);
});

test('an unknown message is 404', async () => {
  await deliver(['text@example.org'], 'Subject: no html\r\n\r\nx');
  const id = await newest('text@example.org');
  for (const address of [newId(), 'x', `${newId()}/html`, 'x/source', `${id}/html`]) {
    const { statusCode, body } = await get(`/inbox/messages/${address}`);
    assert.equal(statusCode, 404, address);
    assert.equal(JSON.parse(body).code, 'not_found');
  }
});

const places = (id: string) => [
  '',
  '?to=html@example.org',
  '/messages',
  `/messages/${id}`,
  `/messages/${id}/html`,
  `/messages/${id}/source`,
];

test('nobody sees anything without the token, the cookie or a key, wherever the request comes from', async () => {
  const id = await newest('html@example.org');
  const strangers: Record<string, string>[] = [
    { authorization: '' },
    { authorization: '', host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
    { authorization: '', cookie: `inbox=${token}; inbox_00000000=${token}` },
    { authorization: '', cookie: `${(await cookieFor(token)).name}=wrong` },
  ];
  for (const headers of strangers)
    for (const place of places(id)) {
      const { statusCode, body } = await get(`/inbox${place}`, headers);
      assert.deepEqual([statusCode, JSON.parse(body).code], [401, 'authentication_missing'], place);
    }
  for (const place of places(id))
    assert.equal((await get(`/inbox${place}`, { authorization: 'Token wrong' })).statusCode, 401);
});

test('a browser without access is told how to get in, and nothing else', async () => {
  for (const place of ['', '/messages', '?token=wrong', '?token=', '?token=a&token=b']) {
    const { statusCode, body, headers } = await get(`/inbox${place}`, {
      authorization: '',
      accept: 'text/html,*/*',
    });
    assert.equal(statusCode, 401, place);
    assert.match(body, /npx postrider inbox/);
    assert.ok(!body.includes(token) && headers['set-cookie'] === undefined);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
  }
});

test('the link opens the inbox, sets a cookie for it alone, and leaves an address without the token', async () => {
  const { statusCode, headers, body } = await get(`/inbox?to=a%2Bb@x.example&token=${token}`, {
    authorization: '',
  });
  assert.deepEqual([statusCode, headers.location, body], [303, '/inbox?to=a%2Bb%40x.example', '']);
  assert.deepEqual([headers['referrer-policy'], headers['cache-control']], ['no-referrer', 'no-store']);
  const { name, attributes } = await cookieFor(token);
  assert.deepEqual(attributes, ['Path=/inbox', 'Max-Age=2592000', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  const id = await newest('html@example.org');
  for (const place of places(id)) {
    const cookie = `other=1; ${name}=stale; ${name}=${token}`;
    assert.equal((await get(`/inbox${place}`, { authorization: '', cookie })).statusCode, 200, place);
  }
});

test('a key sees its owner’s mail only, and not how much other mail there is', async () => {
  const [mine, theirs] = [newId(), newId()];
  for (const owner of [mine, theirs, null])
    await deliver([`shared@example.org`], `Subject: of ${owner}\r\n\r\nx`, owner);
  const subjectsFor = async (authorization: string) =>
    (await get('/inbox/messages?to=shared@example.org', { authorization }))
      .json()
      .results.map(({ subject }: { subject: string }) => subject);
  assert.deepEqual(await subjectsFor(`Token ${mine}`), [`of ${mine}`]);
  assert.deepEqual(await subjectsFor('Token all'), ['of null', `of ${theirs}`, `of ${mine}`]);
  const [none, their] = (await get('/inbox/messages?to=shared@example.org')).json().results;
  for (const { id } of [none, their])
    for (const place of ['', '/html', '/source']) {
      const answer = await get(`/inbox/messages/${id}${place}`, { authorization: `Token ${mine}` });
      assert.equal(answer.statusCode, 404);
    }
  assert.match((await get('/inbox', { authorization: `Token ${mine}` })).body, />1 message received</);
  assert.match((await get('/inbox', { authorization: `Token ${newId()}` })).body, /Nothing here yet/);
});

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { authorization: 'Token all', ...headers } });
}

async function cookieFor(token: string): Promise<{ name: string; attributes: string[] }> {
  const { headers } = await get(`/inbox?token=${token}`, { authorization: '' });
  const [pair, ...attributes] = String(headers['set-cookie']).split('; ');
  assert.ok(pair!.endsWith(`=${token}`));
  return { name: pair!.split('=')[0]!, attributes };
}

async function deliver(
  recipients: string[],
  source: string | Buffer,
  owner: string | null = null,
): Promise<void> {
  await storeMessages(db, [
    { sender: 'news@example.org', owner, recipients, source: Buffer.from(source as string, 'latin1') },
  ]);
}

async function newest(to: string): Promise<string> {
  return (await get(`/inbox/messages?to=${to}`)).json().results[0].id;
}
