import { number } from '../counted.ts';
import type { notes as english } from '../notes.ts';
import type { Translated } from '../translated.ts';

export const notes: Translated<typeof english> = {
  title: 'Notes',
  who_sees: 'Seule votre équipe voit les notes. Une note ne se modifie pas, elle se supprime.',
  new_note: 'Nouvelle note',
  add: 'Ajouter la note',
  added: 'La note est ajoutée.',
  by: (name: string) => `${name}, `,
  remove: 'Supprimer',
  remove_note: (text: string) => `Supprimer la note « ${text} »`,
  delete_title: 'Supprimer cette note ?',
  delete_act: 'Supprimer la note',
  deleted: 'La note est supprimée.',
  all: (shown: number, count: number) => `Les ${number(shown)} plus récentes, sur ${number(count)} notes.`,
};
