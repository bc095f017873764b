import type { actions as english } from '../actions.ts';
import { counted, number, plural } from '../counted.ts';
import type { Translated } from '../translated.ts';

const quoted = (text: string) => `«${text}»`;
const list = (parts: string[]) => parts.join(', ');

export const actions: Translated<typeof english> = {
  back: 'Acciones en bloque',
  empty: 'Aún no hay acciones en bloque',
  empty_detail:
    'Selecciona suscriptores en la lista, o fíltrala y selecciónalos a todos, y elige qué hacer con ellos de una vez. Las acciones anteriores aparecen aquí, y la mayoría se puede deshacer durante 30 días.',
  to_subscribers: 'Seleccionar suscriptores',
  missing: 'No existe esta acción en bloque',
  missing_detail: 'Pertenece a otro boletín, o la dirección de la página es incorrecta.',

  statuses: {
    not_started: 'En espera',
    in_progress: 'En curso',
    processed: 'Hecha',
    failed: 'Fallida',
  },
  undone: 'Deshecha',
  by: name => `por ${name}`,
  by_key: name => `por la clave de API ${quoted(name)}`,
  nameless: { key: 'por una clave de API', person: 'por alguien del equipo' },
  counts: (done, skipped, failed) =>
    list([
      counted(done, 'cambiado', 'cambiados'),
      ...(skipped > 0 ? [counted(skipped, 'omitido', 'omitidos')] : []),
      ...(failed > 0 ? [counted(failed, 'fallido', 'fallidos')] : []),
    ]),

  added_tags: names =>
    `${plural(names.length, 'Añadió la etiqueta', 'Añadió las etiquetas')} ${list(names.map(quoted))}`,
  removed_tags: names =>
    `${plural(names.length, 'Quitó la etiqueta', 'Quitó las etiquetas')} ${list(names.map(quoted))}`,
  set_metadata: pairs => `Asignó ${list(pairs)}`,
  replaced_metadata: pairs => `Sustituyó todos los metadatos por ${list(pairs)}`,
  removed_metadata: keys => `Quitó ${list(keys.map(quoted))} de los metadatos`,
  pair: (key, value) => `${key}: ${value}`,
  undid: 'Deshizo una acción anterior',
  audience: type => `Cambió los destinatarios a ${quoted(type)}`,
  to_webhook: 'Volvió a enviar eventos a un webhook',
  things: {
    subscribers: count => counted(count, 'suscriptor', 'suscriptores'),
    emails: count => counted(count, 'correo', 'correos'),
    tags: count => counted(count, 'etiqueta', 'etiquetas'),
    events: count => counted(count, 'evento', 'eventos'),
  },
  chosen: things => `${things}, con selección individual`,
  all: things => `Todo: ${things}`,
  matching: (things, conditions) => `${things}: ${conditions.join('; ')}`,
  except: count => `todos menos ${number(count)}`,
  searched: text => `contiene ${quoted(text)}`,
  parameter: (name, value) => `${name}: ${value}`,

  waiting: 'Esta acción espera a otras anteriores de este boletín.',
  running: 'Esta acción está en curso. Puedes salir de esta página.',
  progress: (done, all) => `${number(done)} de ${number(all)}`,
  rate: rate => `${number(Math.round(rate))} por segundo`,
  ends: time => `terminará hacia las ${time}`,
  parts: { done: 'Cambiados', skipped: 'Omitidos', failed: 'Fallidos', left: 'En espera' },
  failed_title: 'No se pudo completar la acción',
  reasons: 'Por qué algunos no cambiaron',
  reason: (count, detail) => `${number(count)}: ${detail}`,

  undo: 'Deshacer…',
  undo_until: day => `Se puede deshacer hasta el ${day}.`,
  not_undoable: 'Este tipo de acción no se puede deshacer.',
  undo_title: '¿Deshacer esta acción?',
  undo_detail:
    'Todas las personas que cambió recuperan sus valores anteriores, salvo las que se han ido o han cambiado desde entonces. Nadie recibe un correo.',
  undo_would: count =>
    count === 0
      ? 'No cambiaría nadie.'
      : `${counted(count, 'suscriptor recuperaría', 'suscriptores recuperarían')} sus valores.`,
  undo_others: count => `${counted(count, 'quedaría como está', 'quedarían como están')}:`,
  undo_trying: 'Averiguando qué cambiaría…',
  undo_act: 'Deshacer',
  was_undone: 'Esta acción se deshizo.',
  undo_result: 'Mostrar el resultado',
  undoes: 'Esta acción deshizo una anterior.',
  undoes_link: 'Mostrar esa acción',

  items: 'Elementos',
  item_statuses: { all: 'Todos', done: 'Cambiados', skipped: 'Omitidos', failed: 'Fallidos' },
  item_states: { done: 'Cambiado', skipped: 'Omitido', failed: 'Fallido' },
  no_items: 'No hay elementos de este tipo.',
  item_waits: 'en espera',
};
