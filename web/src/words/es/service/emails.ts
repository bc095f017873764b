import type { emails as english } from '../../../../../src/platform/sentences/emails.ts';
import type { Translated } from '../../translated.ts';

export const emails: Translated<typeof english> = {
  never_sent: 'status: un correo en {status} no se envía nunca, así que no necesita aprobación.',
  changed_since:
    'modification_date: el correo se cambió el {date:time}. Compruébalo otra vez y apruébalo después.',
  cannot_approve:
    'Tus propios envíos necesitan una aprobación, así que no puedes aprobar otros. Pídelo a un propietario o editor del boletín.',
  not_your_request:
    'Solo puedes retirar tus propias peticiones. Pídelo a un propietario o editor del boletín.',
  no_request:
    'approval: nadie ha pedido la aprobación de este correo, o ya se respondió. GET /v1/emails/{id} muestra su estado.',
  own_request: 'Esta petición es tuya. Retírala (DELETE /v1/emails/{id}/approval).',
  cannot_decline:
    'Tus propios envíos necesitan una aprobación, así que no puedes rechazar otros. Pídelo a un propietario o editor del boletín.',
  number_taken: 'secondary_id: otro correo de este boletín tiene este número. Usa otro.',
  audience_misnamed:
    '{field}: los correos no tienen ese campo, y sin destinatarios un correo va a todos. Usa included_tags o filters; para enviar a una persona, usa {address}.',
  slug_taken: 'slug: {slug} ya está en uso. Elige otro slug u omítelo.',
  ab_test_in_waves:
    'ab_test: un correo con reader_time no puede tener una prueba, porque la gente lo lee a horas distintas. Pon uno de los dos en null.',
  ab_test_untracked:
    'ab_test: el boletín no cuenta clics, así que una prueba no decide nada. Activa track_clicks del boletín o pon ab_test en null.',
  ab_test_opens_untracked:
    'ab_test: el boletín no cuenta aperturas, así que una prueba que las mide no decide nada. Activa track_opens del boletín o pon measure en clicks.',
  variant_invalid: 'ab_test.variants: no se puede usar la variante {number}: {why:sentence}',
  second_try_made:
    'Este correo ya ha tenido su segundo intento. Cambia ese (second_try_of) o elimínalo antes.',
  not_first_status: 'status: un correo no se puede crear como {status}; usa uno de {statuses}.',
  date_in_future:
    'status: about_to_send significa ahora, pero publish_date está en el futuro. Usa scheduled u omite publish_date.',
  duplicate:
    'Ya se ha enviado o se enviará un correo con el mismo asunto, texto, etiquetas y tipo. Cambia este o déjalo como borrador.',
  date_missing: 'publish_date: un correo programado necesita una fecha. Envía una en el futuro.',
  date_past:
    'publish_date: {date} está en el pasado. Envía una fecha en el futuro, o status about_to_send para enviar ahora.',
  approval_impossible:
    'Tus envíos necesitan una aprobación (bounds.needs_approval), que no es posible para este. Pide a un propietario o editor del boletín que lo envíe.',
  drafts_only:
    'Esta clave solo puede escribir borradores (bounds.drafts_only). Envía el correo con otra clave.',
  tags_needed:
    'included_tags: esta clave solo puede enviar a personas con ciertas etiquetas (bounds.tags: {tags}). Incluye una de ellas, o usa filtros que exijan una.',
  tags_lacking:
    'Esta clave solo puede enviar a personas con ciertas etiquetas (bounds.tags: {tags}), y {count} de estas personas no tienen ninguna. Elige otras personas.',
  too_many_recipients:
    'El correo iría a {total:destinatario|destinatarios}, pero la clave puede enviar como mucho a {most:number} de una vez (bounds.most_recipients). Reduce los destinatarios o usa otra clave.',
  too_many_today:
    'El correo iría a {count:destinatario|destinatarios}, pero la clave, junto con las claves de las que viene o que ha creado, solo puede enviar a {left:number} más en estas 24 horas (bounds.most_recipients_a_day). Reduce los destinatarios, espera o usa otra clave.',
  no_related:
    'related_email_ids: este boletín no tiene ningún correo con el id {id}. Quítalo o crea antes ese correo.',
  template_name_taken: 'name: ya hay una plantilla «{name}». Elige otro nombre.',
  identifier_taken: 'identifier: {identifier} ya está en uso. Elige otro.',
  snippets_too_long:
    'body: con sus fragmentos, el texto tiene más de {most:number} caracteres. Usa menos fragmentos.',
  snippet_unreadable:
    'body: no se puede leer {text}. Escribe los fragmentos como {example}, sin filtros y no dentro de otro fragmento.',
  subject_renders_empty:
    'subject: el asunto resultante está vacío. Escribe algo que vean todos los lectores.',
  field_closed:
    '{field}: este campo ya no puede cambiar, porque el estado del correo es {status}. Omítelo; estos sí pueden: {open}.',
  not_in_approved: 'Algunas personas no están entre los destinatarios aprobados.',
  voided: 'Su contenido o sus destinatarios han cambiado desde que se aprobó, o se retiró la aprobación.',
  all_need_approval: 'Todos tus envíos necesitan una aprobación.',
  approval_needed:
    'Este correo iría a {total:destinatario|destinatarios}. {why:sentence} Pide a otra persona que lo apruebe, o a un programa con otra clave (POST /v1/emails/{id}/approval), y repite la petición.',
  was_sending:
    'Se estaba enviando cuando se exportó su boletín. Pon status en about_to_send para enviarlo desde aquí a quienes aún lo esperan; asegúrate antes de que se paró en su origen.',
  paused_by: 'Puesto en pausa por {by}. {reason:sentence}',
  no_snippet: 'no hay ningún fragmento «{word}». Créalo en /v1/snippets o quita {example}.',
  answers_invalid: 'answers: {why:sentence}',
  no_survey: 'no hay ninguna encuesta «{word}». Créala en /v1/surveys o quita {example}.',
  survey_answered:
    'answers: {count:lector ha|lectores han} respondido ya a esta encuesta, así que sus respuestas, su tipo y su frecuencia se quedan. Crea otra.',
  changed_elsewhere:
    'If-Match: el correo, o algo con lo que se hace, ha cambiado desde que lo leíste. Compara `current` con tu petición y repítela con el ETag nuevo.',
  most_approved: 'Se aprueban como mucho {count:destinatario|destinatarios}.',
  changed_since_approval: 'Su contenido o sus destinatarios han cambiado desde que se aprobó.',
  parts_changed: 'Su contenido o sus destinatarios han cambiado desde que se aprobó ({parts}).',
  parts_changed_more:
    'Su contenido o sus destinatarios han cambiado desde que se aprobó ({parts} y {more:number} más).',
  threshold: 'Más de {count:destinatario exige|destinatarios exigen} una aprobación (approval_threshold).',
  you_changed_email:
    'Tú pediste el envío o cambiaste el correo por última vez, o lo hizo la clave que creó la tuya, así que no puedes aprobarlo. Tiene que aprobarlo otra persona, o un programa con otra clave.',
  you_changed_part:
    'Tú cambiaste {part} por última vez, y nadie ha pedido desde entonces la aprobación del correo, así que no puedes aprobarlo. Tiene que aprobarlo otra persona, o un programa con otra clave. O pide a su autor que solicite la aprobación otra vez.',
  counts_remain:
    'Las entregas de este correo ya no se guardan: se eliminaron el {date}, como dice delivery_months del boletín. Sus totales están en GET /v1/emails/{id}/analytics.',
  nobody_added:
    'Las entregas de este correo ya no se guardan: se eliminaron el {date}, como dice delivery_months del boletín. No se pueden añadir destinatarios, porque ya no se sabe quién lo recibió. Crea otro correo con el mismo contenido.',
  newsletter_sending:
    'El estado de un correo de este boletín es {status}. Espera a que se envíe y elimina después el boletín.',
  newsletter_sends:
    'El estado de un correo de este boletín es {status}. Elimínalo o conviértelo en borrador, y elimina después el boletín.',
  cannot_become: 'status: un correo en {status} no puede pasar a {to}. Puede pasar a {possible}.',
  cannot_become_mailed:
    'status: un correo en {status} no puede pasar a {to}, porque ya se ha enviado a algunos destinatarios. Puede pasar a {possible}.',
  never_again: 'status: un correo en {status} no puede pasar a {to}. Crea otro correo con su texto.',
  never_again_mailed:
    'status: un correo en {status} no puede pasar a {to}, porque ya se ha enviado a algunos destinatarios. Crea otro correo con su texto.',
  in_sequences:
    'status: {sequences:secuencia envía|secuencias envían} este correo y se saltarían ese paso. Sácalo antes de ellas, o elimínalas.',
  one_uncertain:
    '1 copia es incierta: la entrega se interrumpió, y el servidor de correo puede tenerla o no. Acéptalo o envíala otra vez.',
  some_uncertain:
    '{count:number} copias son inciertas: la entrega se interrumpió, y el servidor de correo puede tenerlas o no. Acéptalo o envíalas otra vez.',
  sender_refused:
    '{count:copia se rechazó|copias se rechazaron} por el remitente, no por el destinatario: {reason}',
  server_trouble:
    'El servidor de correo no acepta correos de momento. Postrider lo intenta hasta que los acepte. {trouble:sentence}',
  send_needs_approval: 'El envío necesita una aprobación.',
  preview_fewer: 'Envía la prueba a menos personas.',
};
