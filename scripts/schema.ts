import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shownParts } from '../src/accounts/look/fields.ts';
import { weekdays } from '../src/platform/cadence.ts';
import { inProgram } from '../src/platform/root.ts';
import { entryRules } from '../src/sequences/definition/sequence.ts';

export const schemaFile = inProgram('src/platform/database/schema.ts');

/** Tables whose whole rows prepared statements return. */
const wholeTables = ['automations', 'emails', 'feeds', 'newsletters', 'subscribers', 'tags'];

const codegen = fileURLToPath(import.meta.resolve('kysely-codegen/dist/cli/bin.js'));
// The same types as in connectDatabase.
const typeMapping = { int8: 'number', date: 'string', timestamptz: 'string' };

// Types of JSON columns, and of a text with few values, that only the API's schemas know. Rows are written through those schemas, JSON as
// text or as a value.
const typed = (type: string) => `ColumnType<${type}, ${type} | string | undefined, ${type} | string>`;
const record = typed('Record<string, unknown>');
const texts = typed('string[]');
const columns = {
  'automations.cadence_metadata': record,
  'automations.metadata': record,
  'bulk_actions.metadata': record,
  'emails.attachments': texts,
  'emails.metadata': record,
  'emails.related_email_ids': texts,
  'events.data': record,
  'files.metadata': record,
  'forms.fields': typed(
    '{ name: string; label: string; type: "text" | "choice" | "date" | "consent"; required: boolean; options: string[] }[]',
  ),
  'newsletters.email_theme_configuration': record,
  'newsletters.digests': typed(
    `{ weekday: ${weekdays.map(day => `"${day}"`).join(' | ')}; time: string } | null`,
  ),
  'newsletters.issue_shows': typed(`(${shownParts.map(part => `"${part}"`).join(' | ')})[] | null`),
  'newsletters.mail_cap': typed('{ count: number; days: number } | null'),
  'newsletters.quiet_hours': typed('{ from: string; until: string } | null'),
  'newsletters.sharing_networks': texts,
  'newsletters.sister_newsletters': texts,
  'newsletters.socials': typed('{ type: string; url: string; label?: string | null | undefined }[]'),
  'newsletters.theme_configuration': record,
  'replies.files': typed('{ name: string; content_type: string }[]'),
  'newsletters.words': typed('Record<string, Record<string, string>>'),
  'sequences.entry': `Generated<${entryRules.map(rule => `"${rule}"`).join(' | ')}>`,
  'subscribers.metadata': record,
};

/**
 * Returns the TypeScript types of the tables in the migrated database at `url`, as the text of
 * src/platform/database/schema.ts.
 */
export async function generateSchema(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-schema-'));
  const file = join(folder, 'schema.ts');
  const options = {
    url,
    dialect: 'postgres',
    'default-schema': 'public',
    'exclude-pattern': 'kysely_*',
    'type-mapping': JSON.stringify(typeMapping),
    overrides: JSON.stringify({ columns }),
    'out-file': file,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  try {
    await promisify(execFile)(process.execPath, [codegen, ...args]);
    const types = await readFile(file, 'utf8');
    return `${types}\n${listColumns(types)}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lists the columns of the tables whose whole rows prepared statements return. */
function listColumns(types: string): string {
  const lines = wholeTables.map(table => {
    const name = `${table[0]!.toUpperCase()}${table.slice(1)}`;
    const [, body = ''] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(types) ?? [];
    const columns = [...body.matchAll(/^ {2}(\w+): /gm)].map(([, column]) => `    '${column}',\n`);
    return `  ${table}: [\n${columns.join('')}  ],\n`;
  });
  return `/** All columns of some tables, for statements that must not change when a table gets another column. */\nexport const columns = {\n${lines.join('')}} as const satisfies { [Table in keyof DB]?: readonly (keyof DB[Table])[] };\n`;
}
