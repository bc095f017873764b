import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { eventsFile, generateEvents } from '../../scripts/n8n-events.ts';
import { openapiFile } from '../../scripts/openapi.ts';
import { packN8n } from '../../scripts/packing/n8n.ts';
import { inProgram } from '../../src/platform/root.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { openReceiver, type Receiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

const run = promisify(execFile);
/** A folder node_modules with n8n-workflow and @n8n/node-cli, or nothing. */
const { N8N_MODULES } = process.env;

/** The part of n8n's own package that the nodes need to run, where that is not there. */
const ownWorkflow = `
class NodeApiError extends Error {
  constructor(node, answer, { message, description, httpCode }) { super(message); Object.assign(this, { description, httpCode }); }
}
class NodeOperationError extends Error {
  constructor(node, message) {
    super(message);
  }
}
module.exports = { NodeApiError, NodeOperationError, NodeConnectionTypes: { Main: 'main' } };
`;

// biome-ignore lint/suspicious/noExplicitAny: they are loaded as n8n loads them, by their names
type Loaded = any;
let service: TestService;
let folder: string;
let installed: string;
let credentials: IDataObject;
const load = (file: string, name: string): Loaded => {
  const { [name]: Class } = createRequire(join(installed, 'package.json'))(join(installed, file));
  return new Class();
};

before(async () => {
  service = await startTestService({ works: true });
  folder = await mkdtemp(join(tmpdir(), 'postrider-n8n-test-'));
  const { file } = await packN8n(folder);
  installed = join(folder, 'node_modules/n8n-nodes-postrider');
  await mkdir(installed, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  const workflow = join(folder, 'node_modules/n8n-workflow');
  if (N8N_MODULES) await symlink(join(N8N_MODULES, 'n8n-workflow'), workflow);
  else {
    await mkdir(workflow);
    await writeFile(join(workflow, 'index.js'), ownWorkflow);
  }
  const { authorization } = await service.keyWith({
    subscribers: 'write',
    emails: 'write',
    settings: 'write',
  });
  credentials = { url: `${service.url}/`, apiKey: authorization!.slice('Token '.length) };
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What n8n gives every node: its credentials, and requests that carry them as the credentials say. */
function common() {
  const { authenticate } = load('dist/credentials/PostriderApi.credentials.js', 'PostriderApi');
  return {
    getNode: () => ({ id: 'node-1', name: 'Postrider' }),
    getCredentials: async () => credentials,
    helpers: {
      returnJsonArray: (json: IDataObject) => [{ json }],
      async httpRequestWithAuthentication(_name: string, { method, url, qs, body, headers }: Loaded) {
        const authorization = authenticate.properties.headers.Authorization.replace(/^=/, '').replace(
          '{{$credentials.apiKey}}',
          credentials.apiKey,
        );
        const search = new URLSearchParams();
        for (const [name, value] of Object.entries(qs ?? {}))
          for (const one of [value].flat()) search.append(name, String(one));
        const response = await fetch(`${url}?${search}`, {
          method,
          headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return { statusCode: response.status, body: text && JSON.parse(text) };
      },
    },
  };
}

type Run = { items?: number; run_index?: number; continues?: boolean };

/** Runs the node once, as a workflow does. */
async function execute(parameters: IDataObject, { items = 1, run_index = 0, continues = false }: Run = {}) {
  const n8n = {
    ...common(),
    getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
    getNodeParameter: (name: string, _item: number, fallback?: unknown) => parameters[name] ?? fallback,
    getExecutionId: () => 'execution-1',
    getWorkflowDataProxy: () => ({ $runIndex: run_index }),
    continueOnFail: () => continues,
  };
  const [done] = await load('dist/nodes/Postrider/Postrider.node.js', 'Postrider').execute.call(n8n);
  return (done as INodeExecutionData[]).map(({ json }) => json);
}

test('subscribers are created, found by address, updated and listed', async () => {
  const fields = { tags: 'vip, early', metadata: '{"plan": "pro"}', type: 'regular' };
  const on = { resource: 'subscriber' };
  const [ada] = await execute({
    ...on,
    operation: 'create',
    email_address: 'ada@example.org',
    collision: 'add',
    fields,
  });
  assert.deepEqual(
    [ada!.email_address, (ada!.tags as string[]).length, ada!.metadata],
    ['ada@example.org', 2, { plan: 'pro' }],
  );
  await execute({ ...on, operation: 'update', id: 'ada@example.org', fields: { notes: 'Met in Paris' } });
  const [found] = await execute({ ...on, operation: 'get', id: 'ada@example.org' });
  assert.deepEqual([found!.id, found!.notes], [ada!.id, 'Met in Paris']);
  for (const name of ['b', 'c'])
    await execute({ ...on, operation: 'create', email_address: `${name}@example.org` });
  assert.equal((await execute({ ...on, operation: 'getAll', returnAll: true })).length, 3);
  assert.equal((await execute({ ...on, operation: 'getAll', limit: 2 })).length, 2);
  assert.equal(
    (await execute({ ...on, operation: 'getAll', limit: 9, fields: { tag: 'vip', type: '' } })).length,
    1,
  );
});

test('emails and tags are created and updated', async () => {
  const [tag] = await execute({
    resource: 'tag',
    operation: 'create',
    name: 'n8n',
    fields: { description: 'From a workflow' },
  });
  const [changed] = await execute({
    resource: 'tag',
    operation: 'update',
    id: tag!.id,
    fields: { color: '#123456' },
  });
  assert.deepEqual(
    [changed!.name, changed!.color, changed!.description],
    ['n8n', '#123456', 'From a workflow'],
  );
  const text = { subject: 'Low tide', body: 'The moon is **far** away.', status: 'draft' };
  const [email] = await execute({
    resource: 'email',
    operation: 'create',
    ...text,
    fields: { included_tags: 'n8n' },
  });
  assert.deepEqual([email!.status, email!.included_tags], ['draft', [tag!.id]]);
  const [later] = await execute({
    resource: 'email',
    operation: 'update',
    id: email!.id,
    fields: { subject: 'High tide' },
  });
  assert.equal(later!.subject, 'High tide');
  const [same] = await execute({ resource: 'email', operation: 'get', id: email!.id });
  assert.equal(same!.subject, 'High tide');
  assert.equal(
    (await execute({ resource: 'email', operation: 'getAll', limit: 5, fields: { status: 'draft' } })).length,
    1,
  );
});

test('when n8n tries again, nothing is created twice; another run and another item create again', async () => {
  const create = { resource: 'email', operation: 'create', subject: 'Again', body: 'x', status: 'draft' };
  const first = await execute(create, { items: 2 });
  assert.notEqual(first[0]!.id, first[1]!.id);
  assert.deepEqual(
    (await execute(create, { items: 2 })).map(({ id }) => id),
    first.map(({ id }) => id),
  );
  const other = await execute(create, { run_index: 1 });
  assert.notEqual(other[0]!.id, first[0]!.id);
});

test('a refusal fails the node with what the API says, or goes on with it as the item', async () => {
  const wrong = { resource: 'tag', operation: 'create', name: '' };
  await assert.rejects(execute(wrong), (error: Loaded) => {
    assert.deepEqual([error.httpCode, error.description], ['400', 'request_invalid']);
    assert.match(error.message, /name/);
    return true;
  });
  const [item] = await execute(wrong, { continues: true });
  assert.match(String(item!.error), /name/);
  const metadata = { resource: 'subscriber', operation: 'update', id: 'x', fields: { metadata: '{' } };
  await assert.rejects(execute(metadata), /The metadata is not valid JSON/);
});

/** The trigger in a workflow that is active: what it keeps, and the address that n8n gives it. */
function triggerAt(receiver: Receiver, events: string[]) {
  const node = load('dist/nodes/Postrider/PostriderTrigger.node.js', 'PostriderTrigger');
  const kept: IDataObject = {};
  const started: IDataObject[] = [];
  const hooks = {
    ...common(),
    getNodeParameter: () => events,
    getNodeWebhookUrl: () => `${receiver.url}/webhook/1`,
    getWorkflowStaticData: () => kept,
  };
  receiver.answer = async (response, { headers, body }) => {
    let status = 200;
    const given = {
      status(code: number) {
        status = code;
        return { send: () => {} };
      },
    };
    const request = {
      ...hooks,
      getHeaderData: () => headers,
      getRequestObject: () => ({ rawBody: Buffer.from(body) }),
      getResponseObject: () => given,
    };
    const { workflowData = [] } = await node.webhook.call(request);
    started.push(...workflowData.flat().map(({ json }: INodeExecutionData) => json));
    response.writeHead(status).end();
  };
  const call = (name: 'checkExists' | 'create' | 'delete'): Promise<boolean> =>
    node.webhookMethods.default[name].call(hooks);
  return { call, kept, started, events };
}

test('the trigger adds its webhook, starts workflows with signed events, refuses others, and removes it', async () => {
  const receiver = await openReceiver();
  try {
    const trigger = triggerAt(receiver, ['subscriber.created', 'subscriber.unsubscribed']);
    assert.equal(await trigger.call('checkExists'), false);
    assert.equal(await trigger.call('create'), true);
    assert.equal(await trigger.call('checkExists'), true);
    const { body: dora } = await service.api('POST', '/v1/subscribers', {
      email_address: 'dora@example.org',
    });
    const [event] = await until(
      'the workflow starts',
      async () => trigger.started.length > 0 && trigger.started,
    );
    assert.deepEqual(
      [event!.event_type, (event!.data as IDataObject).subscriber],
      ['subscriber.created', dora.id],
    );

    const forged = await fetch(receiver.url, { method: 'POST', body: '{"event_type":"subscriber.created"}' });
    const [{ headers }] = receiver.received as [Receiver['received'][number]];
    const changed = await fetch(receiver.url, {
      method: 'POST',
      body: '{}',
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
      ) as Record<string, string>,
    });
    assert.deepEqual([forged.status, changed.status, trigger.started.length], [400, 400, 1]);

    trigger.events.push('email.sent');
    assert.equal(await trigger.call('checkExists'), false, 'other events are wanted now');
    await trigger.call('create');
    assert.equal((await service.api('GET', '/v1/webhooks')).body.count, 1, 'the former one is gone');
    assert.equal(await trigger.call('delete'), true);
    assert.equal((await service.api('GET', '/v1/webhooks')).body.count, 0);
    assert.deepEqual([trigger.kept, await trigger.call('delete')], [{}, true]);
  } finally {
    await receiver.close();
  }
});

test('the credentials are tested with a request that a right key may make, and a wrong one may not', async () => {
  const { test: trial } = load('dist/credentials/PostriderApi.credentials.js', 'PostriderApi');
  const status = async (key: unknown) =>
    (await fetch(`${service.url}${trial.request.url}`, { headers: { authorization: `Token ${key}` } }))
      .status;
  assert.deepEqual([await status(credentials.apiKey), await status('wrong')], [200, 401]);
});

test('events.ts matches the document, and the package depends on nothing', async () => {
  assert.equal(await readFile(eventsFile, 'utf8'), generateEvents(await readFile(openapiFile, 'utf8')));
  const { dependencies, n8n } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  assert.equal(n8n.nodes.length + n8n.credentials.length, 3);
  assert.match(await readFile(join(installed, 'dist/nodes/Postrider/postrider.svg'), 'utf8'), /^<svg/);
});

test('n8n-node lint accepts the sources, and they compile with the types of n8n', {
  skip: !N8N_MODULES,
}, async () => {
  const copy = join(folder, 'copy');
  const own = join(copy, 'integrations/n8n-nodes-postrider');
  await cp(import.meta.dirname, own, { recursive: true });
  for (const name of ['nodes.test.ts', 'n8n-workflow.d.ts']) await rm(join(own, name));
  await cp(inProgram('themes/default/favicon.svg'), join(own, 'nodes/Postrider/postrider.svg'));
  await cp(inProgram('src/client'), join(copy, 'src/client'), { recursive: true });
  await symlink(N8N_MODULES!, join(copy, 'node_modules'));
  const lint = await run(join(N8N_MODULES!, '.bin/n8n-node'), ['lint'], { cwd: own }).catch(error => error);
  assert.equal(lint.code, undefined, lint.stdout + lint.stderr);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
    '--target',
    'es2022',
  ];
  const files = ['Postrider', 'PostriderTrigger'].map(name => join(own, `nodes/Postrider/${name}.node.ts`));
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
  const compiled = await run(
    process.execPath,
    [
      inProgram('node_modules/typescript/bin/tsc'),
      ...options,
      ...modules,
      ...files,
      join(own, 'credentials/PostriderApi.credentials.ts'),
    ],
    { cwd: own },
  ).catch(error => error);
  assert.equal(compiled.stdout, '');
});
