import { createHash } from 'node:crypto';
import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow';
import { ask, askList } from './ask.ts';
import { properties } from './fields.ts';

const paths: Record<string, string> = { subscriber: '/v1/subscribers', email: '/v1/emails', tag: '/v1/tags' };

export class Postrider implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Postrider',
    name: 'postrider',
    icon: 'file:postrider.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Read and write subscribers, emails and tags',
    defaults: { name: 'Postrider' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'postriderApi', required: true }],
    properties,
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const done: INodeExecutionData[] = [];
    for (let item = 0; item < items.length; item++) {
      const asked = perform(this, item);
      const found = this.continueOnFail()
        ? await asked.catch((error: Error) => [{ error: error.message }])
        : await asked;
      for (const json of found) done.push({ json, pairedItem: { item } });
    }
    return [done];
  }
}

async function perform(n8n: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const given = (name: string) => n8n.getNodeParameter(name, item);
  const path = paths[String(given('resource'))]!;
  const fields = n8n.getNodeParameter('fields', item, {}) as IDataObject;
  const id = () => `${path}/${encodeURIComponent(String(given('id')))}`;
  switch (given('operation')) {
    case 'getAll': {
      const filters = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
      return askList(
        n8n,
        path,
        filters,
        given('returnAll') ? Number.POSITIVE_INFINITY : Number(given('limit')),
      );
    }
    case 'get':
      return [await ask(n8n, 'GET', id())];
    case 'update':
      return [await ask(n8n, 'PATCH', id(), { body: readFields(n8n, item, fields) })];
    default: {
      const names = { subscriber: ['email_address'], email: ['subject', 'body', 'status'], tag: ['name'] };
      const required = names[given('resource') as keyof typeof names].map(name => [name, given(name)]);
      const body = { ...Object.fromEntries(required), ...readFields(n8n, item, fields) };
      return [await ask(n8n, 'POST', path, { body, headers: headersOf(n8n, item, body) })];
    }
  }
}

/** The fields as the API takes them: lists from texts with commas, and metadata from JSON. */
function readFields(n8n: IExecuteFunctions, item: number, fields: IDataObject): IDataObject {
  const read = ([name, value]: [string, unknown]): [string, unknown] => {
    if (/tags$/.test(name) && typeof value === 'string')
      return [
        name,
        value
          .split(',')
          .map(tag => tag.trim())
          .filter(Boolean),
      ];
    if (name !== 'metadata' || typeof value !== 'string') return [name, value];
    try {
      return [name, JSON.parse(value)];
    } catch {
      throw new NodeOperationError(
        n8n.getNode(),
        'The metadata is not valid JSON. Use an object such as {"plan": "gold"}.',
        { itemIndex: item },
      );
    }
  };
  return Object.fromEntries(Object.entries(fields).map(read)) as IDataObject;
}

/** When n8n tries again, the key is the same, so nothing is created twice. */
function headersOf(n8n: IExecuteFunctions, item: number, body: IDataObject): IDataObject {
  const { $runIndex } = n8n.getWorkflowDataProxy(item);
  const request = [n8n.getExecutionId(), n8n.getNode().id, $runIndex, item, body];
  const collision = n8n.getNodeParameter('collision', item, '') as string;
  return {
    'Idempotency-Key': createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    ...(collision && { 'X-Buttondown-Collision-Behavior': collision }),
  };
}
