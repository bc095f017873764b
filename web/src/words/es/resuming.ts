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
  doubts: {
    title: 'Copias cuyo resultado se perdió',
    note: 'A la base de datos le faltan sus últimos instantes. Justo entonces les tocaba a estos destinatarios.',
    written_again: count => `Anotados de nuevo: ${count}`,
    written_again_detail:
      'Anotados de nuevo: la copia había salido y un worker lo recordaba. Ninguno recibe una segunda, decidas lo que decidas.',
    in_hand: count => `En curso: ${count}`,
    in_hand_detail:
      'En curso: un worker tenía la copia y no ha dicho qué fue de ella. Puede que haya llegado. Al reanudar pasan a ser inciertos: nadie recibe otra copia, salvo que les reenvíes el correo desde su página.',
    more_detail:
      'Si un worker se detuvo a la vez que la base de datos, puede haber atendido a otros que faltan aquí. En ese caso elige «Puede que ya haya salido».',
    show: 'Ver quiénes',
    hide: 'Ocultar',
    of: subject => `Destinatarios de ${subject}`,
    types: { written_again: 'Anotado de nuevo', in_hand: 'En curso' },
    deleted: 'Un suscriptor eliminado',
  },
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
