import { counted, number, plural } from '../counted.ts';
import type { overview as english } from '../overview.ts';
import type { Translated } from '../translated.ts';

const percent = (value: number) => {
  const share = 100 * value;
  return `${number(share > 0 && share < 1 ? Math.round(10 * share) / 10 : Math.round(share))}\u00a0%`;
};
const days = (count: number) => counted(count, 'día', 'días');

export const overview: Translated<typeof english> = {
  title: 'Inicio',
  readers: count => plural(count, 'suscriptor recibe', 'suscriptores reciben'),
  your_mail: 'tus correos',
  change: (net, since) =>
    net === 0
      ? `los mismos que hace ${days(since)}`
      : `${number(Math.abs(net))} ${net > 0 ? 'más' : 'menos'} que hace ${days(since)}`,
  unconfirmed: count => `${counted(count, 'persona no ha', 'personas no han')} confirmado aún`,
  needs: 'Requiere tu atención',
  nothing: 'Ahora nada requiere tu atención.',
  kinds: {
    errored: 'Un envío falló',
    uncertain: 'Copias inciertas',
    trouble: 'El servidor de correo no acepta correos',
    relay: 'Un servidor de envío no acepta correos',
    paused: 'El envío está en pausa',
    approval: 'Espera aprobación',
    feed_failing: 'No se puede leer un feed',
    automation_stopped: 'Se paró una automatización',
    items_held: 'Hay entradas que esperan tu decisión',
    comments: 'Hay comentarios por aprobar',
    replies: 'Hay respuestas sin leer',
    webhook: 'Un webhook quedó en pausa',
    runs_late: 'Hay pasos atrasados que esperan tu decisión',
    runs_held: 'Hay personas que esperan en una secuencia',
    complaints: 'Marcado como spam demasiadas veces',
    domain: 'El dominio no funciona',
    sender: 'El remitente',
    backup: 'Las copias de seguridad',
  },
  asked: 'Pedido el',
  failing: 'Desde el',
  last_backup: 'La última buena es del',
  to_domain: 'Qué falla y qué hacer',
  to_webhooks: 'Webhooks',
  to_backups: 'Copias de seguridad de esta instalación',
  drafts: 'Seguir escribiendo',
  edited: 'Editado el',
  all_drafts: count => (count === 1 ? 'El borrador' : `Los ${number(count)} borradores`),
  sender: 'El remitente',
  sender_states: {
    checking: 'Se están comprobando los registros DNS del remitente…',
    good: 'Los registros DNS y los servidores de correo están en orden.',
    unknown: 'Algunas comprobaciones del remitente no se pudieron completar ahora mismo.',
    failed: 'No se pudo comprobar el remitente ahora mismo.',
  },
  faults: (count, first) => (count > 1 ? `${first} Y ${number(count - 1)} más.` : first),
  upcoming: 'Los próximos 14 días',
  calendar: 'Calendario',
  day: (day, count) => `${day}: ${count === 0 ? 'nada previsto' : counted(count, 'entrada', 'entradas')}`,
  nothing_planned: 'No hay nada previsto.',
  plan: 'Programa un correo al revisarlo y aparecerá aquí.',
  more_planned: count => `y ${number(count)} más`,
  run: 'busca entradas nuevas',
  last: 'El último número',
  no_issue:
    'Aún no se ha enviado ningún número. Después del primero, aquí se compara con tus tasas habituales.',
  sent: 'Enviado el',
  sent_to: count => `a ${counted(count, 'suscriptor', 'suscriptores')}`,
  rates: { opens: 'Aperturas', clicks: 'Clics', unsubscriptions: 'Bajas' },
  percent,
  usually: rate => `lo habitual es ${percent(rate)}`,
  off: 'no se registra',
  against: issues =>
    issues === 0
      ? 'Después del segundo número aparece una marca con tu tasa habitual.'
      : `La marca es tu tasa habitual: ${issues === 1 ? 'la del número anterior' : `la mediana de los ${number(issues)} números anteriores`}. Las aperturas y los clics cuentan personas, no máquinas; las partes son de las copias que aceptaron los servidores de correo.`,
  growth: 'Crecimiento',
  periods: { '30': '30 días', '90': '90 días', '365': 'Un año' },
  period: 'Periodo',
  curve:
    'Suscriptores a lo largo del tiempo, con las altas y bajas debajo; la tabla tiene los mismos números',
  came: count => counted(count, 'alta', 'altas'),
  went: count => counted(count, 'baja', 'bajas'),
  day_tip: (when, readers, came, went) =>
    [
      `${when}: ${counted(readers, 'suscriptor', 'suscriptores')}`,
      ...(came.length > 0 ? [`Altas: ${came.join(', ')}`] : []),
      ...(went.length > 0 ? [`Bajas: ${went.join(', ')}`] : []),
    ].join('\n'),
  part: (count, name) => `${number(count)} ${name.toLowerCase()}`,
  week_to: day => `Semana hasta el ${day}`,
  why: 'Por qué llegaron y se fueron',
  reason: 'Motivo',
  people: 'Personas',
  meaning: 'Qué significa',
  reasons: {
    signed_up: 'Se suscribieron',
    imported: 'Importadas',
    added: 'Añadidas',
    returned: 'Volvieron',
    unsubscribed: 'De baja',
    bounced: 'Rebote',
    complained: 'Marcaron spam',
    blocked: 'Bloqueadas',
    paused: 'En pausa',
    deleted: 'Eliminadas',
    other: 'Otros',
  },
  meanings: {
    signed_up: 'Confirmaron su suscripción, o se suscribieron donde no se pide confirmar',
    imported: 'Importadas de un archivo',
    added: 'Añadidas en el panel o por la API, ya confirmadas',
    returned: 'Vuelven a recibir correos tras una pausa, una baja o un rebote',
    unsubscribed: 'Se dieron de baja, o se les dio de baja aquí',
    bounced: 'Su buzón rechaza los correos de forma permanente',
    complained: 'Marcaron un correo como spam',
    blocked: 'Bloqueadas aquí',
    paused: 'Pusieron su suscripción en pausa',
    deleted: 'Eliminadas mientras recibían correos',
    other: 'Dejaron de recibir correos por otro motivo, como un pago fallido',
  },
  table: 'Día a día',
  table_day: 'Día',
  table_readers: 'Suscriptores',
  table_came: 'Altas',
  table_went: 'Bajas',
  definition:
    'Solo cuentan las personas que reciben tus correos: confirmadas, y ni de baja, ni en pausa, ni no entregables.',
  welcome: 'Tu boletín está listo',
  welcome_detail:
    'Tres pasos, en cualquier orden. Después, esta página muestra qué requiere tu atención, qué viene y cómo creces.',
  steps: {
    readers: 'Trae a tus suscriptores',
    readers_detail:
      'Añade uno a mano, importa un archivo o comparte tu página pública, que tiene un formulario.',
    write: 'Escribe tu primer correo',
    write_detail: 'Es un borrador hasta que lo hayas revisado.',
    sender: 'Comprueba el remitente',
    sender_detail:
      'El nombre y la dirección que ven los suscriptores, y la dirección postal que pide la ley.',
    done: 'Hecho',
  },
};
