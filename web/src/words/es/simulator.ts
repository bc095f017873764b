import { counted, number, plural } from '../counted.ts';
import type { simulator as english } from '../simulator.ts';
import type { Translated } from '../translated.ts';
import { monthdayName, weekdays } from './monthdays.ts';

const mails = (count: number) => counted(count, 'correo', 'correos');
const posts = (count: number) => counted(count, 'entrada', 'entradas');

/** "por semana", "cada 2 semanas". */
function every(count: number, one: string, many: string): string {
  const whole = Math.round(count);
  return whole <= 1 ? `por ${one}` : `cada ${counted(whole, one, many)}`;
}

export const simulator: Translated<typeof english> = {
  title_new: 'Seguir un feed',
  title_edit: name => `Cambiar «${name}»`,
  back: 'Feeds',
  address: 'Dirección de un sitio o feed',
  address_hint: 'Por ejemplo lowwater.example. Postrider encuentra el feed.',
  find: 'Buscar el feed',
  found: count => `Este sitio tiene ${counted(count, 'feed', 'feeds')}. ¿Cuál?`,
  posts: count => (count === null ? 'un feed grande' : posts(count)),
  latest: 'última:',
  choose: 'Elegir',
  start: 'Empezar',
  started: 'Ahora sigues este feed.',
  changed: 'Guardado. Los ajustes nuevos valen desde el próximo correo.',
  feed: 'El feed',
  other_feed: 'Elegir otro',
  what: 'Calendario',
  cadence: 'Frecuencia',
  cadences: {
    every: 'Cada entrada',
    daily: 'Cada día',
    weekly: 'Cada semana',
    monthly: 'Cada mes',
  },
  weekday: 'El',
  weekdays,
  monthday: 'El',
  monthdays: [
    ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
    'lastday',
    ...Object.keys(weekdays),
  ],
  monthday_name: monthdayName,
  time: 'A las',
  time_hint: city => `En ${city}.`,
  hold: 'Espera antes de enviar',
  hold_hint: 'Hasta entonces puedes corregir o retirar la entrada en tu sitio.',
  holds: { '0': 'Ninguna', '10': '10 minutos', '60': 'Una hora', '1440': 'Un día' },
  minutes: count => counted(count, 'minuto', 'minutos'),
  behavior: 'Después',
  behaviors: { draft: 'Crear un borrador', emails: 'Enviarlo' },
  behavior_hint: {
    draft: 'Revisas cada correo y lo envías tú.',
    emails: 'Sale sin revisión.',
  },
  audience: 'Quién lo recibe',
  audience_hint: 'Si no eliges etiquetas, va a quienes reciben tus correos.',
  posts_section: 'Qué entradas',
  filters: {
    include: {
      categories: 'Solo estas categorías',
      titles: 'Solo títulos con',
      authors: 'Solo de',
    },
    exclude: {
      categories: 'No estas categorías',
      titles: 'Ningún título con',
      authors: 'No de',
    },
  },
  filters_hint: 'Uno por línea. Da igual mayúsculas o minúsculas.',
  filters_more: 'Filtrar por categoría, título o autor',
  old: 'Enviar también las entradas que ya están en el feed',
  old_hint: 'Si no, solo se envían entradas publicadas desde ahora.',
  at_start: (count, held) =>
    count === 0
      ? 'Al empezar no se envía nada.'
      : `Al empezar, ${counted(count, 'correo sale', 'correos salen')} al momento${held > 0 ? `, y ${counted(held, 'entrada espera', 'entradas esperan')} tu decisión` : ''}.`,
  template: 'El correo',
  presets: { full: 'Entradas completas', summary: 'Resúmenes', titles: 'Solo títulos' },
  preset: 'Partir de',
  subject: 'Asunto',
  body: 'Texto',
  body_hint: 'Escribe {{ para insertar algo del feed.',
  name: 'Nombre',
  name_hint: 'Solo lo ves tú. Sin nombre se usa el título del propio feed.',
  simulation: 'Los últimos 90 días, como correos',
  count: count => plural(count, 'correo', 'correos'),
  summary: count => `${mails(count)} en 90 días ↓`,
  in_days: days => `en los últimos ${counted(days, 'día', 'días')}`,
  pace: (count, days) => {
    if (count === 0) return 'No se habría enviado nada.';
    const between = days / count;
    if (between >= 25) return `Más o menos uno ${every(between / 30, 'mes', 'meses')}.`;
    if (between >= 6) return `Más o menos uno ${every(between / 7, 'semana', 'semanas')}.`;
    return between > 0.8
      ? `Más o menos uno ${every(between, 'día', 'días')}.`
      : `Más o menos ${number(Math.round(1 / between))} al día.`;
  },
  strip: count => `${mails(count)} en los últimos 90 días, por fecha`,
  today: 'hoy',
  and_more: count => `y ${number(count)} más`,
  posts_in: posts,
  show_all: count => `Mostrar los ${number(count)}`,
  not_mailed: count => counted(count, 'entrada sin enviar', 'entradas sin enviar'),
  next: 'Los próximos diez',
  next_every: 'Cada entrada nueva, a los pocos minutos de leerla. No se prevé nada con antelación.',
  none: 'El feed no tuvo nada nuevo en estos 90 días',
  none_detail: 'Así se vería un correo, hecho con sus últimas entradas.',
  empty_feed: 'El feed está vacío. Los correos aparecen aquí cuando tenga entradas.',
  not_shown: 'Solo se muestran enteros los primeros 50 correos.',
  working: 'Mirando los últimos 90 días…',
  preview: subject => `Vista previa de «${subject}»`,
};
