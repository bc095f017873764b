import type { resuming as english } from '../resuming.ts';
import type { Translated } from '../translated.ts';

export const resuming: Translated<typeof english> = {
  witness: {
    title: 'Los envíos están en pausa',
    detail: 'No se pierde nada. Los envíos siguen solos en cuanto se pueda usar el testigo.',
  },
  over: 'Esta instalación no tiene los envíos detenidos',
  over_detail: 'Los correos, webhooks, feeds y acciones en bloque funcionan como siempre.',
  forbidden: 'Solo un propietario de esta instalación puede ver qué espera y reanudar.',
  origin: origin => `La copia de seguridad se tomó de ${origin}.`,
  since: 'Lo que pasó después de este momento no se conoce aquí:',
  waiting: 'Qué saldría',
  nothing: 'No espera ningún correo.',
  audience_open: 'Destinatarios aún sin decidir',
  to_go: (accepted, planned) => `Aceptados: ${accepted}; por enviar: ${planned}`,
  others: (items, posts, events) =>
    `Elementos de acciones en bloque: ${items}. Entradas de feeds: ${posts}. Eventos para webhooks: ${events}.`,
  rest: subject => `El resto de ${subject}`,
  rests: { send: 'Enviar el resto', uncertain: 'Marcarlo como incierto' },
  decide: 'Reanudar',
  first: 'Asegúrate antes de que el original ya no funciona. Desde entonces, la instalación es esta.',
  everything: 'Todo lo demás',
  choices: {
    uncertain: 'Puede que ya haya salido',
    send: 'No ha salido nada desde entonces',
  },
  choice_hints: {
    uncertain:
      'No se repite nada: las acciones en bloque se paran, los eventos de webhook en espera se descartan y las entradas nuevas de feeds esperan tu decisión.',
    send: 'Las acciones en bloque, los webhooks y los feeds siguen donde estaban.',
  },
  resume: 'Reanudar los envíos',
  confirm: '¿Reanudar esta instalación?',
  confirm_detail: 'Si el original también sigue en marcha, la gente recibe correos de los dos.',
  resumed: 'Los envíos continúan',
};
