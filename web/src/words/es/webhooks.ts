import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type { webhooks as english } from '../webhooks.ts';

export const webhooks: Translated<typeof english> = {
  make: 'Webhook nuevo',
  empty: 'Aún no hay webhooks',
  empty_detail:
    'Un webhook cuenta a uno de tus programas lo que pasa: Postrider firma cada evento, lo envía a una dirección que eliges y lo intenta hasta que se acepta.',
  back: 'Webhooks',
  missing: 'No existe este webhook',
  missing_detail: 'Se eliminó, o la dirección de la página es incorrecta.',
  more: 'Más sobre este webhook',

  works: time => `Último éxito: ${time}`,
  failing: time => `Con fallos desde: ${time}`,
  unused: 'Aún sin eventos',
  paused: 'En pausa',
  is_failing: 'Con fallos',
  paused_since: time => `En pausa desde: ${time}`,
  paused_detail: 'No recibe eventos. Lo que esperaba antes se guarda, y se envía cuando lo reanudes.',
  resume: 'Reanudar',
  resume_title: '¿Reanudar el webhook?',
  resume_detail: 'Vuelve a recibir eventos, primero los que esperaban cuando se puso en pausa.',
  missed: count =>
    count === 1
      ? 'Enviar también el evento que ha pasado desde entonces'
      : `Enviar también los ${number(count)} eventos que han pasado desde entonces`,
  missed_at_most: count =>
    `Enviar también lo que ha pasado desde entonces: como mucho ${counted(count, 'evento', 'eventos')}`,
  missed_hint: 'Las entregas, los rechazos, las aperturas y los clics no se pueden enviar después.',
  missed_none: 'Desde entonces no ha pasado nada de lo que quiere.',
  pause: 'Poner en pausa',
  resumed: 'El webhook vuelve a recibir eventos.',
  was_paused: 'El webhook está en pausa.',
  all_events: 'todos los eventos',
  some_events: count => counted(count, 'tipo de evento', 'tipos de eventos'),

  edit: 'Cambiar…',
  edit_title: 'Cambiar el webhook',
  url: 'Dirección',
  url_hint: 'Postrider envía los eventos a ella. Debe usar https.',
  description: 'Descripción',
  description_hint: 'Para ti y tu equipo, por ejemplo: «Añade personas a nuestro CRM».',
  which: 'Eventos',
  choices: { all: 'Todos', some: 'Elegidos' },
  all_hint:
    'Todos los eventos menos entregas, rechazos, aperturas y clics: puede haber uno de cada por destinatario. Elígelos si los necesitas.',
  choose_some: 'Elige al menos un evento.',
  only: 'Solo sobre algunas personas, un correo o una automatización',
  only_hint: 'Se debe cumplir cada límite que pongas. Los eventos que ya esperan no cambian.',
  only_people: 'Personas',
  only_everybody: 'Todas, y los eventos sin suscriptor',
  only_people_hint:
    'Un evento pasa si su suscriptor coincide justo después. Las eliminaciones pasan siempre, para que se puedan eliminar copias en otros sitios.',
  only_email: 'Correo',
  any_email: 'Cualquiera, o ninguno',
  several_emails: count => counted(count, 'correo elegido en otro lugar', 'correos elegidos en otro lugar'),
  only_automation: 'Automatización',
  any_automation: 'Cualquiera, o ninguna',
  several_automations: count =>
    counted(count, 'automatización elegida en otro lugar', 'automatizaciones elegidas en otro lugar'),
  limited: kinds => `${kinds}, con límites`,
  created: 'Webhook creado.',
  saved: 'Guardado',
  secret_once:
    'Esta es la clave de firma, con la que tu programa comprueba que una petición viene de aquí. Solo se muestra ahora.',
  new_key: 'Clave de firma nueva…',
  new_key_title: '¿Crear otra clave de firma?',
  new_key_detail:
    'Durante un día, las peticiones también se firman con la clave actual. Da la nueva a tu programa antes de que pase.',
  new_key_act: 'Crear otra clave',

  test: 'Enviar una prueba',
  tested: 'La prueba se aceptó.',
  test_failed: 'La prueba no se aceptó.',
  remove: 'Eliminar…',
  delete_title: '¿Eliminar este webhook?',
  delete_detail: 'Su registro también se elimina, y los eventos que lo esperan no se envían.',
  delete_act: 'Eliminar',
  deleted: 'Webhook eliminado.',
  replay: 'Repetir eventos…',
  replay_title: 'Repetir eventos',
  replay_detail:
    'El webhook vuelve a recibir todos los eventos de sus tipos desde entonces. Los id de los eventos no cambian, así que tu programa puede saltar los que conoce. Las entregas, los rechazos, las aperturas y los clics no se repiten.',
  replay_since: 'Desde',
  replay_counting: 'Contando los eventos…',
  replay_count: count =>
    count === 0
      ? 'Desde entonces no ha pasado ningún evento de sus tipos.'
      : `Se ${count === 1 ? 'enviaría' : 'enviarían'} ${counted(count, 'evento', 'eventos')}.`,
  replay_most: count =>
    count === 0
      ? 'Desde entonces no ha pasado ningún evento de sus tipos.'
      : `Como mucho ${counted(count, 'evento', 'eventos')}: los que cumplen sus límites.`,
  replay_act: 'Repetir',
  replay_paused: 'Reanuda antes el webhook.',

  log: 'Intentos',
  log_note: 'Los últimos 30 días. Un intento fallido se repite durante unos tres días.',
  outcomes: { all: 'Todos', failed: 'Fallidos' },
  no_attempts: 'Aún no se le ha enviado nada. Envía una prueba para ver cómo responde tu programa.',
  no_failures: 'No ha fallado ningún intento.',
  answered: status => `respondió ${status}`,
  no_answer: 'sin respuesta',
  kinds: { test: 'Prueba', resend: 'Enviado otra vez' },
  attempt: at => `Intento ${number(at)}`,
  next: time => `próximo intento: ${time}`,
  open_attempt: 'Petición y respuesta',
  took: milliseconds => `${number(milliseconds)}\u00a0ms`,
  request: 'Petición',
  answer: 'Respuesta',
  headers: 'Cabeceras',
  body: 'Cuerpo',
  body_start: 'Principio del cuerpo',
  nothing: 'Vacío',
  not_kept: 'Una versión anterior hizo este intento y no guardó la petición.',
  resend: 'Enviar otra vez',
  resent: 'Se aceptó.',
  resend_failed: 'No se aceptó.',
};
