// npm run generate: writes the checked-in files that are derived from others. Tests compare them.
import { writeFile } from 'node:fs/promises';
import { clientFile, generateClient } from './client.ts';
import { compatibilityFile, describeCompatibility } from './compatibility/document.ts';
import { generateLimits, limitsFile } from './limits.ts';
import { eventsFile, generateEvents } from './n8n-events.ts';
import { generateOpenapi, openapiFile } from './openapi.ts';
import { generateSchema, schemaFile } from './schema.ts';
import { withMigratedDatabase } from './server.ts';

await withMigratedDatabase(async ({ url }) => writeFile(schemaFile, await generateSchema(url)));
console.log('src/platform/database/schema.ts: written from migrations/');
const openapi = await generateOpenapi();
await writeFile(openapiFile, openapi);
console.log('docs/openapi.json: written from the routes');
await writeFile(compatibilityFile, describeCompatibility(openapi));
console.log('docs/compatibility.md: written from docs/openapi.json');
await writeFile(clientFile, generateClient(openapi));
console.log('src/client/schema.ts: written from docs/openapi.json');
await writeFile(limitsFile, generateLimits(openapi));
console.log('web/src/platform/limits.ts: written from docs/openapi.json');
await writeFile(eventsFile, generateEvents(openapi));
console.log('integrations/n8n-nodes-postrider/nodes/Postrider/events.ts: written from docs/openapi.json');
