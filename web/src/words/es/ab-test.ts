import type { abTest as english } from '../ab-test.ts';
import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'persona', 'personas');
const percent = (share: number) => `${number(Math.round(share * 1000) / 10)}\u00a0%`;
const letter = (variant: number) => 'ABCD'[variant - 1] ?? String(variant);

export const abTest: Translated<typeof english> = {
  hint: 'Una parte de los destinatarios recibe otro asunto, remitente o texto. El resto recibe la variante que mejor funciona.',
  with_reader_time: 'Un correo a la hora del lector no puede tener una prueba.',
  subject: variant => `Asunto ${letter(variant)}`,
  from_name: variant => `Nombre del remitente ${letter(variant)}`,
  from_name_hint: 'Vacío: el de siempre',
  write: variant => `Escribir otro texto para ${letter(variant)}`,
  edit: variant => `Editar el texto de ${letter(variant)}`,
  variant_of: variant => `Variante ${letter(variant)}`,
  text: 'Texto',
  text_hint: 'Empieza con el texto del correo. Si lo vacías, esta variante vuelve a tener ese texto.',
  add: 'Otra variante',
  remove: variant => `Quitar ${letter(variant)}`,
  share: 'Porcentaje de destinatarios que participan',
  measure: 'Qué cuenta',
  measures: { clicks: 'Clics', opens: 'Aperturas' },
  opens_hint:
    'Solo entre las personas cuyas aperturas se pueden ver: abrieron un correo anterior y ningún programa abre todo por ellas. Los textos se comparan mejor por clics.',
  decide_after: 'Horas hasta la decisión',
  undecided: 'Si no hay ganadora, el resto recibe',
  choices: { first: 'La tuya (A)', split: 'Todas por partes' },
  title: 'Prueba A/B',
  plan: (each, count, rest, hours, measure) => {
    const seen = measure === 'opens' ? ' cuyas aperturas se pueden ver' : '';
    const asked = `Cada una de las ${number(count)} variantes va a ${people(each)}${seen}.`;
    const later = counted(hours, 'hora', 'horas');
    const most = measure === 'opens' ? 'más aperturas' : 'más clics';
    return rest === 0
      ? asked
      : `${asked} Al cabo de ${later}, ${people(rest)} reciben la que haya tenido ${most}.`;
  },
  uncounted: count => `También participan ${people(count)}, pero no cuentan: sus aperturas no se pueden ver.`,
  shows: (difference, usual, measure) => {
    const usually =
      usual === null ? 'si hace clic el 2\u00a0%' : `si hace clic tu habitual ${percent(usual)}`;
    const at = measure === 'opens' ? 'si lo abre la mitad' : usually;
    return difference === null
      ? `Con tan pocas personas no se vería ninguna diferencia, por grande que fuera, ${at}.`
      : `Con este número de personas solo se ven diferencias de más de ${number(Math.round(difference * 1000) / 10)} puntos, ${at}.`;
  },
  advise:
    'Con menos de 250 personas por variante decide el azar. Toma una parte mayor o considera el resultado una suposición.',
  states: {
    none: '',
    planned: '',
    running: 'La prueba dura hasta el',
    undecided: 'Ninguna variante fue mejor con un 95\u00a0% de seguridad.',
    by_hand: 'Decidido a mano.',
    winner: 'La ganadora es',
  },
  rest_gets: winner =>
    winner === null ? 'Cada variante fue a una parte del resto.' : `El resto recibe ${letter(winner)}.`,
  honest: variants =>
    `Entre ${variants === 2 ? 'dos' : variants === 3 ? 'tres' : 'cuatro'} variantes iguales, una prueba nombra una ganadora en uno de cada ${variants === 2 ? 10 : variants === 3 ? 40 : 100} casos.`,
  variant: 'Variante',
  letter,
  named: one => {
    const other = [one.from_name, one.has_own_body && 'otro texto'].filter(Boolean).join(', ');
    return `${letter(one.variant)}: ${one.subject}${other && ` (${other})`}`;
  },
  acted: { clicks: 'Con clic', opens: 'Abierto' },
  between: 'Entre',
  best: 'Mejor',
  rest: 'Resto',
  farewells: 'Bajas',
  complaints: 'Spam',
  percent,
  range: (low, high) => `${percent(low)} – ${percent(high)}`,
  part: (some, all) => percent(Math.min(1, some / all)),
  of: (some, all) => `${number(some)} de ${number(all)}`,
  decide: variant => `Enviar ${letter(variant)} al resto`,
  decide_split: 'Enviar cada una a una parte',
  final: rest => `${counted(rest, 'persona la recibe', 'personas la reciben')} ahora. No se puede deshacer.`,
  confirm: 'Enviar',
};
