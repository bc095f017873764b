import { counted, number } from '../counted.ts';
import type { surveys as english } from '../surveys.ts';
import type { Translated } from '../translated.ts';

export const surveys: Translated<typeof english> = {
  title: 'Encuestas',
  make: 'Encuesta nueva',
  empty: 'Aún no hay encuestas',
  empty_detail:
    'Una encuesta es una pregunta en tus correos. Los lectores eligen una respuesta en el correo y la envían con un botón; después puedes escribir a quienes respondieron.',
  more: name => `Más sobre «${name}»`,
  note: (count, isClosed) =>
    [counted(count, 'respuesta', 'respuestas'), isClosed ? 'cerrada' : ''].filter(Boolean).join(' · '),
  question: 'Pregunta',
  identifier: 'Nombre en las plantillas',
  identifier_hint: identifier =>
    `Escribe {{ survey.${identifier || '…'} }} donde un correo deba hacerla. Después no cambia.`,
  input_type: 'Los lectores eligen',
  input_types: {
    radio: 'una respuesta',
    checkbox: 'cualquier número de respuestas',
    text: 'nada: escriben su respuesta',
  },
  answers: 'Respuestas',
  answers_hint: 'Una por línea. Quedan como están en cuanto alguien responde.',
  freeform: 'Los lectores pueden añadir algo con sus palabras',
  randomize: 'Cada lector ve las respuestas en otro orden',
  randomize_hint: 'El correo muestra entonces solo la pregunta, y su enlace lleva a las respuestas.',
  per_email: 'Cada correo vuelve a preguntar',
  per_email_hint: 'Si no, quien responde otra vez cambia su respuesta.',
  shows_results: 'Los lectores ven los resultados después de responder',
  shows_results_hint: 'Y también cualquiera en el archivo.',
  notes: 'Notas',
  notes_hint: 'Solo las ve tu equipo.',
  made: 'La encuesta se ha guardado.',
  edit: 'Editar',
  edit_title: 'Cambiar la encuesta',
  close: 'Cerrar',
  open: 'Volver a abrir',
  closed: 'Ya no admite respuestas.',
  opened: 'Vuelve a admitir respuestas.',
  remove: 'Eliminar…',
  delete_title: name => `¿Eliminar «${name}»?`,
  delete_detail: count =>
    count === 0
      ? 'Nadie ha respondido. Los correos que la hacen no se pueden enviar hasta que la quites de ellos.'
      : `También se eliminan sus respuestas (${number(count)}). Los correos que la hacen no se pueden enviar hasta que la quites de ellos.`,
  delete_act: 'Eliminar',
  deleted: 'La encuesta se ha eliminado.',
  results: 'Resultados',
};
