// Notes on a person.
import { number } from './counted.ts';

export const notes = {
  title: 'Notes',
  who_sees: 'Only your team sees notes. A note cannot be changed, only deleted.',
  new_note: 'New note',
  add: 'Add the note',
  added: 'The note is added.',
  by: (name: string) => `${name}, `,
  remove: 'Delete',
  remove_note: (text: string) => `Delete the note “${text}”`,
  delete_title: 'Delete this note?',
  delete_act: 'Delete the note',
  deleted: 'The note is deleted.',
  all: (shown: number, count: number) => `The latest ${number(shown)} of ${number(count)} notes.`,
} as const;
