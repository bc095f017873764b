import { number } from '../counted.ts';
import type { notes as english } from '../notes.ts';
import type { Translated } from '../translated.ts';

export const notes: Translated<typeof english> = {
  title: 'Notizen',
  who_sees: 'Nur das Team sieht Notizen. Eine Notiz lässt sich nicht ändern, nur löschen.',
  new_note: 'Neue Notiz',
  add: 'Notiz hinzufügen',
  added: 'Die Notiz ist hinzugefügt.',
  by: name => `${name}, `,
  remove: 'Löschen',
  remove_note: text => `Notiz „${text}“ löschen`,
  delete_title: 'Diese Notiz löschen?',
  delete_act: 'Notiz löschen',
  deleted: 'Die Notiz ist gelöscht.',
  all: (shown, count) => `Die neuesten ${number(shown)} von ${number(count)} Notizen.`,
};
