import type { audience as english } from '../../../../../src/platform/sentences/audience.ts';
import type { Translated } from '../../translated.ts';

export const audience: Translated<typeof english> = {
  search_slow:
    'filters: la búsqueda tarda más de {seconds} segundos. Redúcela con una etiqueta, busca un texto más largo, mira menos correos hacia atrás o usa menos condiciones sobre aperturas, clics y tasas.',
  order_slow:
    'ordering: ordenar por open_rate o click_rate lee todas las entregas del boletín, y eso tarda más de {seconds} segundos. Ordena por last_open_date o last_click_date.',
  deliveries_dropped:
    'filters: las entregas del correo «{email}» ya no se guardan (delivery_months del boletín), así que no se sabe quién lo recibió, lo abrió o hizo clic. Quita esta condición.',
  too_many_conditions:
    'filters: con las condiciones de los segmentos que usan hay {all} condiciones, y el máximo es {most}. Usa menos segmentos o más pequeños.',
  no_email_in_filter: 'filters: ningún correo tiene el id «{id}». Usa el id de un correo de este boletín.',
  no_tag_in_filter:
    'filters: ninguna etiqueta tiene el id o nombre «{word}». Créala antes o quita la condición.',
  no_segment_in_filter:
    'filters: ningún segmento tiene el id o nombre «{word}». Créalo en /v1/segments o quita la condición.',
  tags_and_filters:
    '{field}: los filtros ya deciden quién lo recibe, y solo con etiquetas podría ir a más personas. Envía filtros en su lugar.',
  filters_contradict:
    'filters: contradicen {field}. Envía solo uno de los dos, o las mismas etiquetas en ambos.',
  grant_ends_first:
    'end_date: debe ser posterior al principio. Usa una fecha posterior, o null para un acceso sin fin.',
  form_slug_taken: 'slug: otro formulario tiene el slug {slug}. Elige otro.',
  too_many_notes: 'Hay {most} notas sobre este suscriptor. Elimina antes algunas.',
  too_many_grants:
    'Este suscriptor tiene {most} accesos. Da uno con un final posterior en lugar de muchos cortos.',
  grant_reference_taken:
    'reference: el acceso con este origen y esta referencia pertenece a otro suscriptor. Usa otra referencia o revoca ese acceso.',
  button_hidden:
    'body: el texto oculta el botón que tiene debajo. Cierra cada bloque de código, comentario y elemento HTML que abre.',
  not_unactivated:
    'Este suscriptor no está sin confirmar. Solo se puede recordar que confirmen a los que no han confirmado.',
  reminder_too_soon:
    'Este suscriptor recibió un recordatorio en las últimas 24 horas. Solo se permite uno al día; inténtalo otra vez mañana.',
  may_not_sign_in: 'Este suscriptor no recibe correos y no paga nada, así que no puede iniciar sesión.',
  too_many_answers: 'Esta respuesta ha cambiado demasiadas veces. Inténtalo otra vez dentro de una hora.',
  comment_on_what: 'email_id: envía el id del correo, o en parent_id el del comentario al que responde este.',
  comment_on_another:
    'parent_id: este comentario es de otro correo. Omite email_id o nombra un comentario de ese correo.',
  too_many_replies:
    'Han llegado demasiados correos de esta dirección, o de desconocidos, en una hora. Inténtalo más tarde.',
  no_bounces:
    'bounce_domain: esta instalación no recibe correo. Configura antes BOUNCE_DOMAIN o déjalo vacío.',
  no_inbox: 'replies: esta instalación no recibe correo. Configura antes BOUNCE_DOMAIN o elige mailbox.',
  automatic_reply:
    'Esto lo escribió un programa, que contestaría con otro correo automático. Si lo escribió una persona, pon antes is_automatic en false.',
  reply_from_nobody: 'Este correo no tiene una dirección a la que pueda ir una contestación.',
  comments_off: 'Nadie puede comentar este correo. Pon antes su commenting_mode en enabled.',
  survey_closed: 'Esta encuesta está cerrada, así que no admite más respuestas. Ábrela antes.',
  no_such_answer:
    'answer: indica el lugar de una respuesta en la lista de la encuesta, que tiene {most:respuesta|respuestas}; la primera es 0. Una encuesta de texto necesita texto.',
  too_many_letters: 'Demasiadas peticiones de correo desde tu red. Inténtalo otra vez dentro de una hora.',
  segment_in_use:
    '{emails:correo sin enviar|correos sin enviar} y {automations:automatización|automatizaciones} usan este segmento y no se pueden enviar sin él. Cámbialos o elimínalos antes.',
  segment_taken:
    'name: ya existe un segmento llamado {name} (sin distinguir mayúsculas y minúsculas). Elige otro nombre o cambia ese segmento.',
  no_such_newsletter: 'No hay ningún boletín con este nombre.',
  already_subscriber:
    'email_address: {email_address} ya es suscriptor. Cambia ese suscriptor, o envía X-Buttondown-Collision-Behavior: add o overwrite.',
  suppressed:
    'email_address: el estado de {email_address} es {type}, y crearlo otra vez no lo cambia. Usa PATCH con el suscriptor si tienes un consentimiento nuevo.',
  joined_in_future:
    'creation_date: no debe estar en el futuro. Usa la hora en que se suscribió u omite el campo.',
  address_of_other:
    'email_address: {email_address} pertenece a otro suscriptor. Usa otra dirección o elimina antes ese suscriptor.',
  type_of_service: 'type: solo el servicio puede poner el tipo {type}; usa uno de {types}.',
  complainer_returns:
    'type: esta persona marcó un correo como spam, así que solo ella puede volver a suscribirse.',
  tag_taken:
    'name: ya existe una etiqueta llamada {name} (sin distinguir mayúsculas y minúsculas). Elige otro nombre o cambia esa etiqueta.',
  no_tag: '{field}: no hay ninguna etiqueta con el id o nombre «{word}». Créala antes o quítala de la lista.',
  no_tag_name: 'tags: «{word}» no es una etiqueta y no puede ser el nombre de una: {reason:sentence}.',
  filters_json: 'filters: usa JSON, como en el cuerpo de POST /v1/subscribers/search.',
  left_self: 'Esta persona se dio de baja. Solo ella puede volver a suscribirse.',
  complained_self: 'Esta persona marcó un correo como spam. Solo ella puede volver a suscribirse.',
  removed_elsewhere:
    'Un servicio anterior quitó a esta persona de la lista. Solo ella puede volver a suscribirse.',
  tag_in_use:
    '{emails:correo sin enviar|correos sin enviar}, {automations:automatización|automatizaciones} y {segments:segmento|segmentos} usan esta etiqueta, y sin ella llegarían a otras personas. Cámbialos o elimínalos antes.',
  nobody_named: 'subscribers: nadie tiene el id o la dirección «{word}». Quítalo o crea antes el suscriptor.',
  type_became: 'Su tipo pasó a {standing}.',
};
