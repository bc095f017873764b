import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type { waves as english } from '../waves.ts';

const people = (count: number) => counted(count, 'persona', 'personas');

export const waves: Translated<typeof english> = {
  at_hint:
    'Cada persona lo recibe a esta hora de su propio reloj: en la zona horaria que nombra «timezone» en sus datos, y si no, en la tuya. Vacío: todas a la vez.',
  passed: 'Donde esa hora ya ha pasado',
  choices: { next_day: 'Un día después', with_newsletter: 'Junto con tu zona' },
  title: at => `A las ${at} donde está el lector`,
  bar: 'Cuándo lo reciben cuántas personas',
  unknown: (count, city) =>
    `No se conoce la zona horaria de ${people(count)}: lo reciben a esa hora de ${city}.`,
  late: (count, choice) =>
    `Para ${people(count)}, esa hora ya ha pasado cuando empieza el envío: lo reciben ${
      choice === 'next_day' ? 'un día después' : 'junto con tu zona horaria'
    }.`,
  start_by: 'Para llegar a todas el mismo día, empieza antes del',
  as_table: 'Como tabla',
  when: 'Tu hora',
  zones: 'Dónde',
  people: 'Personas',
  served: 'Enviado',
  of: (served, all) => `${number(served)} de ${number(all)}`,
  more: count => `y ${number(count)} más`,
};
