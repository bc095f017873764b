import { counted, number, plural } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type {
  resend as englishResend,
  sending as englishSending,
  share as englishShare,
} from '../watching.ts';

const people = (count: number) => counted(count, 'persona', 'personas');

export const sending: Translated<typeof englishSending> = {
  going: 'Enviando',
  failed: 'El envío falló',
  paused: 'En pausa',
  paused_by: name => `por ${name}.`,
  undo: 'Deshacer',
  undone: 'No enviado. El correo vuelve a ser un borrador.',
  parts: {
    accepted: 'Aceptadas',
    in_hand: 'En entrega',
    planned: 'En espera',
    refused: 'Rechazadas',
    uncertain: 'Inciertas',
    bounced: 'Volvieron',
  },
  part: (count, name) => `${number(count)} ${name.toLowerCase()}`,
  of_all: (parts, all) => `${parts.join(', ')}, de ${number(all)}`,
  accepted_for: 'Aceptado para',
  of_people: all => `de ${people(all)}`,
  waits: seconds => `Sale en ${counted(seconds, 'segundo', 'segundos')}`,
  starts: 'Empezando',
  will_get_it: count => plural(count, 'suscriptor lo recibirá', 'suscriptores lo recibirán'),
  nobody_yet: 'Nadie lo ha recibido aún.',
  only_page: 'Aparecerá en tu página. Nadie recibe un correo.',
  finding: 'Averiguando quién lo recibe…',
  nobody: 'Nadie lo ha recibido.',
  nobody_there: 'No había nadie entre los destinatarios, así que nadie recibió un correo.',
  only_published: 'Está en tu página. Nadie recibió un correo.',
  pace: rate => `${counted(Math.max(1, Math.round(rate)), 'mensaje', 'mensajes')} por segundo.`,
  end: 'A este ritmo, terminará el',
  why: 'Por qué esperan algunas copias',
  next_try: 'Próximo intento:',
  planned_end: 'Con el plan de calentamiento, terminará como pronto el',
  old: time => `Sin conexión. Estas cifras son de las ${time}, y se actualizan cuando vuelva la conexión.`,
  lasted: minutes =>
    minutes < 1
      ? 'Todas las copias salieron en menos de un minuto.'
      : `Todas las copias salieron en ${minutes < 120 ? counted(Math.round(minutes), 'minuto', 'minutos') : counted(Math.round(minutes / 60), 'hora', 'horas')}.`,
  pause: 'Poner en pausa',
  resume: 'Reanudar',
  inbox: 'Verlo en la bandeja',
  edit: 'Editar la página web',
  progress: 'Progreso',
  domains: 'Por dominio receptor',
  others: count => `${people(count)} en otros dominios`,
  counted_at: time => `Contado a las ${time}; las cifras de arriba son más recientes.`,
};

export const resend: Translated<typeof englishResend> = {
  open: 'Enviar otra vez…',
  title: 'Enviar otra vez a quienes no lo recibieron',
  explain: 'Reciben el mismo mensaje una vez más. Nadie más lo recibe.',
  uncertain: count => counted(count, 'incierta', 'inciertas'),
  uncertain_hint:
    'La conexión se cortó mientras se entregaban sus copias. Algunas personas pueden tenerlo ya, y lo recibirían dos veces.',
  permanent: count => counted(count, 'rechazada', 'rechazadas'),
  permanent_hint: left_out =>
    `Sus servidores de correo lo rechazaron. Envía otra vez cuando la causa esté resuelta.${left_out > 0 ? ` ${counted(left_out, 'persona que ya no recibe correos se queda fuera', 'personas que ya no reciben correos se quedan fuera')}.` : ''}`,
  temporary: count => counted(count, 'aplazada', 'aplazadas'),
  temporary_hint:
    'Sus servidores de correo estaban ocupados o llenos. Postrider lo intenta ahora en lugar de más tarde.',
  who: (addresses, others) => [...addresses, ...(others > 0 ? [`${number(others)} más`] : [])].join(', '),
  list: 'Enumerarlas',
  act: count => (count === 0 ? 'Enviar otra vez' : `Enviar otra vez a ${people(count)}`),
  done: count => counted(count, 'copia se enviará otra vez.', 'copias se enviarán otra vez.'),
};

export const share: Translated<typeof englishShare> = {
  title: 'Compártelo',
  address: 'Dirección',
  limited: 'Quien no puede leerlo todo ve el principio.',
  copy: 'Copiar la dirección',
  places: {
    mail: 'Correo',
    mastodon: 'Mastodon',
    bluesky: 'Bluesky',
    linkedin: 'LinkedIn',
    x: 'X',
  },
};
