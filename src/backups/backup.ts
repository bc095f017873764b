import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';

/** How a backup came about: by the schedule, by the command, or before an upgrade that deletes something. */
export const backupKinds = ['scheduled', 'manual', 'upgrade'] as const;
export type BackupKind = (typeof backupKinds)[number];

const backupStatuses = ['in_progress', 'good', 'failed'] as const;

const backupExample = {
  id: '0197a1a1-0000-7000-8000-000000000091',
  creation_date: '2026-11-20T03:00:00.000Z',
  completion_date: '2026-11-20T03:00:41.000Z',
  kind: 'scheduled',
  status: 'good',
  status_reason: '',
  place: '/var/lib/postrider/backups',
  file_name: 'postrider-20261120T030000Z.backup',
  size: 48_211_904,
  row_count: 310_552,
  file_count: 41,
  is_encrypted: true,
};

export const backupSchema = z
  .object({
    id: z.string(),
    creation_date: timestamp.describe('When it was started; it contains the data of that moment'),
    completion_date: timestamp.nullable(),
    kind: z
      .enum(backupKinds)
      .describe('What made it: the schedule, the command, or an upgrade that was about to delete something'),
    status: z.enum(backupStatuses).describe('`good`: it was written, and then read back completely'),
    status_reason: z.string().describe('Why it failed, and what to do'),
    status_reason_sentence: sentenceSchema,
    place: z.string().describe('The folder or bucket'),
    file_name: z.string(),
    size: z.int().nullable().describe('In bytes'),
    row_count: z.int().nullable(),
    file_count: z.int().nullable().describe('Attachments and images'),
    is_encrypted: z.boolean(),
  })
  .meta({ id: 'Backup', examples: [backupExample] });
