// npm run generate: writes the checked-in files that are derived from others. Tests compare them.
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { execute } from '../src/testing/database.ts';
import { clientFile, generateClient } from './client.ts';
import { compatibilityFile, describeCompatibility } from './compatibility/document.ts';
import { generateLimits, limitsFile } from './limits.ts';
import { generateOpenapi, openapiFile } from './openapi.ts';
import { generateSchema, schemaFile } from './schema.ts';
import { createMigratedDatabase, makeFolder, openServer } from './server.ts';

await writeSchema();
const openapi = await generateOpenapi();
await writeFile(openapiFile, openapi);
console.log('docs/openapi.json: written from the routes');
await writeFile(compatibilityFile, describeCompatibility(openapi));
console.log('docs/compatibility.md: written from docs/openapi.json');
await writeFile(clientFile, generateClient(openapi));
console.log('src/client/schema.ts: written from docs/openapi.json');
await writeFile(limitsFile, generateLimits(openapi));
console.log('web/src/platform/limits.ts: written from docs/openapi.json');

async function writeSchema(): Promise<void> {
  const folder = await makeFolder();
  const server = await openServer(folder);
  const name = `postrider_generate_${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(schemaFile, await generateSchema(await createMigratedDatabase(server, name)));
    console.log('src/platform/database/schema.ts: written from migrations/');
  } finally {
    await execute(server.url, `drop database if exists ${name} with (force)`);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
