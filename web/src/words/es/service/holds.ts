import type { holds as english } from '../../../../../src/platform/sentences/holds.ts';
import type { Translated } from '../../translated.ts';

export const holds: Translated<typeof english> = {
  not_on_hold: 'La instalación no tiene los envíos detenidos.',
  not_waiting: 'emails: {id} no es un correo que espere a enviarse. GET /v1/hold/pending da la lista.',
  done_after_backup:
    'La instalación se restauró o copió, y esto puede haberse hecho después de la copia de seguridad.',
  sent_after_backup:
    'Puede que se enviara después de la copia de seguridad con la que se restauró esta base de datos. Pon status en about_to_send si debe enviarse.',
  unknown_since:
    'Esta base de datos no sabe qué hizo el original después: faltan correos escritos más tarde, las entradas enviadas más tarde parecen nuevas, y destinatarios que aún esperan pueden haber recibido su copia.',
  restored: 'Esta base de datos se restauró con una copia de seguridad.',
  rolled_back: 'Esta base de datos es más antigua que lo que esta instalación ya ha hecho con ella.',
  copied_database: 'Esta base de datos es una copia de otra.',
  copied_folder: 'Esta carpeta de datos es una copia, o se movió.',
  unknown_place:
    'Este proceso no ha usado nunca esta base de datos, y no hay otro en marcha que pueda responder por él.',
  witness_moved: 'Otra copia de esta instalación está en marcha, o lo estuvo después que esta.',
  witness_missing: 'Este proceso no puede preguntar al testigo que ha usado la base de datos.',
  other_server:
    'El servidor de base de datos se sustituyó por uno de reserva, o se restauró a un momento anterior.',
  before_fence: 'Es anterior a la barrera, que esta carpeta de datos ya conoce.',
  rows_of_program: 'Sus filas las escribió otro programa, como pg_restore.',
  copied_from: 'Se copió de la base de datos {database}.',
  server_changed: 'Está en otro servidor que antes.',
  counter_behind: 'Su contador es {present}, pero antes se llegó a {reached}.',
  timeline_changed: 'Su línea de tiempo era {was} y es {is}.',
  file_copied: 'Se copió su archivo fence.json.',
  machine_changed: 'Está en otro equipo que antes.',
  disk_changed: 'Está en otro disco que antes.',
  witness_other_file: '{name} es otro archivo. Elige una ruta que no use nada más.',
  witness_no_conditions:
    'No se puede usar {name}: este servicio ignora If-Match o If-None-Match. Elige uno que admita escrituras condicionales.',
  witness_unusable: 'No se puede usar {name}: {why}',
  witness_unset: 'Ha usado {then}. FENCE_WITNESS no está configurado. Pon el anterior, o reanuda.',
  witness_other: 'Ha usado {then}. FENCE_WITNESS nombra {now}. Pon el anterior, o reanuda.',
  witness_is: 'Su testigo es {name}.',
};
