import { counted, number } from '../counted.ts';
import type { ownSentences as english } from '../sentences-own.ts';
import type { Sentences } from '../sentences-type.ts';

const recipients = (count: number) => counted(count, 'destinatario', 'destinatarios');
const ask = 'Pide a un propietario o editor del boletín que lo haga.';

/** A name within a sentence. */
export const quoted = (text: string): string => `«${text}»`;

export const ownSentences = {
  'automations.inactive_not_fetched': () =>
    'Los feeds de una automatización inactiva no se leen. Actívala antes.',
  'automations.inactive_not_run': () => 'Una automatización inactiva no se ejecuta. Actívala antes.',
  'delivery.due_while_down': ({ date, hours }, { time }) =>
    `El correo debía salir el ${time(date)}, pero el servicio no estaba en marcha, y de eso hace más de ${counted(hours, 'hora', 'horas')}. Envíalo ahora si aún debe salir.`,
  'delivery.interrupted': ({ hours }) =>
    `El envío estuvo interrumpido más de ${counted(hours, 'hora', 'horas')}. Continúa si los demás destinatarios aún deben recibirlo.`,
  'delivery.too_large_for_server': ({ reply }) =>
    `El correo es demasiado grande para el servidor de correo. ${reply} Hazlo más pequeño, por ejemplo con enlaces en lugar de adjuntos, o sube el límite del servidor de correo. Después envíalo otra vez.`,
  'delivery.failed_for': ({ minutes, trouble }, { say }) =>
    `El envío falló durante ${counted(minutes, 'minuto', 'minutos')}: ${say(trouble)} Comprueba el servidor de correo y envíalo otra vez.`,
  'delivery.no_copy': () => 'A este suscriptor no se le ha enviado una copia de este correo.',
  'domains.inbox_only': () =>
    'Los correos se quedan en la bandeja integrada, porque ningún servidor de correo los recibe. Un propietario puede añadir uno en Envío → Servidor de correo.',
  'domains.unsigned': () =>
    'Los correos no van firmados: este boletín no tiene claves DKIM para su dominio. Créalas y publica los registros, salvo que firme tu servidor de correo.',
  'emails.all_need_approval': () => 'Todos tus correos necesitan una aprobación.',
  'emails.approval_needed': ({ total, why }, { say }) =>
    `Este correo iría a ${recipients(total)}. ${say(why)} Pide a otro propietario o editor que lo apruebe.`,
  'emails.counts_remain': ({ date }) =>
    `Ya no se guarda quién recibió este correo: se eliminó el ${date}, como dicen los ajustes del boletín. Su informe conserva los totales.`,
  'emails.date_in_future': () => 'Este correo tiene una fecha en el futuro. Prográmalo o quita la fecha.',
  'emails.date_past': () => 'Esa hora ya ha pasado. Elige una posterior o envía el correo ahora.',
  'emails.drafts_only': () =>
    'Solo puedes escribir borradores. Pide a un propietario o editor del boletín que lo envíe.',
  'emails.no_request': () => 'Nadie ha pedido la aprobación de este correo, o alguien ya ha respondido.',
  'emails.no_snippet': ({ word, example }) =>
    `No hay ningún fragmento «${word}». Créalo en los ajustes o quita ${example}.`,
  'emails.own_request': () => 'Esta petición es tuya. Retírala en su lugar.',
  'emails.threshold': ({ count }) => `Más de ${recipients(count)} exige una aprobación.`,
  'emails.too_many_recipients': ({ total, most }) =>
    `El correo iría a ${recipients(total)}, pero puedes enviar como mucho a ${number(most)} de una vez. Reduce los destinatarios.`,
  'emails.was_sending': () =>
    'Se estaba enviando cuando se exportó su boletín. Asegúrate antes de que allí se paró; después envíalo desde aquí a quienes no lo han recibido.',
  'findings.paywall_open': () =>
    'Este correo no es solo para suscriptores de pago, así que sus lectores ven también lo que está debajo del muro de pago. Elige «Suscriptores de pago» en sus ajustes o quita el muro de pago.',
  'holds.sent_after_backup': () =>
    'Puede que se enviara después de la copia de seguridad con la que se restauró esta base de datos. Envíalo si debe salir.',
  'liquid.no_filter': ({ name }) => `no hay ningún filtro «${name}»`,
  'liquid.no_tag': ({ name }) => `no hay ninguna orden «${name}»`,
  'liquid.append_arguments': () => 'append necesita un valor, como en {{ name | append: "!" }}',
  'liquid.prepend_arguments': () => 'prepend necesita un valor, como en {{ name | prepend: "Hola, " }}',
  'liquid.else_twice': () => 'hay dos else en un bloque',
  'liquid.elsif_after_else': () => 'elsif está después de else',
  'liquid.memory': () => 'la plantilla crea listas o textos demasiado largos',
  'moving.not_empty': ({ username, found }) =>
    `El boletín ${username} tiene ${found}. Un boletín entero solo se puede importar en uno vacío. Crea uno antes.`,
  'moving.username_differs': ({ username, wanted }) =>
    `Su nombre de usuario es ${username}, porque otro boletín de aquí se llama ${wanted}. Puedes cambiarlo en los ajustes. Las direcciones de sus páginas empiezan con él.`,
  'newsletters.contrast_moved': ({ used }) =>
    `Los lectores ven ${used} en su lugar. Elige un color que se diferencie más o déjalo así.`,
  'people.app_missing': () =>
    'No hay ninguna aplicación de autenticación configurada, así que no hay códigos de recuperación. Configura una antes.',
  'people.app_not_begun': () =>
    'No se está configurando ninguna aplicación de autenticación. Empieza otra vez.',
  'people.credential_first': () =>
    'Otras personas pueden llegar a este servicio, así que pon antes una contraseña o añade una llave de acceso.',
  'people.works_here': ({ address }) =>
    `Alguien con la dirección ${address} ya trabaja en este boletín. Cambia su rol en su lugar.`,
  'people.works_here_unproved': ({ address }) =>
    `Alguien con la dirección ${address} ya trabaja en este boletín. Nadie ha demostrado aún que la dirección sea suya, así que asegúrate de quién es y cambia después el rol.`,
  'sequences.approval_needed': () =>
    'Tus envíos necesitan una aprobación. Pide a un propietario o editor del boletín que apruebe esta secuencia como está ahora e inténtalo otra vez.',
  'sequences.inactive': () => 'La secuencia está desactivada. Actívala antes.',
  'sequences.moves_people': () => 'Esto mueve a personas que están dentro. Mira antes quién pasa adónde.',
  'sequences.other_edit': () =>
    'La secuencia ha cambiado desde que miraste quién pasa adónde. Vuelve a mirarlo.',
  'sequences.no_attempt': () => 'Este suscriptor no tiene ese paso de una secuencia.',
  'audience.no_segment_in_filter': ({ word }) =>
    `No hay ningún segmento «${word}». Créalo o quita la condición.`,
  'audience.suppressed': ({ email_address, type }) =>
    `El estado de ${email_address} es ${type}, y añadir la dirección otra vez no lo cambia. Abre la persona si tienes un consentimiento nuevo.`,
  'audience.already_subscriber': ({ email_address }) => `${email_address} ya es suscriptor.`,
  'delivery.not_mailed': ({ status }) => `El estado de este correo es ${status}, y no se ha enviado.`,
  'delivery.preview_tags': () =>
    'Solo puedes enviar a personas con ciertas etiquetas. Elige personas que tengan una de ellas.',
  'emails.approval_impossible': () =>
    'Tus correos necesitan una aprobación, que no es posible para este. Pide a un propietario o editor del boletín que lo envíe.',
  'emails.tags_lacking': ({ tags, count }) =>
    `Solo puedes enviar a personas con ciertas etiquetas (${tags}), y ${count} de estas personas no tienen ninguna. Elige otras personas.`,
  'emails.tags_needed': ({ tags }) =>
    `Solo puedes enviar a personas con ciertas etiquetas (${tags}). Elige destinatarios que tengan una de ellas.`,
  'emails.too_many_today': ({ count, left }) =>
    `El correo iría a ${recipients(count)}, pero en estas 24 horas solo puedes enviar a ${number(left)} más. Reduce los destinatarios o espera.`,
  'files.no_attachment': () => 'Uno de los adjuntos ya no está. Quítalo o súbelo otra vez.',
  'holds.not_waiting': () => 'Uno de los correos ya no espera a enviarse. Vuelve a mirarlo y decide después.',
  'people.approval_needed': ({ why }, { say }) =>
    `Tus cambios necesitan una aprobación antes de que los vean los lectores, y ${say(why)}. ${ask}`,
  'people.bounded_key': ({ why }, { say }) => `Solo puedes cambiar lo que envías tú, y ${say(why)}. ${ask}`,
  'people.drafts_only_key': ({ why }, { say }) => `Solo puedes escribir borradores, y ${say(why)}. ${ask}`,
  'webhooks.on_hold': () =>
    'La instalación tiene los envíos detenidos, así que no se envía nada a los webhooks.',
} satisfies { [Code in keyof typeof english]: Sentences[Code] };
