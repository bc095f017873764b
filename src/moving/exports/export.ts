import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { ExportStatus, Exports } from '../../platform/database/schema.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { paceOf, transferFields } from '../transfer.ts';
import { collectionNames, columnsOf } from './collections.ts';

/** A completed export, as the API shows it. */
export const exportExample = {
  id: '019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01',
  creation_date: '2026-11-20T09:00:00.000Z',
  start_date: '2026-11-20T09:00:01.000Z',
  completion_date: '2026-11-20T09:00:05.000Z',
  status: 'ready' as const,
  status_reason: '',
  collections: [],
  parameters: null,
  format: 'csv' as const,
  columns: null,
  total_count: 61_204,
  done_count: 61_204,
  current_part: '',
  rate: 15_301,
  expected_completion_date: null,
  size: 4_193_021,
  url: 'https://news.example.org/v1/exports/019aa4ab-5f4e-7a26-8c39-6d1c2b7e4f01/download',
  expiry_date: '2026-11-27T09:00:05.000Z',
};

const statuses = ['not_started', 'in_progress', 'ready', 'error'] as const satisfies ExportStatus[];
const formats = ['csv', 'json'] as const;

export type Export = Selectable<Exports>;

export const exportSchema = z
  .object({
    ...transferFields,
    status: z.enum(statuses).describe('ready: you can download it; error: see status_reason'),
    collections: z
      .array(z.enum(collectionNames))
      .describe('What is exported; if empty, the whole newsletter as a bundle that can be imported'),
    parameters: z.null().describe('Always null: each collection is exported as a whole'),
    format: z.enum(formats),
    columns: z.array(z.string()).nullable(),
    size: z.int().nullable().describe('Size of the bundle in bytes; null until it is complete'),
    url: z.string().nullable().describe('Address of the bundle once it is complete; requires the API key'),
    expiry_date: timestamp.nullable().describe('When the bundle is deleted'),
  })
  .meta({ id: 'Export', examples: [exportExample] });

const parameters = z.null(sentence('input.no_export_filters')).nullish();

export const exportCreate = z
  .object({
    collections: z
      .array(
        z.enum(collectionNames, sentence('input.any_or_everything', { values: collectionNames.join(', ') })),
      )
      .nullish()
      .transform(names => (names?.length ? [...new Set(names)] : null))
      .describe('If empty or absent: the whole newsletter as a bundle that can be imported'),
    parameters,
    format: z
      .enum(formats, eitherOf(...formats))
      .default('csv')
      .describe('The format of the collections'),
    columns: z
      .array(z.string())
      .min(1, sentence('input.name_a_column'))
      .nullish()
      .transform(names => names ?? null)
      .describe('Export only these columns, where a collection has them'),
  })
  .superRefine(({ collections, columns }, context) => {
    const known = new Set((collections ?? []).flatMap(columnsOf));
    const strange = columns?.find(name => !known.has(name));
    if (strange === undefined) return;
    const column = strange.slice(0, 100);
    const message =
      known.size === 0
        ? sentence('input.no_columns_in_bundle', { column })
        : sentence('input.no_such_column', { column, columns: [...known].join(', ') });
    context.addIssue({ code: 'custom', path: ['columns'], message });
  });
export type ExportCreate = z.output<typeof exportCreate>;

/** Shows the export as the API does. */
export function showExport(row: Export, base_url: string, now: Date) {
  return {
    ...row,
    ...paceOf(row, now),
    collections: z.array(z.enum(collectionNames)).parse(row.collections ?? []),
    parameters: null,
    format: z.enum(formats).parse(row.format),
    url: row.status === 'ready' ? `${base_url}/v1/exports/${row.id}/download` : null,
  };
}

/** Returns the name of the downloaded file. */
export function bundleName(username: string, { creation_date }: Pick<Export, 'creation_date'>): string {
  return `${username}-${creation_date.slice(0, 10)}.zip`;
}
