import type { requests as english } from '../../../../../src/platform/sentences/requests.ts';
import type { Translated } from '../../translated.ts';

export const requests: Translated<typeof english> = {
  key_in_progress: 'Una petición con esta Idempotency-Key sigue en curso. Inténtalo cuando termine.',
  key_reused: 'Esta Idempotency-Key se usó para otra petición. Usa una clave nueva para cada petición nueva.',
  key_too_long: 'Idempotency-Key: envía esta cabecera una vez, con 200 caracteres como mucho.',
  no_page: 'Esta página no existe.',
  page_with_emails: 'page_size: usa {most} como mucho con expand=email.',
  not_found: 'Este boletín no tiene ningún {what} con este identificador.',
  not_utf8: 'El cuerpo no es UTF-8 válido (RFC 8259 §8.1). Codifícalo como UTF-8.',
  nested_too_deeply: 'El cuerpo está anidado más de {most} niveles. Usa menos niveles.',
  not_json: 'El cuerpo no es JSON válido: {reason}. {remedy:sentence}',
  json_cut_off: 'Termina demasiado pronto: envíalo entero, con su Content-Length.',
  json_line_break: 'Dentro de un texto, escribe un salto de línea como \\n y una tabulación como \\t.',
  json_backslash: 'Dentro de un texto, escribe una barra invertida como \\\\.',
  json_last_comma: 'Quita la coma después de la última entrada.',
  json_quotes: 'Escribe los nombres y los textos entre comillas dobles rectas (").',
  json_not_form: 'Parece un formulario: escribe los campos como en un objeto de JavaScript.',
  json_library: 'Deja que lo escriba una biblioteca de JSON.',
  body_encoded_twice:
    'El cuerpo es un texto que contiene JSON: se codificó dos veces. Envía el objeto mismo.',
  get_with_body: 'Un GET no lleva cuerpo: pon los filtros en la dirección, como {example}.',
  not_an_id:
    'Este boletín no tiene ningún {what} con el identificador {given}: los ids tienen el aspecto de {example}. Tómalo del campo id de una lista.',
  not_found_with_key:
    'Este boletín no tiene ningún {what} con este identificador. Tu clave de API pertenece al boletín {username}; usa la clave del que lo tiene.',
  header_values: '{header}: usa {values}.',
  if_match_wrong:
    'If-Match: envía el ETag del objeto entre sus comillas dobles, varios separados por comas, o *.',
  internal_error: 'Ocurrió un error interno. El registro tiene los detalles con la petición {id}.',
  under_v1:
    'No hay nada para programas en {path}: todas las direcciones de la API empiezan por /v1. Usa {meant}.',
  body_too_large:
    'El cuerpo de la petición es más grande de lo que acepta este servidor. Envía menos cada vez, o pide a quien lo gestiona que suba BODY_LIMIT_BYTES.',
  json_needed:
    'El cuerpo se debe enviar como application/json (llegó {given}). Envía JSON, con la cabecera "Content-Type: application/json".',
  form_unreadable: 'El formulario no es multipart/form-data válido (RFC 7578).',
  process_leaving: 'Este proceso está a punto de pararse. Envía las peticiones a otro.',
  database_away: 'No se puede llegar a la base de datos.',
  migrations_missing:
    'A la base de datos le faltan las migraciones {migrations}. Ejecuta: npx postrider migrate',
  ordering_unknown: 'ordering: usa uno de {orders}, o uno de estos con un - delante.',
  range_beyond: 'Range: el archivo tiene {size} bytes. Pide bytes anteriores a su final.',
  rate_limited:
    'Límite de frecuencia superado: {max:petición|peticiones} por minuto como mucho. Inténtalo otra vez dentro de {after}.',
  nothing_there: 'No hay nada en {path}. Consulta la referencia en /docs.',
  nothing_there_meant: 'No hay nada en {path}. ¿Querías decir {meant}? Consulta la referencia en /docs.',
  method_unsupported: 'Esta dirección no admite {method}. Usa {methods}.',
  nul_parameter: 'Un parámetro contiene %00, que no se puede guardar. Quítalo.',
  host_missing: 'Falta la cabecera Host (RFC 9112 §3.2).',
  host_twice: 'La cabecera Host se envió dos veces (RFC 9112 §3.2). Envíala una vez.',
  filter_unsupported:
    '{name}: este filtro no se admite aquí, e ignorarlo devolvería más de lo que pediste. Quítalo.',
  disk_read_only:
    'El disco de los archivos subidos es de solo lectura, así que no se puede guardar nada. Comprueba el disco y móntalo otra vez con escritura.',
  disk_full: '{what:sentence}, así que no se puede guardar nada. Libera espacio e inténtalo otra vez.',
  try_again: '{what:sentence} No se guardó nada. Inténtalo otra vez dentro de un momento.',
  data_disk_full: 'El disco de DATA_DIR está lleno',
  too_slow:
    'La petición llegó demasiado despacio. Envíala otra vez con una conexión más rápida, o en partes más pequeñas.',
  database_disk_full: 'El disco de la base de datos está lleno',
  files_disk_full: 'El disco de los archivos subidos está lleno',
  no_connection: 'La base de datos no tiene conexiones libres. Baja DATABASE_POOL o sube su max_connections.',
  database_starting: 'La base de datos se está iniciando o parando.',
  database_read_only: 'El servidor de base de datos no acepta escrituras de momento.',
  connection_broke:
    'La conexión con la base de datos se cortó, así que no se sabe si se guardó algo. Compruébalo antes de repetir la petición, o repítela con la misma Idempotency-Key.',
  no_connection_in_time:
    'Ninguna conexión a la base de datos quedó libre a tiempo. Sube DATABASE_POOL si ocurre a menudo.',
  body_wrong: 'El cuerpo de la petición: {reason:sentence}',
  bad_address:
    'La dirección no es válida: hay un % sin dos cifras hexadecimales, o lo que significan no es UTF-8. Codifícala otra vez.',
  no_parameters: '{name}: parámetro desconocido. Esta lista no admite ninguno: quítalo.',
  unknown_parameter: '{name}: parámetro desconocido. Todos los parámetros están en /docs.',
  unknown_parameter_meant:
    '{name}: parámetro desconocido. ¿Querías decir {meant}? Todos los parámetros están en /docs.',
  header_too_large: 'La cabecera de la petición es demasiado grande.',
  no_http: 'Esta no es una petición HTTP válida.',
};
