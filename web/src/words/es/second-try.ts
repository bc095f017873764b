import { counted } from '../counted.ts';
import type { secondTry as english } from '../second-try.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'persona', 'personas');

export const secondTry: Translated<typeof english> = {
  open: 'Segundo intento…',
  see: 'Verlo',
  made: 'Este correo ya ha tenido su segundo intento.',
  of: 'Ver el primero',
  title: 'Intentarlo otra vez con quienes se lo perdieron',
  explain:
    'Crea un borrador con el mismo texto para las personas que recibieron este correo y se lo perdieron. Quien lo abra antes de que se envíe el borrador no recibe el borrador.',
  missed: 'Qué se perdieron',
  kinds: { opened: 'No lo abrieron', clicked: 'No siguieron ningún enlace' },
  reach: count => (count === 0 ? 'Nadie se lo perdió.' : `Ahora iría a ${people(count)}.`),
  unknown: count => `También ${people(count)} cuyo programa lo abre todo`,
  unknown_hint:
    'Apple Mail y algunos otros abren cada correo por su cuenta, así que nadie sabe si estas personas lo leyeron. Muchas lo hicieron.',
  unmeasured:
    'Nadie sabe quién se perdió este correo: no se midió ninguna apertura ni ningún clic. El seguimiento está en los ajustes del boletín.',
  subject: 'Asunto',
  subject_hint: 'Otro asunto le da más posibilidades.',
  make: 'Crear el borrador',
};
