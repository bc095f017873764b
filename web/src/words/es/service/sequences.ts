import type { sequences as english } from '../../../../../src/platform/sentences/sequences.ts';
import type { Translated } from '../../translated.ts';

export const sequences: Translated<typeof english> = {
  approval_needed:
    'Tus envíos necesitan una aprobación. Pide a un propietario o editor del boletín que apruebe esta secuencia como está ahora (POST /v1/automations/{id}/approval) y repite la petición.',
  cannot_approve: 'Tus propios envíos necesitan una aprobación, así que no puedes aprobar otros.',
  own_approval:
    'Tú cambiaste o activaste esta secuencia por última vez, o lo hizo la clave que creó la tuya. Tiene que aprobarla otra persona, o un programa con otra clave.',
  too_many: 'El boletín ya tiene {most} secuencias, el máximo. Elimina una que no haga falta.',
  no_trigger: 'trigger: {name} no existe aquí; ¿querías decir {nearest}?',
  no_action: '{field}.type: {type} no existe aquí. Usa uno de {types}.',
  action_unsuited: '{field}.type: {type} no va con el inicio {trigger}. Usa uno de {types}.',
  moves_people:
    'hash: esto mueve a personas que están dentro. Envíalo antes con dry_run true, mira quién pasa adónde y repite el hash.',
  other_edit:
    'hash: este no es el cambio que se probó, o la secuencia ha cambiado desde entonces. Envíalo otra vez con dry_run true.',
  inactive: 'status: la secuencia está desactivada. Actívala antes (PATCH con status active).',
  concerns_nobody:
    'subscribers: esta secuencia no trata de nadie en particular ({trigger}). No envíes cuerpo.',
  for_whom:
    'subscribers: di para quién, con subscribers (ids o direcciones) o con filters (un grupo vacío son todos).',
  too_many_people: 'filters: seleccionan a más de {most} personas. Hazlas entrar por partes.',
  not_own:
    'Con límites, solo puedes hacerlo en secuencias que has activado tú. Pídelo a un propietario o editor del boletín.',
  no_date: 'trigger_date: di qué fecha la inicia, como {example}.',
  other_newsletter:
    'newsletter_id: tiene que ser otro boletín de aquí, y lo tiene que configurar una persona que sea propietaria o editora de los dos.',
  email_not_draft:
    'email_id: el estado de este correo es {status}. Usa un borrador: una secuencia lo envía a una persona tras otra, así que no se envía como número.',
  no_email: 'email_id: este boletín no tiene ningún correo con este id.',
  no_mail: 'metadata: nombra un correo con email_id, o envía subject y body.',
  passage_over: 'status: este recorrido ha terminado ({status}), así que ya no puede cambiar nada.',
  no_attempt:
    'Este suscriptor no tiene ningún paso de una secuencia con este id. GET /v1/subscribers/{id_or_email}/automations da la lista.',
  step_done: 'status: este paso está hecho, o todo ha terminado, así que no se puede saltar.',
  active_elsewhere: 'Estaba activa donde se exportó su boletín. Actívala para seguir desde aquí.',
  email_paused: 'El correo está en pausa.',
  not_theirs: 'Quien la activó no es propietario ni editor del otro boletín.',
};
