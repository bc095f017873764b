import type { moving as english } from '../../../../../src/platform/sentences/moving.ts';
import type { Translated } from '../../translated.ts';

export const moving: Translated<typeof english> = {
  export_not_ready:
    'El estado de la exportación es {status}. Consúltala hasta que sea ready y descárgala después.',
  no_options: 'La importación de un boletín entero no tiene opciones. Ejecútala o elimínala.',
  options_closed:
    'El estado de la importación es {status}. Sus opciones se pueden cambiar después de la comprobación y antes de ejecutarla. Sube el archivo otra vez.',
  not_validated:
    'El estado de la importación es {status}. Solo se puede ejecutar una ya comprobada (validated).',
  newsletter_not_undone: 'La importación de un boletín entero no se puede deshacer. Elimina el boletín.',
  undo_too_late:
    'Una importación se puede deshacer durante {days} días, y esta es más antigua. Corrige lo que importó con una acción en bloque.',
  nothing_imported: 'Solo se hizo la comprobación, así que no hay nada que deshacer.',
  nothing_to_undo: 'El estado de la importación es {status}, así que no hay nada que deshacer.',
  not_empty:
    'El boletín {username} tiene {found}. Una copia exportada solo se puede importar en un boletín vacío. Crea uno con POST /v1/newsletters e importa con su clave.',
  copied_deleted: 'El boletín que se copia se eliminó entretanto.',
  newsletter_deleted: 'El boletín se eliminó.',
  import_deleted: 'La importación se eliminó, o se está deshaciendo.',
  option_not_json: '{name}: usa un objeto JSON como {example}.',
  import_gone: 'La importación se eliminó.',
  file_too_large:
    'El archivo supera {limit}, que es lo que acepta este servidor. Divídelo, o pide a quien lo gestiona que suba IMPORT_LIMIT_BYTES.',
  file_empty: 'El archivo está vacío. Compruébalo y súbelo otra vez.',
  file_missing: 'file: el formulario necesita un archivo en la parte "file".',
  export_failed:
    'Postrider falló {times} veces seguidas ({reason}). Consulta el registro y exporta otra vez.',
  no_column: 'columns: el archivo no tiene la columna «{column}». Sus columnas son {columns}.',
  column_unusable:
    'columns: «{column}» no se puede importar como «{target}». Usa {targets}, metadata.NOMBRE, o "" para nada.',
  no_address_column:
    'ninguna columna tiene direcciones de correo. Di en columns cuál es email_address; las columnas son {columns}.',
  two_address_columns: 'columns: {columns} no pueden ser ambas email_address. Elige una.',
  lines_not_copied: '{part}: no se copiaron {count} líneas',
  copied_drafts: 'Los correos programados son borradores con sus fechas. Programa los que quieras enviar.',
  copied_automations:
    'Las automatizaciones están inactivas. Activa las que deban seguir sus feeds también para este boletín.',
  copied_setup:
    'Las claves de API, los webhooks, el equipo, las claves DKIM y el captcha de {name} no se copiaron. Configura lo que necesites.',
  username_differs:
    'Su nombre de usuario es {username}, porque otro boletín de aquí se llama {wanted}. Cámbialo con PATCH /v1/newsletters/{id}. Las direcciones de sus páginas empiezan con él.',
  username_now: 'Su nombre de usuario es ahora {username} en lugar de {before}.',
  not_in_bundle:
    'Las claves de API, las personas, las claves DKIM y el captcha no están en la copia. Configúralos aquí.',
  too_many_people: 'tiene más de {most:number} personas. Divídelo en varios archivos.',
  tag_called: 'La etiqueta {word} se llama aquí «{name}».',
  refused_listed:
    'El informe enumera las primeras {most:number} líneas rechazadas. Se rechazaron {more:number} más.',
  lines_contradict:
    '{who} varias líneas que se contradicen, como suscrito y dado de baja. Vale el estado más estricto; el informe nombra las líneas.',
  dates_ambiguous:
    '«{column}»: {dates} como {example} se pueden leer de dos formas, así que no se importan. Elige si va primero el día o el mes (date_orders).',
  exists_here:
    '{what}: {which} ya existe en esta instalación. Una instalación no puede tener el mismo boletín dos veces. Elimina el otro, espera a que desaparezcan sus filas e importa otra vez.',
  two_lines_contradict: 'dos líneas se contradicen ({constraint}).',
  value_not_stored: 'no se puede guardar un valor ({reason}).',
  import_failed: 'Postrider falló {times} veces seguidas ({reason}). Mira el registro e importa otra vez.',
  line_nested: 'línea {line}: su JSON está anidado en demasiados niveles.',
  line_not_json: 'línea {line}: no es JSON.',
  entry_too_large: 'línea {line}: una entrada tiene más de {most:number} caracteres.',
  end_missing: 'le falta el final. Expórtalo otra vez.',
  no_rows: 'no tiene filas.',
  too_many_columns: 'tiene {count} columnas, y se leen {most} como mucho.',
  no_csv: 'no contiene ningún archivo CSV. Envía un archivo CSV o un zip de ellos.',
  ghost_no_posts: '{file}: no tiene artículos. Envía el archivo que exporta Ghost.',
  ghost_url:
    'Ghost escribe __GHOST_URL__ en lugar de su dirección. Rellena la dirección antigua de los números (site_url), o se descartan las imágenes y los enlaces que la necesitan.',
  xml_nested: 'su XML está anidado en demasiados niveles. Expórtalo otra vez.',
  line_not_utf8: 'línea {line}: no es UTF-8.',
  line_longer: 'línea {line}: supera {limit}.',
  not_recognised:
    'No se reconoció ninguna lista de personas en el archivo ({names}). Envía CSV con una línea de encabezado, líneas JSON con una dirección de correo en cada una, o un archivo que exportó otro servicio; o nombra su formato.',
  none_recognised:
    'No se reconoció ninguna lista de personas en los archivos del zip ({names}). Envía CSV con una línea de encabezado, líneas JSON con una dirección de correo en cada una, o un archivo que exportó otro servicio; o nombra su formato.',
  cannot_import: 'El archivo no se puede importar: {reason:sentence}',
  cannot_import_part: 'El archivo no se puede importar: {part}: {reason:sentence}',
  images_stay:
    '{count:imagen copiada se muestra|imágenes copiadas se muestran} aquí en otro lugar, y no se eliminan.',
  not_utf8:
    '{count:línea no es UTF-8 y se leyó|líneas no son UTF-8 y se leyeron} como Windows-1252. Si los nombres se ven mal, guarda el archivo como UTF-8 e importa ese.',
  read_as: 'Se leyó como {charset}.',
  dates_left_out:
    '«{column}»: {count:celda no es una fecha y no se importa|celdas no son fechas y no se importan}, como «{example}». Escribe las fechas como 2026-11-20.',
  drafts_dated:
    '{count:borrador tiene un publish_date|borradores tienen un publish_date}. Si estaba programado, prográmalo otra vez.',
  emails_errored:
    '{count:correo ha fallado|correos han fallado}. Lee su status_reason antes de enviar el resto.',
  automations_inactive:
    '{count:automatización está inactiva|automatizaciones están inactivas}. Desactívalas en la instalación antigua y actívalas aquí después.',
  webhooks_disabled:
    '{count:webhook está desactivado y tiene una clave de firma nueva|webhooks están desactivados y tienen claves de firma nuevas}. Da las claves a los receptores y activa después los webhooks.',
};
