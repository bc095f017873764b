import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ImportStatus, Imports } from '../../platform/database/schema.ts';
import { paceOf, transferFields } from '../transfer.ts';
import { importExample } from './examples.ts';

/** The names of all formats; formats.ts has their readers. */
export const formatNames = ['postrider'] as const;
export type FormatName = (typeof formatNames)[number];

const statuses = [
  'not_started',
  'validating',
  'in_progress',
  'succeeded',
  'failed',
] as const satisfies ImportStatus[];

export type Import = Selectable<Imports>;

const format = z.enum(formatNames, `use one of ${formatNames.join(', ')}`);

/** The result of an import. */
export const reportSchema = z.object({
  counts: z.record(z.string(), z.int()).default({}).describe('How many of each came in'),
  notes: z.array(z.string()).default([]).describe('What to do or know next'),
});
export type Report = z.output<typeof reportSchema>;

export const importSchema = z
  .object({
    ...transferFields,
    status: z.enum(statuses).describe('validating: the file is being checked, and nothing has changed yet'),
    format: z.enum(formatNames),
    file_name: z.string(),
    size: z.int().describe('Bytes of the file'),
    report: reportSchema,
  })
  .meta({ id: 'Import', examples: [importExample] });

export const importQuery = z.object({
  format: format.default('postrider').describe('What the file is; postrider: the bundle of an export'),
  file_name: z
    .string()
    .max(200)
    .optional()
    .describe('The name to show in lists, for a file sent as the body'),
});

/** The import as the API shows it. */
export function showImport(row: Import, now: Date) {
  return {
    ...row,
    ...paceOf(row, now),
    format: format.parse(row.format),
    report: reportSchema.parse(row.report),
  };
}
