import { number } from '../counted.ts';
import type { notes as english } from '../notes.ts';
import type { Translated } from '../translated.ts';

export const notes: Translated<typeof english> = {
  title: 'Notas',
  who_sees: 'Solo tu equipo ve las notas. Una nota no se puede cambiar, solo eliminar.',
  new_note: 'Nota nueva',
  add: 'Añadir la nota',
  added: 'La nota se ha añadido.',
  by: name => `${name}, `,
  remove: 'Eliminar',
  remove_note: text => `Eliminar la nota «${text}»`,
  delete_title: '¿Eliminar esta nota?',
  delete_act: 'Eliminar la nota',
  deleted: 'La nota se ha eliminado.',
  all: (shown, count) => `Las ${number(shown)} notas más recientes de ${number(count)}.`,
};
