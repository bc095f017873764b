// Surveys: the questions in emails, and the readers' answers.
import { counted } from './counted.ts';

export const surveys = {
  title: 'Surveys',
  make: 'New survey',
  empty: 'No surveys yet',
  empty_detail:
    'A survey is a question in your emails. Readers choose an answer in the mail and send it with one button; you can then write to those who answered.',
  more: (name: string) => `More about “${name}”`,
  note: (count: number, isClosed: boolean) =>
    [counted(count, 'answer'), isClosed ? 'closed' : ''].filter(Boolean).join(' · '),
  question: 'Question',
  identifier: 'Name in templates',
  identifier_hint: (identifier: string) =>
    `Write {{ survey.${identifier || '…'} }} where an email should ask it. It does not change later.`,
  input_type: 'Readers choose',
  input_types: {
    radio: 'one answer',
    checkbox: 'any number of answers',
    text: 'nothing: they write their answer',
  },
  answers: 'Answers',
  answers_hint: 'One on each line. They stay as they are once somebody has answered.',
  freeform: 'Readers may add something in their own words',
  randomize: 'Each reader sees the answers in a different order',
  randomize_hint: 'The mail then shows only the question, and its link leads to the answers.',
  per_email: 'Each email asks again',
  per_email_hint: 'Otherwise, a second answer replaces the first.',
  shows_results: 'Readers see the results once they have answered',
  shows_results_hint: 'So does everybody in the archive.',
  notes: 'Notes',
  notes_hint: 'Only you and your team see them.',
  made: 'The survey is saved.',
  edit: 'Edit',
  edit_title: 'Change the survey',
  close: 'Close',
  open: 'Open again',
  closed: 'It no longer accepts answers.',
  opened: 'It accepts answers again.',
  remove: 'Delete …',
  delete_title: (name: string) => `Delete “${name}”?`,
  delete_detail: (count: number) =>
    count === 0
      ? 'Nobody has answered it. Emails that ask it cannot be sent until you remove it from them.'
      : `Its ${counted(count, 'answer is', 'answers are')} deleted too. Emails that ask it cannot be sent until you remove it from them.`,
  delete_act: 'Delete',
  deleted: 'The survey is deleted.',
  results: 'Results',
} as const;
