import { importExample } from '../moving/imports/import.ts';
import { optionsSchema } from '../moving/imports/people/options.ts';

const person = (line: number, outcome: string, email_address: string, metadata: object) => ({
  file: 'readers.csv',
  line,
  outcome,
  email_address,
  type: 'regular',
  tags: ['moved'],
  metadata,
  notes: '',
  creation_date: null,
});

/** An import whose file has been checked, as the API shows it. */
export const checkedImport = {
  ...importExample,
  status: 'validated',
  format: 'csv',
  file_name: 'readers.csv',
  size: 81_204,
  dry_run: true,
  options: optionsSchema.parse({ tags: ['moved'] }),
  undo_until: null,
  completion_date: null,
  report: {
    counts: {
      created: 1812,
      updated: 120,
      unchanged: 31,
      skipped: 24,
      merged: 3,
      refused: 13,
      confirmation_mails: 0,
      people: 1987,
      lines: 2003,
      emails: 0,
      drafts: 0,
    },
    notes: [
      'readers.csv: the file is in Windows-1252, not in UTF-8.',
      '"Seit": 121 dates such as 03/04/2020 can be read in two ways, so they are left out. Choose whether the day or the month comes first (date_orders).',
    ],
    columns: {
      'E-mail': 'email_address',
      Vorname: 'metadata.first_name',
      Plan: 'tags',
      Punkte: '',
      Seit: 'creation_date',
    },
    column_samples: {
      'E-mail': ['ada@example.org', 'bo@example.org', 'cy@example.org'],
      Vorname: ['Ada', 'Bo', 'Cy'],
      Plan: ['gold', 'silver'],
      Punkte: [],
      Seit: ['03/04/2020', '11/02/2021'],
    },
    date_orders: [{ column: 'Seit', count: 121, example: '03/04/2020', order: null }],
    reasons: [
      {
        outcome: 'skipped',
        count: 24,
        reason:
          'The person unsubscribed here. Choose to bring them back (revive=unsubscribed) if the file has newer consent.',
      },
      {
        outcome: 'refused',
        count: 13,
        reason: 'email_address: "…" is not an email address. Correct it, or remove the line.',
      },
    ],
    sample: [
      person(2, 'created', 'ada@example.org', { first_name: 'Ada' }),
      person(3, 'updated', 'bo@example.org', { first_name: 'Bo' }),
    ],
  },
};

/** The same import after it has ended. */
export const endedImport = {
  ...checkedImport,
  status: 'succeeded',
  dry_run: false,
  completion_date: '2026-11-20T09:10:09.000Z',
  undo_until: '2999-12-20T09:10:09.000Z',
  report: { ...checkedImport.report, column_samples: {}, sample: [] },
};

/** The same import while it runs. */
export const runningImport = {
  ...endedImport,
  status: 'in_progress',
  total_count: 2000,
  done_count: 1200,
  rate: 800.5,
  undo_until: null,
  completion_date: null,
  expected_completion_date: '2026-11-20T09:10:12.000Z',
};
