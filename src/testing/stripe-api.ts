import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { listenOnLoopback } from './free-port.ts';
import type { Exchange } from './stripe.ts';
import { until } from './until.ts';

/** A schema of OpenAPI 3.0, as far as Stripe's description uses it. */
type Schema = {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
};
type Description = {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }> } | undefined
    >
  >;
  components: { schemas: Record<string, Schema> };
};

/** Compares good answers with Stripe's own description of its API, a file. Returns the faults, each once. */
export function faultsOfAnswers(file: string, exchanges: readonly Exchange[]): string[] {
  const description: Description = JSON.parse(readFileSync(file, 'utf8'));
  const routes = Object.keys(description.paths).map(route => ({
    route,
    pattern: new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const faults = new Set<string>();
  for (const { method, path, status, body } of exchanges.filter(one => one.status === 200)) {
    const route = routes.find(({ pattern }) => pattern.test(path))?.route;
    const operation = route === undefined ? undefined : description.paths[route]![method.toLowerCase()];
    const schema = operation?.responses[status]?.content?.['application/json']?.schema;
    if (!schema) faults.add(`${method} ${path} does not exist`);
    else for (const fault of faultsIn(description, schema, body, `${method} ${route}`)) faults.add(fault);
  }
  return [...faults];
}

function faultsIn(description: Description, schema: Schema, value: unknown, at: string): string[] {
  if (schema.$ref)
    return faultsIn(description, description.components.schemas[schema.$ref.split('/').at(-1)!]!, value, at);
  if (value === null) return schema.nullable ? [] : [`${at} must not be null`];
  if (schema.anyOf) {
    const tries = schema.anyOf.map(one => faultsIn(description, one, value, at));
    return tries.some(one => one.length === 0) ? [] : tries.toSorted((a, b) => a.length - b.length)[0]!;
  }
  if (schema.enum && !schema.enum.includes(value)) return [`${at} must not be ${value}`];
  switch (schema.type) {
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
        ? faultsInObject(description, schema, value as Record<string, unknown>, at)
        : [`${at} must be an object`];
    case 'array':
      return Array.isArray(value)
        ? value.flatMap(one => faultsIn(description, schema.items ?? {}, one, `${at}[]`))
        : [`${at} must be a list`];
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at} must be a whole number`];
    case undefined:
      return [];
    default:
      return typeof value === schema.type ? [] : [`${at} must be a ${schema.type}`];
  }
}

function faultsInObject(
  description: Description,
  { required = [], properties = {} }: Schema,
  value: Record<string, unknown>,
  at: string,
): string[] {
  return [
    ...required.filter(name => value[name] === undefined).map(name => `${at}.${name} is missing`),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      value[name] === undefined ? [] : faultsIn(description, schema, value[name], `${at}.${name}`),
    ),
  ];
}

/** Sends the requests to the program stripe-mock, which knows every parameter. Returns the refusals, each once. */
export async function faultsOfRequests(program: string, exchanges: readonly Exchange[]): Promise<string[]> {
  const holder = createServer();
  const port = await listenOnLoopback(holder);
  await new Promise(resolve => holder.close(resolve));
  const mock = spawn(program, ['-http-port', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  try {
    await until('stripe-mock answers', () => fetch(url).then(Boolean, () => false));
    const faults = new Set<string>();
    const asked = new Map(exchanges.map(one => [`${one.method} ${one.path}?${one.query} ${one.form}`, one]));
    for (const { method, path, query, form } of asked.values()) {
      const response = await fetch(`${url}${path}${query && `?${query}`}`, {
        method,
        headers: {
          authorization: 'Bearer sk_test_123',
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(method === 'POST' && { body: form }),
      });
      const text = await response.text();
      if (response.status !== 200) faults.add(`${method} ${path} ${form}: ${text.slice(0, 300)}`);
    }
    return [...faults];
  } finally {
    mock.kill();
    await once(mock, 'exit');
  }
}
