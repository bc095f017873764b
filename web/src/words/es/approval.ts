import type { approval as english } from '../approval.ts';
import { counted } from '../counted.ts';
import type { Translated } from '../translated.ts';

export const approval: Translated<typeof english> = {
  somebody: 'Alguien',
  you: 'Tú',
  asked: (name, count) =>
    `${name}: petición de enviarlo a ${counted(count, 'suscriptor', 'suscriptores')} el`,
  own: 'Otra persona con el rol de propietario o editor tiene que aprobarlo. No puedes aprobar tu propia petición.',
  others: 'Lo tiene que aprobar un propietario o editor.',
  yours: 'Sale cuando lo apruebes.',
  take_back: 'Retirar la petición',
  decline: 'No aprobar…',
  decline_title: '¿No aprobar este correo?',
  decline_reason: 'Qué tiene que cambiar',
  decline_hint: 'Opcional. El autor lo ve encima del texto.',
  decline_act: 'No aprobar',
  not_approved: (name, reason) => `${name} no aprobó este correo${reason === '' ? '.' : `: «${reason}»`}`,
  ask_again: 'Cámbialo y vuelve a pedirlo.',
  taken_back: 'La petición se retiró. El correo vuelve a ser un borrador.',
  declined: 'No aprobado. El correo vuelve a ser un borrador.',
};
