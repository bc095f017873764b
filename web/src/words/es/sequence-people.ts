import { counted } from '../counted.ts';
import type {
  late as englishLate,
  own_sequences as englishOwn,
  start_people as englishStart,
  step_words as englishSteps,
} from '../sequence-people.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'persona', 'personas');

export const late: Translated<typeof englishLate> = {
  title: count => `${counted(count, 'persona espera', 'personas esperan')} tu decisión`,
  detail:
    'Su siguiente paso lleva más retraso del permitido, por una interrupción, una detención de envíos, una restauración o los límites de una clave. No reciben nada hasta que decidas.',
  decide: 'Decidir…',
  dialog: '¿Qué pasa con los pasos atrasados?',
  choice: 'Para todas las personas cuyo paso llegó tarde',
  choices: { send: 'Enviar ahora', shift: 'Desplazar', skip: 'Saltar', end: 'Terminar' },
  hints: {
    send: 'Reciben ahora el paso atrasado, y los siguientes cuando estaba previsto. Dos correos a una persona quedan separados al menos la mitad de lo previsto.',
    shift: 'Reciben ahora el paso atrasado, y todo lo posterior se retrasa el mismo tiempo.',
    skip: 'Los pasos atrasados se saltan. Siguen con el próximo paso que no llegue tarde.',
    end: 'Salen de la secuencia y no reciben nada más de ella.',
  },
  act: 'Decidir para todas',
  decided: count => `Decidido para ${people(count)}.`,
};

export const own_sequences: Translated<typeof englishOwn> = {
  title: 'Secuencias',
  status: {
    processed: 'Hecho',
    pending: 'Siguiente',
    unprocessed: 'Previsto',
    skipped: 'Saltado',
    failed: 'Fallido',
  },
  skip: 'Saltar',
  skip_step: step => `Saltar ${step}`,
  skipped: 'No recibirá este paso.',
  because: reason => `motivo: ${reason}`,
};

export const start_people: Translated<typeof englishStart> = {
  title: 'Hacer entrar a personas en esta secuencia',
  detail:
    'Entran ahora, sin que nada las inicie. Las reglas sobre quién puede entrar, y cuántas veces, siguen valiendo.',
  whom: 'Quién entra',
  whoms: { everybody: 'Todas', filter: 'Algunas' },
  which: 'Qué personas',
  choose: 'Elige condiciones para ver cuántas entrarían.',
  entering: count => `${counted(count, 'persona entraría', 'personas entrarían')}.`,
  refused: 'Las demás no entrarían:',
  off: 'La secuencia está desactivada, así que aún no puede entrar nadie. Esto es lo que pasaría si estuviera activada.',
  act: count => (count === 0 ? 'Hacer entrar' : `Hacer entrar a ${people(count)}`),
  started: count =>
    `${counted(count, 'persona entra', 'personas entran')} en la secuencia en un minuto aproximadamente.`,
};

export const step_words: Translated<typeof englishSteps> = {
  send_email: subject => subject,
  untitled: 'Un correo',
  add_tags: tags => `Añadir la etiqueta ${tags}`,
  remove_tags: tags => `Quitar la etiqueta ${tags}`,
  add_metadata: fields => `Anotar ${fields}`,
  remove_metadata: fields => `Olvidar ${fields}`,
  send_notification: subject => `Avisarte: ${subject}`,
  send_post_request: url => `Llamar a ${url}`,
  send_confirmation_reminder: 'Recordar que confirme',
  unsubscribe_subscriber: 'Dar de baja',
  create_subscriber: 'Suscribir a otro boletín',
  create_export: 'Crear una exportación',
  update_email_type: 'Cambiar el tipo del correo',
  now: 'Al momento',
  after: span => `${span} después`,
  units: {
    minutes: count => counted(count, 'minuto', 'minutos'),
    hours: count => counted(count, 'hora', 'horas'),
    days: count => counted(count, 'día', 'días'),
    weeks: count => counted(count, 'semana', 'semanas'),
  },
  at: (when, time) => `${when}, a las ${time}`,
  on: (when, days) => `${when}, en ${days}`,
  own_zone: when => `${when} donde vive`,
  or: ' o ',
};
