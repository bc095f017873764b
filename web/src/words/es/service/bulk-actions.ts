import type { bulkActions as english } from '../../../../../src/platform/sentences/bulk-actions.ts';
import type { Translated } from '../../translated.ts';

export const bulkActions: Translated<typeof english> = {
  ids_missing: 'metadata.ids: este campo es obligatorio. Envía una lista de ids de {things}, o ["all"].',
  parameters_alone:
    'metadata.parameters: filtran los ids ["all"] o una lista de excepciones. Envía uno de los dos u omite parameters.',
  ids_wrong: 'metadata.ids: usa una lista de ids (textos), o ["all"].',
  too_many_ids:
    'metadata.ids: la lista tiene {count} ids, y el máximo es {most}. Crea varias acciones, o usa ["all"] con parameters.',
  ids_mixed:
    'metadata.ids: usa solo ids, solo ["all"], o solo excepciones («-» delante de cada id), no una mezcla.',
  dry_run_wrong: 'metadata.dry_run: usa true o false.',
  tag_deleted: 'Se ha eliminado una etiqueta que usa esta acción. Crea otra acción sin ella.',
  no_webhook: 'webhook_id: no hay ningún webhook con este id. GET /v1/webhooks da la lista.',
  webhook_disabled: 'webhook_id: este webhook está desactivado. Actívalo y repite después los eventos.',
  no_email:
    'email_id: este boletín no tiene ningún correo con este id. GET /v1/emails da la lista de los que tiene.',
  failed_often:
    'Postrider falló {times} veces seguidas al procesar los siguientes elementos. Los detalles están en el registro.',
  notes_too_long: 'notes: tendría más de {most} caracteres.',
  stays_complained: 'Esta persona marcó un correo como spam, así que el tipo sigue siendo complained.',
  gift_over: 'El final del regalo ya ha pasado.',
  no_subscription: 'Este suscriptor no tiene ninguna suscripción activa en Stripe.',
  other_cadence:
    'Stripe cobraría al momento un precio de otra frecuencia. Elige un precio de la misma frecuencia.',
  invalid_price: 'price_id: el boletín no ofrece ese precio. GET /v1/prices da la lista.',
  not_undeliverable: 'Este suscriptor no está como no entregable: su estado es {type}.',
  value_there: 'Este suscriptor ya tiene un valor en {key}.',
  nobody_wants_event: 'Ningún webhook activo quiere este evento.',
  not_unsubscribed: 'El estado de este suscriptor es {type}, no dado de baja.',
  nothing_to_change: 'Nada que cambiar.',
  nothing_with_id: 'No hay nada con este id.',
  has_email: 'Esta persona ya tiene el correo o lo recibirá.',
  type_gets_none: 'Los suscriptores de este tipo no reciben correos.',
  reminded_today: 'Este suscriptor recibió un recordatorio hace menos de un día.',
  nothing_to_confirm: 'El estado de este suscriptor es {type}, y no tiene nada que confirmar.',
  not_blocked: 'El estado de este suscriptor es {type}, no bloqueado.',
  changed_since: 'Este suscriptor ha cambiado desde entonces y no se restaura.',
  left_since: 'Esta persona se ha dado de baja o se ha quejado desde entonces y no se restaura.',
  gets_none_already: 'Este suscriptor ya no recibe correos (tipo: {type}).',
  mode_needs_approval:
    'El modo se cambió, y el correo es ahora un borrador: tiene que aprobarlo una segunda clave.',
  type_needs_approval:
    'El tipo se cambió, y el correo es ahora un borrador: tiene que aprobarlo una segunda clave.',
  undone_already: 'La acción en bloque {id} deshace esta. Consúltala para ver el resultado.',
  undo_of_undo: 'Una acción que deshace otra no se puede deshacer. Crea la acción en bloque otra vez.',
  type_not_undoable:
    'Una acción en bloque del tipo {type} no se puede deshacer. Solo estas se pueden: {types}.',
  not_ended: 'El estado de la acción en bloque es {status}. Consúltala hasta que termine y deshazla después.',
  changed_nothing: 'La acción en bloque no cambió nada, así que no hay nada que deshacer.',
  undo_too_late:
    'Una acción en bloque se puede deshacer durante {days} días, si la ejecutó una versión de Postrider que guarda los valores anteriores.',
  start_sequences_wrong: 'metadata.start_sequences: usa true o false.',
  parameters_wrong:
    '{field}: {reason:sentence}. Usa solo filtros de la lista correspondiente u omite parameters.',
};
