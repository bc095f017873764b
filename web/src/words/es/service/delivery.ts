import type { delivery as english } from '../../../../../src/platform/sentences/delivery.ts';
import type { Translated } from '../../translated.ts';

export const delivery: Translated<typeof english> = {
  too_many_relays:
    'una instalación tiene como mucho {most:number} servidores de envío; quita uno que no necesites',
  relay_of_settings: '{name} viene de SMTP_URL, y se cambia allí',
  relay_password_sealed:
    'No se puede leer la contraseña del servidor de envío, porque falta la clave que la cifra. Escribe la contraseña otra vez o recupera la clave.',
  topic_not_waiting: 'Amazon no pide que se confirme este tema. Crea allí la suscripción otra vez.',
  topic_refused:
    'Amazon no aceptó la confirmación. Acepta una durante tres días: haz que la pida otra vez, creando allí la suscripción de nuevo.',
  relay_signature_wrong:
    'La firma falta o no corresponde a los ajustes de este servidor de envío para {source}. Compáralos con los del servicio (docs/bounces.md).',
  google_key:
    'key: pega el archivo entero de una cuenta de servicio, como lo ofrece Google para descargar (JSON con client_email y private_key)',
  google_key_refused:
    'Google ya no acepta la clave de la cuenta de servicio (respondió {status}). Crea allí otra clave y conecta otra vez.',
  google_api_off:
    'El proyecto de la cuenta de servicio no puede usar la API de Gmail Postmaster Tools. Activa la API en la consola de Google Cloud.',
  google_no_access:
    'La cuenta de servicio no puede ver este dominio. Añade el dominio en postmaster.google.com y da acceso a la dirección de la cuenta de servicio.',
  google_answered: 'Google respondió {status}. Se le preguntará más tarde.',
  google_unreachable: 'No se pudo llegar a Google: {reason:sentence} Se le preguntará más tarde.',
  google_unreadable: 'No se pudo leer la respuesta de Google. Se le preguntará más tarde.',
  gmail_week:
    'Gmail informa de que en el peor día de la última semana se marcó allí como spam el {percent} % de tus correos.',
  gmail_demands: 'De lo que Gmail exige a los remitentes, esto no se cumple: {names}.',
  message_too_large: 'El mensaje supera {limit}.',
  signature_wrong:
    'La firma falta o no corresponde a los ajustes {source} de esta instalación. Compáralos con los del servicio (docs/bounces.md).',
  key_without_address:
    'send_mail: una clave no tiene dirección. Inicia sesión en el panel para recibir el correo u omite este campo.',
  profile_without_address: 'send_mail: tu perfil no tiene dirección. Escribe una allí u omite este campo.',
  too_many_tests: 'Como mucho {most} pruebas por hora. Inténtalo más tarde.',
  email_or_fields: 'email_id: envía el id de un correo o los campos de uno, no ambos.',
  not_unsent:
    'email_id: el estado del correo es {status}, y solo se pueden explicar los destinatarios de uno sin enviar. Para preguntar por una persona, usa GET /v1/emails/{id}/explain?subscriber=',
  not_mailed:
    'El estado de este correo es {status}, y no se ha enviado. POST /v1/emails/preview muestra cómo se vería.',
  no_copy:
    'A este suscriptor no se le ha enviado una copia de este correo. GET /v1/emails/{id}/deliveries dice a quién.',
  not_in_flight:
    'El estado del correo es {status}; solo uno que se está enviando se puede poner en pausa y reanudar.',
  no_preview:
    'status: solo tienen vista previa los borradores y los correos programados, y el estado de este es {status}. Para verla, crea un borrador con su texto.',
  preview_tags:
    'recipients: esta clave solo envía a personas con ciertas etiquetas (bounds.tags). Nombra suscriptores que tengan una de ellas.',
  preview_stranger:
    'recipients: tus envíos necesitan una aprobación, así que solo puedes enviar pruebas a personas que trabajan en este boletín, y {address} no lo hace.',
  preview_no_subscriber:
    'subscribers: no hay ningún suscriptor con el id «{id}», así que no se envió nada. GET /v1/subscribers da la lista.',
  preview_no_address: 'recipients: «{text}» no es una dirección de correo. No se envió nada.',
  no_reader:
    'subscriber: no hay ningún suscriptor con el id o la dirección «{id}». GET /v1/subscribers da la lista.',
  no_resend:
    'El estado del correo es {status}; solo se puede volver a enviar uno que se está enviando o se envió.',
  no_ab_test: 'El correo no tiene ninguna prueba empezada. Pon ab_test antes de enviarlo.',
  no_such_variant: 'variant: usa un número del 1 al {count}, o "split"',
  ab_test_decided: 'La prueba ya está decidida.',
  second_try_unsent: 'El estado del correo es {status}; solo uno enviado puede tener un segundo intento.',
  second_try_late:
    'Este correo tiene más de {days:día|días}, y las aperturas y los clics no se guardan más tiempo (HIT_DAYS), así que nadie sabe quién se lo perdió.',
  second_try_again: 'Este correo ya es un segundo intento. Nadie recibe un tercero.',
  no_open_measured:
    'to: no se midió ninguna apertura de este correo, así que nadie sabe quién se lo perdió. Usa unclicked, o cuenta las aperturas (track_opens del boletín).',
  no_click_measured:
    'to: no se midió ningún clic de este correo, así que nadie sabe quién siguió un enlace. Usa unopened, o cuenta los clics (track_clicks del boletín).',
  has_copy: 'Este suscriptor ya tiene el correo o lo recibirá.',
  gets_no_mail:
    'El estado de este suscriptor es {type}, y no recibe correos. Cambia antes el estado, si ha aceptado.',
  not_sendable:
    'email_id: el estado del correo es {status}; solo un borrador, o uno que se envió o se está enviando, se puede enviar a personas elegidas.',
  too_many_dkim_keys:
    'Este boletín ya tiene {count} claves DKIM. Elimina una retirada cuyos correos ya hayan llegado todos.',
  under_way_at_export:
    'La entrega estaba en curso cuando se exportó el boletín; el servidor puede tener el mensaje.',
  sent_after_backup:
    'Puede que se enviara después de la copia de seguridad con la que se restauró esta base de datos.',
  many_refused:
    '{refused:number} de los últimos {messages:mensaje|mensajes} se rechazaron por política (BREAKER_POLICY_PERCENT).',
  many_complained:
    '{complaints:number} de {delivered:destinatario|destinatarios} se han quejado (BREAKER_COMPLAINTS_PERCENT).',
  left_audience: 'Dejó de ser destinatario antes de su turno.',
  not_made: 'No se pudo crear el mensaje: {reason}',
  paused_before: 'El correo se puso en pausa antes de su turno.',
  entitlement_ended: 'Lo que le daba derecho a este correo terminó antes de su turno.',
  proved:
    'La huella guardada demuestra que esta es la copia que se entregó, byte a byte, salvo su Date y su firma.',
  parts_not_kept:
    'Creado otra vez, sin demostrar: el correo se envió antes de que se guardaran las partes de las copias. Esta copia se hace con el correo, el boletín y el suscriptor actuales, sin seguimiento.',
  no_hash:
    'Creado otra vez, sin demostrar: no se guardó ninguna huella de la copia original, porque la entrega se interrumpió o fue anterior a que se guardaran huellas.',
  attachments_gone:
    'Creado otra vez, sin demostrar: difiere de la copia que se entregó, porque desde entonces se han eliminado adjuntos: {names}.',
  something_gone:
    'Creado otra vez, sin demostrar: difiere de la copia que se entregó, porque ya no existe algo con lo que se hizo, como el secreto que firmaba sus enlaces.',
  due_while_down:
    'El correo debía salir el {date:time}, pero el servicio no estaba en marcha, y de eso hace más de {hours:hora|horas} (late_schedule_hours). Pon status en about_to_send si aún debe enviarse.',
  interrupted:
    'El envío estuvo interrumpido más de {hours:hora|horas} (late_schedule_hours). Pon status en about_to_send si los demás destinatarios aún deben recibirlo.',
  too_large_for_server:
    'El correo es demasiado grande para el servidor de correo. {reply} Hazlo más pequeño, por ejemplo con enlaces en lugar de adjuntos, o sube el límite del servidor de correo; después pon status en about_to_send.',
  failed_for:
    'El envío falló durante {minutes:minuto|minutos}: {trouble:sentence} Comprueba el servidor de correo y los ajustes del servidor de envío, y pon status en about_to_send.',
  cut_off: 'La entrega se cortó; el servidor puede tener el mensaje.',
  proved_later: 'La entrega se interrumpió; un informe posterior demuestra que llegó.',
};
