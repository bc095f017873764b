import { importExample } from '../moving/imports/examples.ts';
import { optionsSchema } from '../moving/imports/people/options.ts';

const person = (line: number, outcome: string, email_address: string, metadata: object) => ({
  ...{ file: 'readers.csv', line, outcome, email_address, type: 'regular', tags: ['moved'], metadata },
  ...{ notes: '', creation_date: null },
});

/** An import whose file has been checked, as the API shows it. */
export const checkedImport = {
  ...importExample,
  ...{ status: 'validated', format: 'csv', file_name: 'readers.csv', size: 81_204, dry_run: true },
  ...{ options: optionsSchema.parse({ tags: ['moved'] }), undo_until: null, completion_date: null },
  report: {
    counts: {
      ...{ created: 1812, updated: 120, unchanged: 31, skipped: 24, refused: 13 },
      ...{ confirmation_mails: 0, people: 2000, emails: 0 },
    },
    notes: ['readers.csv: the file is in Windows-1252, not in UTF-8.'],
    columns: { 'E-mail': 'email_address', Vorname: 'metadata.first_name', Plan: 'tags', Punkte: '' },
    column_samples: {
      'E-mail': ['ada@example.org', 'bo@example.org', 'cy@example.org'],
      Vorname: ['Ada', 'Bo', 'Cy'],
      Plan: ['gold', 'silver'],
      Punkte: [],
    },
    reasons: [
      {
        ...{ outcome: 'skipped', count: 24 },
        reason:
          'The person unsubscribed here. revive=unsubscribed brings them back if the file has newer consent.',
      },
      {
        ...{ outcome: 'refused', count: 13 },
        reason: 'email_address: "…" is not an email address. Correct it, or remove the line.',
      },
    ],
    sample: [
      person(2, 'created', 'ada@example.org', { first_name: 'Ada' }),
      person(3, 'updated', 'bo@example.org', { first_name: 'Bo' }),
    ],
  },
};

/** The same when it has been imported. */
export const endedImport = {
  ...checkedImport,
  ...{ status: 'succeeded', dry_run: false, completion_date: '2026-11-20T09:10:09.000Z' },
  undo_until: '2999-12-20T09:10:09.000Z',
  report: { ...checkedImport.report, column_samples: {}, sample: [] },
};

/** The same while it runs. */
export const runningImport = {
  ...endedImport,
  ...{ status: 'in_progress', total_count: 2000, done_count: 1200, rate: 800.5, undo_until: null },
  ...{ completion_date: null, expected_completion_date: '2026-11-20T09:10:12.000Z' },
};
