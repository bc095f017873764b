import { counted, number } from '../counted.ts';
import type { segments as english, saying as englishSaying } from '../segments.ts';
import type { Translated } from '../translated.ts';

export const segments: Translated<typeof english> = {
  empty: 'Aún no hay segmentos',
  empty_detail:
    'Un segmento es un filtro guardado. Siempre contiene a quienes cumplen sus condiciones. Filtra los suscriptores y elige «Guardar como segmento». Puedes enviarle correos y feeds.',
  make: 'Filtrar suscriptores',
  people: count => (count === undefined ? '…' : counted(count, 'suscriptor', 'suscriptores')),
  more: name => `Más sobre «${name}»`,
  open: 'Mostrar sus suscriptores',
  rename: 'Cambiar el nombre…',
  where: 'Qué lo usa',
  remove: 'Eliminar…',
  rename_title: name => `Cambiar el nombre de «${name}»`,
  name: 'Nombre',
  description: 'Descripción',
  description_hint: 'Solo la ve tu equipo.',
  saved: 'Guardado',
  delete_in_use:
    'No se puede eliminar mientras estos lo usen: sin él no se pueden enviar. Cámbialos o elimínalos antes.',
};

const quoted = (text: string) => `«${text}»`;

export const saying: Translated<typeof englishSaying> = {
  joined: {
    and: parts => parts.join(' y '),
    or: parts => parts.join(' o '),
    not: parts => `ninguna de: ${parts.join('; ')}`,
  },
  group: text => `(${text})`,
  quoted,
  condition: (field, operator, value) => [field, operator, value].filter(Boolean).join(' '),
  did: (field, value) => `${field} ${value}`,
  did_not: (field, value) => `no: ${field} ${value}`,
  metadata: key => `Metadatos ${quoted(key)}`,
  survey: key => `Respuesta a ${quoted(key)}`,
  less_ago: days => `hace menos de ${counted(days, 'día', 'días')}`,
  more_ago: days => `hace más de ${counted(days, 'día', 'días')}`,
  percent: value => `${number(Math.round(Number(value) * 1000) / 10)}\u00a0%`,
};
