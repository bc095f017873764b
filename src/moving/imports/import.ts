import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ImportStatus, Imports } from '../../platform/database/schema.ts';
import { day_ms } from '../../platform/durations.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { sentencesSchema } from '../../platform/sentences/schema.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { paceOf, transferFields } from '../transfer.ts';
import { sourceNames } from './columns/line.ts';
import { optionsQuery, optionsSchema, optionsUpdate, yesParameter } from './people/options.ts';
import { dateReportSchema, reasonSchema, sampleSchema } from './people/report.ts';

/** A completed import, as the API shows it. */
export const importExample = {
  id: '019aa4b0-11c4-7d0e-9a52-0f6f6f1b3c77',
  creation_date: '2026-11-20T09:10:00.000Z',
  start_date: '2026-11-20T09:10:01.000Z',
  completion_date: '2026-11-20T09:10:09.000Z',
  status: 'succeeded' as const,
  status_reason: '',
  total_count: 61_204,
  done_count: 61_204,
  current_part: '',
  rate: 7650.5,
  expected_completion_date: null,
  format: 'postrider' as const,
  file_name: 'lowwater-2026-11-20.zip',
  size: 4_193_021,
  dry_run: false,
  options: optionsSchema.parse({}),
  undo_until: null,
  report: {
    counts: { subscribers: 2041, emails: 118, deliveries: 58_310 },
    notes: [sentence('moving.automations_inactive', { count: 1 })],
    columns: {},
    column_samples: {},
    date_orders: [],
    reasons: [],
    sample: [],
  },
};

/** The formats that an uploaded file may have. */
const uploadedNames = ['postrider', ...sourceNames] as const;
/** The names of all formats; formats.ts has their readers. `newsletter` copies another newsletter of this installation, without a file. */
export const formatNames = [...uploadedNames, 'newsletter'] as const;
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
      'How many of each were imported, or would be. For people: created, updated, unchanged and skipped (the sum is people); merged with another line, and refused (with people, the sum is lines); confirmation_mails. For past issues: emails and drafts',
    ),
  notes: z.array(z.string()).default([]).describe('What to do next, and what to know'),
  notes_sentences: sentencesSchema,
  columns: z
    .record(z.string(), z.string())
    .default({})
    .describe('For a CSV file: the headers, and the field that each column fills; empty: none'),
  column_samples: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe('For a dry run: the first different cells of each column, shortened'),
  date_orders: z
    .array(dateReportSchema)
    .default([])
    .describe(
      'Columns with dates such as 03/04/2026 whose other dates do not show whether the day or the month comes first',
    ),
  reasons: z
    .array(reasonSchema)
    .default([])
    .describe('Why lines are refused, skipped or kept: the most frequent reasons'),
  sample: z
    .array(sampleSchema)
    .default([])
    .describe('For a dry run: the first ten people, as they would be imported'),
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
    dry_run: z.boolean().describe('Whether the import waits after the file has been checked'),
    options: optionsSchema,
    undo_until: timestamp
      .nullable()
      .describe('The import can be undone until then; null: it cannot be undone'),
    report: reportSchema,
  })
  .meta({ id: 'Import', examples: [importExample] });

/** The access that an import of people and past issues requires. Their dates and the evidence of consent come from the file. */
export const importAccess = { subscribers: 'write', settings: 'write', emails: 'write' } as const;

/** How long an import can be undone. */
export const undoDays = 30;

export const importQuery = z.object({
  format: z
    .enum(['auto', ...uploadedNames], sentence('input.auto_or_one_of', { values: uploadedNames.join(', ') }))
    .default('auto')
    .describe('What the file is; auto: recognised by its layout; postrider: the bundle of an export'),
  file_name: z
    .string()
    .max(200)
    .optional()
    .describe('The name to show in lists, for a file sent as the body'),
  dry_run: yesParameter.describe(
    'Whether to only check the file and wait. The default is true, but false for bundles',
  ),
  ...optionsQuery.shape,
});

/** The fields that can be changed between the dry run and the run. */
export const importUpdate = optionsUpdate.extend({
  format: z
    .enum(sourceNames, sentence('input.one_of', { values: sourceNames.join(', ') }))
    .optional()
    .describe('What the file is, if it was recognised wrongly'),
});
export type ImportUpdate = z.output<typeof importUpdate>;

/** Shows the import as the API does. */
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

/** Whether the import brings a whole newsletter rather than people and past issues. */
export function isWhole({ format }: Pick<Import, 'format'>): boolean {
  return format === 'postrider' || format === 'newsletter';
}

/**
 * Returns until when the import can be undone. Imports of whole newsletters cannot: their newsletter was empty before, and can be deleted.
 */
function undoableUntil(row: Import): string | null {
  const { status, dry_run, completion_date } = row;
  const hasRun = !dry_run && (status === 'succeeded' || status === 'failed');
  if (isWhole(row) || !hasRun || completion_date === null) return null;
  return new Date(Date.parse(completion_date) + undoDays * day_ms).toISOString();
}
