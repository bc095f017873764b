import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ImportStatus, Imports } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { paceOf, transferFields } from '../transfer.ts';
import { importExample } from './examples.ts';
import { sourceNames } from './people/line.ts';
import { optionsQuery, optionsSchema, optionsUpdate } from './people/options.ts';
import { reasonSchema, sampleSchema } from './people/report.ts';

/** The names of all formats; formats.ts has their readers. */
export const formatNames = ['postrider', ...sourceNames] as const;
export type FormatName = (typeof formatNames)[number];

const statuses = [
  'not_started',
  'validating',
  'validated',
  'in_progress',
  'succeeded',
  'failed',
  'undoing',
  'undone',
] as const satisfies ImportStatus[];

export type Import = Selectable<Imports>;

const format = z.enum(formatNames);

/** The result of a dry run or an import. */
export const reportSchema = z.object({
  counts: z
    .record(z.string(), z.int())
    .default({})
    .describe(
      'How many of each were imported, or would be. For people: created, updated, unchanged, skipped, refused, confirmation_mails',
    ),
  notes: z.array(z.string()).default([]).describe('What to do or know next'),
  columns: z
    .record(z.string(), z.string())
    .default({})
    .describe('For a CSV file: the headers, and what each column becomes; empty: nothing'),
  column_samples: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe('For a dry run: the first different cells of each column, shortened'),
  reasons: z
    .array(reasonSchema)
    .default([])
    .describe('Why lines are refused, skipped or kept: the most frequent reasons'),
  sample: z.array(sampleSchema).default([]).describe('For a dry run: the first ten people, as they would be'),
});
export type Report = z.output<typeof reportSchema>;

export const importSchema = z
  .object({
    ...transferFields,
    status: z
      .enum(statuses)
      .describe(
        'validating: the file is being checked, and nothing has changed yet. validated: the dry run is complete, and POST /v1/imports/{id}/run imports the file',
      ),
    format: z.enum(formatNames),
    file_name: z.string(),
    size: z.int().describe('Bytes of the file'),
    dry_run: z.boolean().describe('Whether it waits once the file has been checked'),
    options: optionsSchema,
    undo_until: timestamp.nullable().describe('Until when the import can be undone; null: it cannot'),
    report: reportSchema,
  })
  .meta({ id: 'Import', examples: [importExample] });

/** What an import of people and past issues requires: their dates and evidence of consent come from the file. */
export const importAccess = { subscribers: 'write', settings: 'write', emails: 'write' } as const;

/** How long an import can be undone. */
export const undoDays = 30;

export const importQuery = z.object({
  format: z
    .enum(['auto', ...formatNames], `use auto, or one of ${formatNames.join(', ')}`)
    .default('auto')
    .describe('What the file is; auto: recognised by its layout; postrider: the bundle of an export'),
  file_name: z
    .string()
    .max(200)
    .optional()
    .describe('The name to show in lists, for a file sent as the body'),
  dry_run: z
    .stringbool({ error: 'use true or false' })
    .optional()
    .describe('Whether to only check the file and wait. The default is true, but false for bundles'),
  ...optionsQuery.shape,
});

/** What can be changed between the dry run and the run. */
export const importUpdate = optionsUpdate.extend({
  format: z
    .enum(sourceNames, `use one of ${sourceNames.join(', ')}`)
    .optional()
    .describe('What the file is, if it was recognised wrongly'),
});
export type ImportUpdate = z.output<typeof importUpdate>;

/** The import as the API shows it. */
export function showImport(row: Import, now: Date) {
  return {
    ...row,
    ...paceOf(row, now),
    format: format.parse(row.format),
    report: reportSchema.parse(row.report),
    options: optionsSchema.parse(row.options),
    undo_until: undoableUntil(row),
  };
}

/** Bundles go into empty newsletters, which can be deleted. */
function undoableUntil({ format, status, dry_run, completion_date }: Import): string | null {
  const hasRun = !dry_run && (status === 'succeeded' || status === 'failed');
  if (format === 'postrider' || !hasRun || completion_date === null) return null;
  return new Date(Date.parse(completion_date) + undoDays * 86_400_000).toISOString();
}
