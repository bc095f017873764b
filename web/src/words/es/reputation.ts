import { counted, number, plural } from '../counted.ts';
import type { reputation as english, warm_up as englishWarmUp } from '../reputation.ts';
import type { Translated } from '../translated.ts';

const copies = (count: number) => counted(count, 'copia', 'copias');
const share = (rate: number | null) =>
  rate === null ? '–' : `${number(Math.round(rate * 10_000) / 100)}\u00a0%`;

export const reputation: Translated<typeof english> = {
  title: 'Reputación',
  period: 'Periodo',
  periods: { '7': '7 días', '30': '30 días', '90': '90 días' },
  counted: 'Contado el',
  uncounted: count => `${copies(count)} más desde entonces`,
  empty: 'No se envió nada en este periodo',
  empty_detail:
    'Después de tus primeros correos, esta página muestra qué hizo con ellos cada dominio receptor: aceptados, aplazados, rechazados, rebotados o marcados como spam. Contar tarda uno o dos minutos.',
  answered: copies,
  all: 'Todos los dominios',
  erased: 'Personas borradas',
  receivers: { gmail: 'Gmail', yahoo: 'Yahoo', microsoft: 'Outlook.com', apple: 'iCloud' },
  names: {
    accepted: 'Aceptadas',
    deferred: 'Aplazadas',
    refused_hard: 'Rechazadas, sin buzón',
    refused_soft: 'Rechazadas, otros motivos',
    bounced_hard: 'Rebotes, sin buzón',
    bounced_soft: 'Rebotes, otros motivos',
    complaints: 'Marcadas como spam',
  },
  figure: (count, rate) => (count === 0 ? '0' : `${number(count)} · ${share(rate)}`),
  not_told: 'no se informa',
  slowed: words => `De momento se resiste, así que recibe pocos mensajes durante un rato: «${words}»`,
  see: 'Rechazos, rebotes y avisos',
  others: count => `${counted(count, 'copia fue', 'copias fueron')} a otros dominios.`,
  meaning: 'Qué significan las cifras',
  meanings: [
    ['Aceptada', 'Tu servidor de correo aceptó la copia.'],
    ['Aplazada', 'La última respuesta fue que se intente más tarde. Postrider lo intenta durante tres días.'],
    [
      'Rechazada',
      'El servidor dijo que no al momento: no existe ese buzón, o tiene otro motivo, como una política.',
    ],
    ['Rebote', 'La copia se aceptó y volvió más tarde.'],
    [
      'Marcada como spam',
      'Alguien pulsó el botón de spam y el servicio informó. Gmail e iCloud nunca informan de personas concretas; Google Postmaster Tools muestra tu parte en Gmail.',
    ],
  ],
  limits: (near, most) =>
    `Gmail y Yahoo piden a los remitentes que los avisos de spam queden por debajo del ${share(most)}, y Gmail recomienda menos del ${share(near)}. Cada parte es una parte de las copias aceptadas allí. Menos de tres avisos son pocos para juzgar.`,
  source: {
    gmail: 'Reglas de Gmail',
    yahoo: 'Reglas de Yahoo',
    tools: 'Google Postmaster Tools',
  },
};

export const warm_up: Translated<typeof englishWarmUp> = {
  title: 'Calentamiento',
  explain:
    'Los servicios de correo desconfían de un dominio o servidor que de pronto envía mucho. Un plan de calentamiento empieza con pocas copias al día y crece. Quien no cabe en un día recibe el correo al siguiente.',
  proposed: 'Un plan para tu lista',
  proposal: ({ subscribers, domain, first_day, days }) =>
    `Tu mayor dominio receptor es ${domain}, con ${counted(subscribers, 'suscriptor', 'suscriptores')}. Empieza con ${counted(first_day, 'copia', 'copias')} al día a cada dominio, y una mitad más cada día: desde el día ${number(days)}, todos pueden recibir un número el mismo día. Si ya envías a esta lista desde aquí hace tiempo, no necesitas un plan.`,
  needless: 'Tu lista no necesita calentamiento',
  needless_detail:
    'Es tan pequeña que los servicios de correo aceptarán un número para todos. Si esperas que crezca pronto, puedes empezar un plan igualmente.',
  begin: 'Empezar un plan…',
  begin_title: 'Empezar un plan de calentamiento',
  change: 'Cambiar…',
  change_title: 'Cambiar el plan',
  save: 'Empezar',
  save_change: 'Cambiar',
  begun: 'El plan vale desde ahora.',
  start: 'Primer día',
  first: 'Copias el primer día',
  growth: 'Crecimiento diario',
  growth_hint: 'Cada día permite este múltiplo del número del día anterior. 1,5 es lo habitual; 2 es rápido.',
  ceiling: 'Número más alto',
  ceiling_hint: 'Es el límite diario hasta que termines el plan.',
  per: 'Para qué son los números',
  pers: { domain: 'Para cada dominio', newsletter: 'Para todos los dominios juntos' },
  reaches: days => `Llega al número más alto el día ${number(days)}.`,
  today: 'Hoy',
  sent_of: allowed => `de ${counted(allowed, 'copia', 'copias')}, enviadas hoy`,
  sent_each: (sent, allowed) =>
    `${plural(sent, 'copia enviada', 'copias enviadas')} hoy; cada dominio puede recibir ${number(allowed)}`,
  of: (sent, allowed) => `${number(sent)} de ${number(allowed)}`,
  waiting: (count, moment) =>
    `${counted(count, 'persona espera', 'personas esperan')}. Las próximas copias salen el ${moment}.`,
  starts: day => `El plan empieza el ${day}. Hasta entonces no hay límite.`,
  paused: day => `En pausa desde el ${day}: el número no cambia hasta que continúes.`,
  domain: 'Dominio',
  sent: 'Enviadas hoy',
  waits: 'En espera',
  days: 'Día a día',
  table: 'Como tabla',
  is_today: day => `${day} (hoy)`,
  days_note:
    'El plan sigue el calendario. Si no envías nada durante unos días, pon el crecimiento en pausa: los servicios de correo miran lo que envías de verdad.',
  day: 'Día',
  allowed: 'Permitidas',
  sent_that_day: 'Enviadas',
  chart: (day, allowed) => `${day}: ${allowed}`,
  pause: 'Poner en pausa',
  resume: 'Seguir creciendo',
  end: 'Terminar…',
  end_title: '¿Terminar el plan de calentamiento?',
  end_detail: waiting =>
    waiting === 0
      ? 'Ya no hay límite. Puedes empezar otro plan en cualquier momento.'
      : `Ya no hay límite: ${counted(waiting, 'persona que espera recibe', 'personas que esperan reciben')} el correo ahora.`,
  end_act: 'Terminar el plan',
  ended: 'El plan ha terminado.',
};
