import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver } from '../testing/receiver.ts';
import { connect } from './connect.ts';
import { PostriderError } from './failure.ts';

let service: TestService;
let key: string;
before(async () => {
  service = await startTestService();
  key = (await service.keyWith({ subscribers: 'write', emails: 'write' })).authorization!.slice(
    'Token '.length,
  );
});
after(() => service.stop());

/** A proxy before the service that responds as `fails` says, or passes the request on. */
async function openProxy(fails: (attempt: number) => number | 'silence' | 'afterwards' | undefined) {
  const receiver = await openReceiver();
  const methods: string[] = [];
  receiver.answer = async (response, { path, headers, body }) => {
    const method = response.req.method!;
    const failure = fails(methods.push(method));
    if (typeof failure === 'number')
      return void response.writeHead(failure, { 'Retry-After': '0' }).end('<h1>Busy</h1>');
    if (failure === 'silence') return;
    const kept = Object.entries(headers).filter(([name]) => /^(auth|content-type|idem|x-)/.test(name));
    const passed = await service.api(
      method,
      path,
      body || undefined,
      Object.fromEntries(kept) as Record<string, string>,
    );
    if (failure === 'afterwards') return void response.destroy();
    const headersBack = { 'content-type': passed.headers.get('content-type') ?? 'text/plain' };
    response.writeHead(passed.status, headersBack).end(passed.text);
  };
  return { ...receiver, methods, [Symbol.asyncDispose]: () => receiver.close() };
}

const failure = async (asked: Promise<unknown>): Promise<PostriderError> => {
  const error = await asked.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof PostriderError, String(error));
  return error;
};

test('a refusal is thrown, with its code, the field, and a message that says what to do', async () => {
  const postrider = connect({ base_url: `${service.url}/`, key });
  const error = await failure(postrider.post('/v1/emails', { body: { subject: ' ' } }));
  assert.deepEqual([error.status, error.code, error.field], [400, 'subject_invalid', 'subject']);
  assert.equal(error.message, error.body.detail);
  assert.match(error.message, /subject/);
});

test('a create whose response was lost is sent again, and performed once', async () => {
  await using proxy = await openProxy(attempt => (attempt === 1 ? 'afterwards' : undefined));
  const postrider = connect({ base_url: proxy.url, key });
  const { status, data } = await postrider.post('/v1/emails', { body: { subject: 'Once', status: 'draft' } });
  assert.deepEqual([status, data.subject, proxy.methods], [201, 'Once', ['POST', 'POST']]);
  const { data: list } = await postrider.get('/v1/emails');
  assert.deepEqual(list.results.filter(({ subject }) => subject === 'Once').length, 1);
});

test('each create has a key of its own, and a given key stays', async () => {
  await using proxy = await openProxy(() => undefined);
  const postrider = connect({ base_url: proxy.url, key });
  for (const name of ['one', 'two']) await postrider.post('/v1/tags', { body: { name } });
  await postrider.post('/v1/tags', { body: { name: 'three' }, headers: { 'Idempotency-Key': 'mine' } });
  const [one, two, three] = proxy.received.map(({ headers }) => headers['idempotency-key']);
  assert.match(String(one), /^[0-9a-f]{32}$/);
  assert.notEqual(one, two);
  assert.equal(three, 'mine');
});

test('a read is repeated as often as `retries` says, and a change without a key never', async () => {
  await using proxy = await openProxy(() => 503);
  const postrider = connect({ base_url: proxy.url, key, retries: 2 });
  const error = await failure(postrider.get('/v1/tags'));
  assert.deepEqual([error.status, error.code, error.retry_after], [503, 'unreadable', 0]);
  assert.equal(proxy.methods.length, 3);
  await failure(postrider.patch('/v1/tags/{id}', { params: { id: 'x' }, body: { name: 'y' } }));
  await failure(postrider.get('/v1/tags', { retries: 0 }));
  assert.deepEqual(proxy.methods.slice(3), ['PATCH', 'GET']);
});

test('a change is repeated after 429, because nothing was done', async () => {
  await using proxy = await openProxy(attempt => (attempt === 1 ? 429 : undefined));
  const postrider = connect({ base_url: proxy.url, key });
  const error = await failure(postrider.delete('/v1/tags/{id}', { params: { id: 'none' } }));
  assert.deepEqual([error.code, proxy.methods], ['not_found', ['DELETE', 'DELETE']]);
});

test('a service that does not respond is asked again, and named if it never does', async () => {
  await using proxy = await openProxy(() => 'silence');
  const postrider = connect({ base_url: proxy.url, key, timeout_ms: 30, retries: 1 });
  const error = await failure(postrider.get('/v1/ping'));
  assert.deepEqual([error.status, error.code, proxy.methods.length], [0, 'timed_out', 2]);
  assert.match(error.message, /30 ms/);
  const away = connect({ base_url: 'http://127.0.0.1:9', key, retries: 0 });
  assert.equal((await failure(away.get('/v1/ping'))).code, 'no_answer');
});

test('a signal ends the request with its own reason, also between attempts', async () => {
  await using proxy = await openProxy(() => 'silence');
  const stop = new AbortController();
  const asked = connect({ base_url: proxy.url, key }).get('/v1/ping', { signal: stop.signal });
  stop.abort(new RangeError('enough'));
  await assert.rejects(asked, /enough/);
});

test('a list is read to its end, with cursors where it has them, from the address that the client uses', async () => {
  const postrider = connect({ base_url: service.url, key });
  const people = Array.from({ length: 7 }, (_, index) => `reader${index}@example.org`);
  for (const email_address of people)
    await postrider.post('/v1/subscribers', { body: { email_address, type: 'regular' } });
  await using proxy = await openProxy(() => undefined);
  const listed = await read(
    connect({ base_url: proxy.url, key }).list('/v1/subscribers', {
      query: { page_size: 3, ordering: 'creation_date' },
    }),
  );
  assert.deepEqual(
    listed.map(({ email_address }) => email_address),
    people,
  );
  assert.equal(proxy.methods.length, 3);
  assert.match(proxy.received[0]!.path, /cursor=\*/);

  const filters = {
    filters: [{ field: 'subscriber.type', operator: 'equals', value: 'regular' }],
    groups: [],
    predicate: 'and' as const,
  };
  const found = await read(
    postrider.list('/v1/subscribers/search', { query: { page_size: 3 }, body: { filters } }),
  );
  assert.equal(found.length, 7);
  const tags = await read(postrider.list('/v1/tags', { query: { page_size: 2 } }));
  assert.deepEqual(tags.map(({ name }) => name).toSorted(), ['one', 'three', 'two']);
});

test('a response that breaks off is not taken for a whole one', async () => {
  const receiver = await openReceiver();
  receiver.answer = response =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"results": [');
  const error = await failure(connect({ base_url: receiver.url, key, retries: 0 }).get('/v1/tags'));
  assert.equal(error.code, 'no_answer');
  await receiver.close();
});

async function read<One>(list: AsyncIterable<One>): Promise<One[]> {
  const found: One[] = [];
  for await (const one of list) found.push(one);
  return found;
}
