import type { lines as english } from '../../../../../src/platform/sentences/lines.ts';
import type { Translated } from '../../translated.ts';

export const lines: Translated<typeof english> = {
  address_empty: '«{column}» está vacía. Escribe una dirección de correo.',
  issue_cut_off: 'Es demasiado largo, y se cortó su final.',
  more_pictures: 'Tampoco se pudieron copiar {count:imagen más|imágenes más}.',
  html_too_complicated: 'Su HTML es demasiado complicado para leerlo. Créalo aquí a mano.',
  erased_here:
    'Los datos de esta persona se borraron aquí, y la importación no la trae de vuelta. Puede volver a suscribirse ella misma.',
  there_already: 'La persona ya es suscriptora, y esta importación no cambia suscriptores (existing=skip).',
  signed_up_after: 'La persona se suscribió aquí después de irse de allí, y se queda.',
  unsubscribed_here:
    'La persona se dio de baja aquí. Elige recuperarla (revive=unsubscribed) si el archivo tiene un consentimiento más reciente.',
  bounced_here:
    'El correo a esta dirección rebotó aquí. Elige recuperarla (revive=undeliverable) si el archivo tiene un consentimiento más reciente.',
  complained_here: 'La persona marcó aquí un correo como spam. Solo ella puede volver a suscribirse.',
  blocked_here: 'La persona está bloqueada aquí.',
  removed_here: 'Aquí se quitó a la persona de la lista.',
  no_address: 'email_address: está vacío.',
  bad_address: 'email_address: {text} no es una dirección de correo. Corrígela o quita la línea.',
  too_many_tags:
    'tags: el archivo tiene más de 10000 etiquetas distintas. Elige otra columna para las etiquetas.',
  too_many_tags_each: 'tags: usa {most:number} como mucho para una persona.',
  metadata_too_long: 'metadata: tiene más de {most:number} caracteres. Omite columnas.',
  metadata_unreadable: 'metadata: contiene un carácter no válido (NUL, o la mitad de un par sustituto).',
  field_too_long: '{field}: usa {most:number} caracteres como mucho.',
  field_nul: '{field}: contiene un carácter NUL. Quítalo.',
  html_nul: 'html: contiene un carácter NUL. Quítalo.',
  imported_earlier: 'El número se importó antes.',
  tag_stays: 'La etiqueta «{name}», que creó la importación, está en uso y se queda. Elimínala tú.',
  issue_changed: 'El número «{subject}» cambió desde entonces.',
  quote_continues:
    'Una celda entre comillas sigue después de cerrarlas. Escribe las comillas dentro de las celdas dos veces, como en "la ""mejor"" de todas".',
  quote_open:
    'Unas comillas abren una celda y nunca se cierran. Ciérralas, o escríbelas dos veces si son del texto.',
  line_too_long: 'La línea tiene más de {most:number} caracteres. Acórtala.',
  line_nul: 'La línea contiene un carácter NUL, así que está dañada o no es texto. Quita ese carácter.',
  too_many_cells:
    'La línea tiene {count} celdas, y se leen {most} como mucho. Quita columnas que no necesites.',
  json_nul: 'La línea contiene un carácter NUL. Quita ese carácter.',
  cells_differ:
    'La línea tiene {count} celdas, y la primera del archivo tiene {width}. Pon entre comillas las celdas que contienen el separador.',
  beehiiv_status: 'El estado «{status}» de beehiiv no se conoce. Corrígelo en el archivo.',
  markdown_missing: 'falta emails/{name}.md, así que no hay texto.',
  ghost_deleted: 'Ghost ha eliminado a este miembro.',
  ghost_no_html:
    'El artículo «{title}» no tiene HTML en el archivo. Publícalo en Ghost y exporta otra vez, o créalo aquí a mano.',
  kit_status: 'El estado «{status}» de Kit no se conoce. Corrígelo en el archivo.',
  listmonk_status: 'El estado «{status}» de listmonk no se conoce. Usa enabled, disabled o blocklisted.',
  mailchimp_customer:
    'Mailchimp tiene a esta persona como no suscrita: compró algo y nunca pidió el boletín.',
  mailerlite_status: 'El estado «{status}» de MailerLite no se conoce. Corrígelo en el archivo.',
  post_too_large: 'El artículo supera {limit}. Acórtalo o créalo aquí a mano.',
  post_missing: 'Falta {name} en la carpeta posts, así que no hay texto. Crea el artículo aquí a mano.',
  website_account: 'Estas son cuentas de un sitio web. Impórtalas solo si pidieron tu boletín.',
  post_large: 'El artículo «{title}» es demasiado grande. Acórtalo.',
  post_private:
    'El artículo «{title}» es privado, y aquí sería público. Publícalo allí o créalo aquí a mano.',
  post_protected:
    'El artículo «{title}» está protegido con contraseña, y aquí sería público. Publícalo allí o créalo aquí a mano.',
  same_person: 'La misma persona que en la línea {line}. Las líneas cuentan como una.',
  same_person_of: 'La misma persona que en la línea {line} de «{file}». Las líneas cuentan como una.',
  same_person_state:
    'La misma persona que en la línea {line}. Las líneas se contradicen, y vale el estado más estricto: {state}.',
  same_person_of_state:
    'La misma persona que en la línea {line} de «{file}». Las líneas se contradicen, y vale el estado más estricto: {state}.',
  same_person_earlier: 'La misma persona que en una línea anterior. Las líneas cuentan como una.',
  same_person_earlier_state:
    'La misma persona que en una línea anterior. Las líneas se contradicen, y vale el estado más estricto: {state}.',
  stricter_here:
    'El estado de la persona es {present} aquí y {new} en el archivo. Vale el más estricto: {state}.',
  no_object: 'La línea no es un objeto JSON. Escribe un objeto en cada línea, como {example}.',
  unknown_status:
    '«{column}»: «{text}» no es un estado conocido. Usa active, unconfirmed, unsubscribed, bounced, complained, suppressed, paid, gifted o trial, u omite esta columna.',
  cell_no_object: '«{column}»: «{text}» no es un objeto JSON. Omite esta columna o impórtala como texto.',
  read_since: 'La persona ha abierto un correo o ha hecho clic desde entonces.',
  changed_since: 'La persona se cambió desde entonces, o ha cambiado algo.',
};
