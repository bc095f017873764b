import type {
  setting_choices as englishChoices,
  danger as englishDanger,
  duplicate as englishDuplicate,
  setting_groups as englishGroups,
  setting_hints as englishHints,
  setting_members as englishMembers,
  powers as englishPowers,
  settings_reading as englishReading,
} from '../newsletter-settings.ts';
import type { Translated } from '../translated.ts';

export const setting_groups: Translated<typeof englishGroups> = {
  page: 'Nombre y página',
  language: 'Idioma',
  sender: 'Remitente',
  sending: 'Envío',
  joining: 'Suscripción',
  paying: 'Suscriptores de pago',
  privacy: 'Seguimiento y datos',
};
export const settings_reading: Translated<typeof englishReading> =
  'Solo un propietario puede cambiar estos ajustes.';

export const setting_hints: Translated<typeof englishHints> = {
  name: 'Se muestra encima de tus páginas públicas, y como remitente de tus correos si no pones otro nombre.',
  username: 'La última parte de la dirección de tu página pública: letras, cifras, guiones y guiones bajos.',
  description: 'Se muestra en tu página pública.',
  timezone: 'Las horas se muestran, y los correos se programan, en esta zona.',
  locale:
    'De tus páginas públicas, de los correos que piden confirmar o iniciar sesión, y de lo que rodea tus correos. Cada correo, y cada lector, puede tener otro.',
  formal_words:
    'En idiomas con una forma de cortesía. En alemán, se trata a los lectores de Sie en lugar de du.',
  from_name: 'Déjalo vacío para usar el nombre del boletín.',
  from_address:
    'Los suscriptores ven esta dirección como remitente. Tu servidor de correo debe poder enviar desde ella.',
  reply_to: 'Déjalo vacío para que las respuestas vayan al remitente.',
  bounce_domain:
    'Un dominio tuyo al que llegan los rebotes, como bounces.example.org. Déjalo vacío para usar el de la instalación. Envío → Dominio dice qué necesita el DNS.',
  replies:
    'En el panel están junto a los lectores, y las contestas allí. La instalación debe recibir correo.',
  postal_address: 'Muchos países exigen una en cada boletín. Aparece al final de cada correo.',
  undo_seconds:
    'Durante cuánto tiempo se puede deshacer un envío antes de que salga el correo; 0 envía al momento. Si está vacío, las personas tienen aquí 10 segundos, y los programas con clave, ninguno.',
  late_schedule_hours:
    'Si el servicio estaba parado a la hora programada, un correo sale igualmente si lleva como mucho este retraso. Después, espera tu decisión.',
  sending_rate:
    'El máximo de mensajes por segundo para todos tus correos juntos; 0 envía tan rápido como los acepta el servidor de correo.',
  approval_threshold:
    'Enviar a más personas que estas necesita la aprobación de una segunda persona. Déjalo vacío para no preguntar nunca; 0 pregunta en cada envío.',
  mail_cap:
    'Un correo se salta a quien ya ha recibido tantos, y una carta de una secuencia lo espera. Deja ambos vacíos para no poner límite.',
  quiet_hours:
    'Las cartas de secuencias esperan a que pasen estas horas donde está el lector, si se conoce su zona horaria. Deja ambos vacíos para no tenerlas.',
  digests:
    'Los lectores eligen cada número, un resumen por semana o uno por mes, que se envía el primer día así del mes. Los correos sin página llegan a todos al momento. Deja ambos vacíos para no tener resúmenes.',
  double_opt_in: 'Reciben un correo con un enlace de confirmación, y ningún otro correo hasta que confirmen.',
  forms_create_tags:
    'Un formulario de tu sitio puede nombrar etiquetas. Si esto está activado, se crean las nuevas, como mucho 20 al día; si no, las etiquetas desconocidas se ignoran.',
  comment_notices: 'A la dirección del boletín, como mucho una vez por hora.',
  asks_timezone:
    'Para correos a la hora del lector. El campo empieza con la zona horaria del navegador, y los lectores pueden elegir otra.',
  free_subscriptions:
    'Si está desactivado, quien se suscriba desde ahora no recibe correos hasta que elija un plan o reciba un regalo. Los lectores que tienes quedan como están.',
  premium_url: 'Dónde puede la gente empezar a pagarte. Es el botón debajo del avance de un correo de pago.',
  premium_text:
    'Qué reciben los suscriptores de pago, en Markdown. Se muestra donde termina el avance de un correo de pago.',
  track_opens: 'Añade una pequeña imagen a cada correo, que te dice cuántas personas lo abren.',
  track_clicks: 'Los enlaces de los correos pasan por este servidor, que te dice en qué se hace clic.',
  delivery_months:
    'Pasado este número de meses, se elimina el registro de quién recibió un correo y solo se guardan los totales. Déjalo vacío para guardarlo siempre.',
};

export const setting_choices: Translated<typeof englishChoices> = {
  replies: {
    mailbox: 'A la dirección de respuesta',
    inbox: 'Al panel',
    inbox_and_mailbox: 'Al panel, y una copia a la dirección de respuesta',
  },
};

export const setting_members: Translated<typeof englishMembers> = {
  count: 'Correos',
  days: 'En este número de días',
  from: 'Desde',
  until: 'Hasta',
  weekday: 'Día',
  time: 'Hora',
};

export const duplicate: Translated<typeof englishDuplicate> = {
  title: 'Duplicar este boletín',
  note: 'Otro boletín aquí con los mismos ajustes, aspecto, textos, etiquetas, segmentos, fragmentos y archivos.',
  ask: 'Duplicar el boletín…',
  question: name => `Duplicar ${name}`,
  also: 'Copiar también',
  kinds: {
    drafts: 'Borradores, y correos programados como borradores',
    emails: 'Correos anteriores, para el archivo',
    automations: 'Feeds y sus automatizaciones, inactivos',
    people: 'Personas en cualquier estado, con su consentimiento',
  },
  people_hint:
    'Aceptaron recibir el boletín original. Cópialas solo si su consentimiento incluye también este.',
  nothing_sent:
    'No se envía nada. Las claves de API, los webhooks, el equipo y las claves DKIM no se copian. El original queda como está.',
  suggested: name => `${name} (copia)`,
  act: 'Duplicar',
  made: name => `${name} se ha creado. Su contenido se está copiando.`,
};

export const danger: Translated<typeof englishDanger> = {
  title: 'Eliminar este boletín',
  note: 'No se puede deshacer.',
  ask: 'Eliminar el boletín…',
  question: name => `¿Eliminar ${name}?`,
  goes: 'Qué se elimina',
  goes_detail:
    'Sus suscriptores, correos, estadísticas, etiquetas, archivos, feeds, webhooks y claves de API, y sus páginas públicas. Los enlaces de los correos enviados dejan de funcionar, también los de baja. Otra persona puede quedarse con su dirección.',
  stays: 'Qué se queda',
  stays_detail:
    'Los correos que tiene la gente, las cuentas de tu equipo, el registro de lo que hicieron y las copias de seguridad hechas antes.',
  export_first: 'Expórtalo antes',
  export_detail: 'Una copia exportada lo contiene todo, y otro Postrider puede importarla.',
  type: name => `Escribe «${name}» para confirmar`,
  wrong: name => `Este no es el nombre del boletín. Escribe exactamente: ${name}`,
  act: 'Eliminar para siempre',
  deleted: name => `${name} se ha eliminado.`,
};

export const powers: Translated<typeof englishPowers> = {
  title: 'Qué puede hacer cada rol',
  owner: 'Todo: ajustes, equipo, claves, importaciones y eliminar el boletín.',
  editor: 'Escribe y envía correos, y ve y cambia suscriptores, feeds y etiquetas. Los ajustes solo los lee.',
  writer:
    'Escribe borradores y ve vistas previas con suscriptores inventados, pero ninguna dirección. Lo que envía un redactor espera la aprobación de un propietario o editor.',
  viewer: 'Lee correos, informes y ajustes. No ve direcciones y no cambia nada.',
  installation: 'Propietario de la instalación',
  installation_detail:
    'Es propietario de todos los boletines de aquí, y cuida de las copias de seguridad y del sistema.',
};
