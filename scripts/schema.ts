import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const schemaFile = fileURLToPath(new URL('../src/platform/database/schema.ts', import.meta.url));

const codegen = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));
// As connectDatabase reads them.
const typeMapping = { int8: 'number', date: 'string', timestamptz: 'string' };

/** The TypeScript types of the tables in the migrated database at `url`: the text of src/platform/database/schema.ts. */
export async function generateSchema(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-schema-'));
  const file = join(folder, 'schema.ts');
  const options = {
    url,
    dialect: 'postgres',
    'default-schema': 'public',
    'exclude-pattern': 'kysely_*',
    'type-mapping': JSON.stringify(typeMapping),
    'out-file': file,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    await promisify(execFile)(process.execPath, [codegen, ...args]);
    return await readFile(file, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
