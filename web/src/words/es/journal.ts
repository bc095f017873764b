import type { event_types as englishEventTypes, journal as englishJournal } from '../journal.ts';
import type { Translated } from '../translated.ts';

export const event_types: Translated<typeof englishEventTypes> = {
  'subscriber.created': {
    name: 'Suscriptor añadido',
    means: 'Alguien se suscribió, se añadió o se importó.',
  },
  'subscriber.confirmed': {
    name: 'Suscripción confirmada',
    means: 'Alguien confirmó su dirección.',
  },
  'subscriber.updated': {
    name: 'Suscriptor cambiado',
    means: 'Cambiaron campos de un suscriptor.',
  },
  'subscriber.changed_email': {
    name: 'Dirección cambiada',
    means: 'Cambió la dirección de un suscriptor.',
  },
  'subscriber.commented': {
    name: 'Comentario visible',
    means: 'El comentario de un lector apareció en la web.',
  },
  'subscriber.replied': {
    name: 'Respuesta',
    means: 'La respuesta de un lector llegó al panel.',
  },
  'subscriber.referred': {
    name: 'Trajo a alguien',
    means: 'Alguien que se suscribió con el enlace de un lector confirmó, y cuenta para ese lector.',
  },
  'subscriber.viewed_checkout_page': {
    name: 'Fue a pagar',
    means: 'Un suscriptor fue a la página en la que se paga.',
  },
  'subscriber.responded_to_survey': {
    name: 'Encuesta respondida',
    means: 'Alguien respondió a una encuesta.',
  },
  'subscriber.tags.changed': {
    name: 'Etiquetas cambiadas',
    means: 'Un suscriptor recibió o perdió etiquetas.',
  },
  'subscriber.type.changed': {
    name: 'Estado cambiado',
    means: 'El estado de un suscriptor cambió, por ejemplo de normal a premium.',
  },
  'subscriber.unsubscribed': { name: 'Baja', means: 'Alguien dejó el boletín.' },
  'subscriber.deleted': {
    name: 'Suscriptor eliminado',
    means: 'Se eliminaron los datos de un suscriptor.',
  },
  'subscriber.paid': { name: 'Pasó a premium', means: 'Un suscriptor paga ahora.' },
  'subscriber.churned': { name: 'Dejó de pagar', means: 'Un suscriptor ya no paga.' },
  'subscriber.paused': {
    name: 'Plan en pausa',
    means: 'Lo que paga un suscriptor está en pausa.',
  },
  'subscriber.resumed': {
    name: 'Plan reanudado',
    means: 'Lo que paga un suscriptor sigue tras una pausa.',
  },
  'subscriber.mail_paused': {
    name: 'Correos en pausa',
    means: 'Un suscriptor no quiere correos por ahora.',
  },
  'subscriber.mail_resumed': {
    name: 'Correos reanudados',
    means: 'Un suscriptor ya no tiene los correos en pausa.',
  },
  'subscriber.trial_started': {
    name: 'Prueba iniciada',
    means: 'Un suscriptor empezó una prueba.',
  },
  'subscriber.trial_ended': {
    name: 'Prueba terminada',
    means: 'La prueba de un suscriptor ha terminado.',
  },
  'stripe.checkout.session.completed': {
    name: 'Pago completado',
    means: 'Un suscriptor ha completado un pago en Stripe.',
  },
  'stripe.customer.updated': {
    name: 'Cliente de Stripe cambiado',
    means: 'Stripe dice que ha cambiado algo de un suscriptor como cliente suyo.',
  },
  'stripe.invoice.upcoming': {
    name: 'Cobro próximo',
    means: 'Stripe cobrará a un suscriptor en unos días.',
  },
  'stripe.subscription.activated': {
    name: 'Plan iniciado',
    means: 'Una suscripción en Stripe empezó o vuelve a estar activa.',
  },
  'stripe.subscription.churning': {
    name: 'El plan terminará',
    means: 'Alguien decidió que una suscripción en Stripe termine.',
  },
  'stripe.subscription.deactivated': {
    name: 'Plan terminado',
    means: 'Una suscripción en Stripe ya no está activa.',
  },
  'subscriber.delivered': {
    name: 'Entregado',
    means: 'El servidor de correo aceptó un correo. Uno por cada destinatario.',
  },
  'subscriber.rejected': {
    name: 'Rechazado',
    means: 'El servidor de correo rechazó un correo de forma permanente.',
  },
  'subscriber.opened': { name: 'Abierto', means: 'Alguien abrió un correo por primera vez.' },
  'subscriber.clicked': {
    name: 'Clic',
    means: 'Alguien siguió un enlace de un correo por primera vez.',
  },
  'subscriber.bounced': { name: 'Rebote', means: 'Un correo volvió.' },
  'subscriber.complained': { name: 'Queja', means: 'Alguien marcó un correo como spam.' },
  'email.created': {
    name: 'Correo creado',
    means: 'Un correo se escribió, se importó o se creó con un feed.',
  },
  'email.updated': {
    name: 'Correo cambiado',
    means: 'Cambió el texto o los ajustes de un correo.',
  },
  'email.status.changed': {
    name: 'Estado del correo',
    means: 'Un correo avanzó, por ejemplo de borrador a programado.',
  },
  'email.send.started': { name: 'Envío iniciado', means: 'Un correo está saliendo.' },
  'email.sent': {
    name: 'Correo enviado',
    means: 'Un correo ha salido hacia todos sus destinatarios.',
  },
  'email.errored': { name: 'Envío fallido', means: 'No se pudo enviar un correo.' },
  'email.paused': {
    name: 'Envío en pausa',
    means: 'Alguien o Postrider puso un correo en pausa.',
  },
  'email.resumed': { name: 'Envío reanudado', means: 'Un correo en pausa vuelve a salir.' },
  'email.deleted': { name: 'Correo eliminado', means: 'Se eliminó un correo.' },
  'automation.item.created': { name: 'Entrada nueva', means: 'Un feed tiene una entrada nueva.' },
  'automation.invoked': { name: 'Secuencia iniciada', means: 'Alguien entró en una secuencia.' },
  'automation.item.held': {
    name: 'Entrada retenida',
    means: 'Una entrada espera a que decidas si se envía.',
  },
  'automation.failing': {
    name: 'Feed con fallos',
    means: 'No se pudo leer un feed durante un tiempo.',
  },
  'bulk_action.processed': {
    name: 'Acción en bloque hecha',
    means: 'Una acción en bloque ha terminado.',
  },
  'bulk_action.failed': {
    name: 'Acción en bloque fallida',
    means: 'No se pudo completar una acción en bloque.',
  },
  'form.created': {
    name: 'Formulario creado',
    means: 'Se creó un formulario de suscripción.',
  },
  'form.updated': {
    name: 'Formulario cambiado',
    means: 'Cambió un formulario de suscripción.',
  },
  'form.deleted': {
    name: 'Formulario eliminado',
    means: 'Se eliminó un formulario de suscripción.',
  },
  'note.created': {
    name: 'Nota escrita',
    means: 'Alguien de tu equipo anotó algo sobre un suscriptor.',
  },
  'note.deleted': { name: 'Nota eliminada', means: 'Se eliminó una nota sobre un suscriptor.' },
  'survey.created': { name: 'Encuesta creada', means: 'Se creó una encuesta.' },
  'survey.updated': { name: 'Encuesta cambiada', means: 'Cambió una encuesta.' },
  'survey.deleted': { name: 'Encuesta eliminada', means: 'Se eliminó una encuesta.' },
  'export.created': { name: 'Exportación iniciada', means: 'Alguien pidió una exportación.' },
  'export.completed': { name: 'Exportación lista', means: 'Se puede descargar una exportación.' },
  'export.failed': { name: 'Exportación fallida', means: 'No se pudo escribir una exportación.' },
  'import.completed': { name: 'Importación hecha', means: 'Se importó un archivo.' },
  'import.failed': { name: 'Importación fallida', means: 'No se pudo importar un archivo.' },
  'import.undone': { name: 'Importación deshecha', means: 'Se deshizo una importación.' },
  'backup.failed': {
    name: 'Copia de seguridad fallida',
    means: 'Falló una copia de seguridad programada de la instalación.',
  },
  'installation.held': {
    name: 'Envíos detenidos',
    means: 'La instalación no envía nada hasta que alguien reanude.',
  },
  'installation.resumed': {
    name: 'Envíos reanudados',
    means: 'La instalación vuelve a enviar.',
  },
};

export const journal: Translated<typeof englishJournal> = {
  empty: 'Aún no ha pasado nada',
  empty_detail:
    'Aquí aparece todo lo que pasa: quién se suscribe y quién se va, qué se envía, se abre y se cambia. Añade un suscriptor para ver el primer evento.',
  none: 'No hay eventos así',
  none_detail: 'Elige otro tipo, persona, correo o periodo.',
  show_all: 'Mostrar todo',
  list: 'Eventos',
  more: 'Mostrar más',
  type: 'Evento',
  any_type: 'Todo',
  person: 'Suscriptor',
  person_hint: 'Dirección',
  email: 'Correo',
  any_email: 'Cualquier correo',
  since: 'Desde',
  until: 'Hasta',
  nobody: 'Ningún suscriptor tiene esta dirección',
  nobody_detail: 'Comprueba la dirección. Los eventos de suscriptores eliminados ya no dicen quiénes eran.',
  deleted: 'un suscriptor eliminado',
  feed: 'el feed',
  groups: {
    subscribers: 'Suscriptores',
    reading: 'Correo y lectura',
    emails: 'Correos',
    feeds: 'Feeds',
    others: 'Otros',
  },
  data: 'Datos',
  data_of: name => `Datos de «${name}»`,
  attempts: 'Webhooks',
  no_attempts: 'Ningún webhook lo recibió en los últimos 30 días.',
  no_longer_kept: day =>
    `Pueden faltar entregas, aperturas y clics de correos hasta el ${day}: ya no se guardan.`,
  pair: (name, value) => `${name}: ${value}`,
  moved: (from, to) => `de «${from}» a «${to}»`,
  details: {
    source: 'Cómo',
    type: 'Tipo',
    status: 'Estado',
    kind: 'Clase',
    client: 'Programa',
    url: 'Enlace',
    title: 'Título',
    reason: 'Motivo',
    last_error: 'Error',
    feed_url: 'Feed',
    format: 'Archivo',
    place: 'Lugar',
    total_count: 'Total',
    done_count: 'Cambiados',
    skipped_count: 'Omitidos',
    failed_count: 'Fallidos',
  },
};
