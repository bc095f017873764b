// npm run examples: writes docs/examples.json for the API document, with the answers of a running service.
import { writeFile } from 'node:fs/promises';
import { type Examples, examplesFile, readExamples } from '../src/program/examples.ts';
import { isShown, nameOf, playExamples } from '../src/testing/examples.ts';
import { testSecretKey } from '../src/testing/vault.ts';
import { withMigratedDatabase } from './server.ts';

/** An example shows only the beginning of a longer list. */
const longestList = 6;

await withMigratedDatabase(async ({ server, name }) => {
  const env = { TEST_DATABASE_URL: server.url, TEST_TEMPLATE: name, SECRET_KEY: testSecretKey };
  Object.assign(process.env, env);
  await writeFile(examplesFile, `${JSON.stringify(await record(), null, 2)}\n`);
});

async function record(): Promise<Examples> {
  const before = await readExamples();
  const examples: Examples = { requests: {}, answers: {}, schemas: {} };
  const { document, played } = await playExamples();
  for (const { id, status, method, path, text, request, answer, content } of played) {
    if (status >= 300) throw new Error(`${id}: ${method} ${path} was answered ${status}: ${text}`);
    if (request) examples.requests[id] = request;
    if (!content) continue;
    const schema = nameOf(content.schema);
    const isList = schema !== undefined && content.schema.$ref === undefined;
    const value = isList ? (answer as { results: unknown[] }).results[0] : answer;
    if (
      value === undefined ||
      (isShown(document, content) && !(id in before.answers) && !(schema! in before.schemas))
    )
      continue;
    if (schema === undefined) examples.answers[id] ??= value;
    else examples.schemas[schema] ??= value;
  }
  return withoutChance(examples);
}

/** Returns the examples with the beginning of long lists, and without values that differ from run to run, such as ids, dates and ports. */
function withoutChance(examples: Examples): Examples {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `0197a1a1-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id)!;
  };
  const certain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, idOf)
      .replace(/202\d-\d\d-\d\dT[\d:.]+Z/g, '2026-11-20T09:00:00.000Z')
      .replace(/202\d-\d\d-\d\d(?!T)/g, '2026-11-20')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://log.example')
      .replace('http://news.example', 'https://news.example');
  return JSON.parse(JSON.stringify(examples), (key, value) => {
    if (Array.isArray(value) && value.length > longestList) return value.slice(0, longestList);
    if (key === 'folder') return '/var/lib/postrider';
    return typeof value === 'string' ? certain(value) : value;
  });
}
