import { number } from '../counted.ts';
import type { gmail as english } from '../gmail.ts';
import type { Translated } from '../translated.ts';

const percent = (share: number | null) => {
  if (share === null) return '–';
  const places = share < 0.01 ? 100 : 10;
  return `${number(Math.round(100 * share * places) / places)}\u00a0%`;
};

export const gmail: Translated<typeof english> = {
  title: 'Cómo ve Gmail tus correos',
  note: source => `De Postmaster Tools de Gmail, sobre ${source}. Gmail publica con un día de retraso.`,
  off: 'Gmail no dice a nadie quién marca un correo como spam, pero lo cuenta. Un propietario de la instalación puede conectar sus Postmaster Tools, y aquí aparecen las cifras diarias.',
  nothing:
    'Gmail aún no ha dicho nada. Lo hace al cabo de uno o dos días, y solo sobre días con suficientes correos.',
  percent,
  columns: {
    day: 'Día',
    spam: 'Spam',
    own: 'Spam, este boletín',
    dkim: 'DKIM',
    spf: 'SPF',
    dmarc: 'DMARC',
    errors: 'No aceptado',
  },
  table: 'Cifras de Gmail por día',
  spam_note:
    'Spam: del correo en las bandejas de entrada, la parte que la gente marcó. Quédate por debajo del 0,1\u00a0%; a partir del 0,2\u00a0%, el correo a Gmail sale despacio.',
  emails: 'Los más marcados',
  worst: share => `${percent(share)} en el peor día`,
  demands: 'Qué exige Gmail',
  met: 'Cumplido',
  unmet: 'Sin cumplir',
  requirements: {
    SPF: 'SPF',
    DKIM: 'DKIM',
    SPF_AND_DKIM: 'SPF y DKIM',
    DMARC_POLICY: 'Una política DMARC',
    DMARC_ALIGNMENT: 'El remitente coincide con DKIM o SPF',
    MESSAGE_FORMATTING: 'Mensajes bien formados',
    DNS_RECORDS: 'Registros DNS del servidor de correo, en ambos sentidos',
    ENCRYPTION: 'Conexiones cifradas',
    USER_REPORTED_SPAM_RATE: 'Pocos avisos de spam',
    ONE_CLICK_UNSUBSCRIBE: 'Baja con un clic',
    HONOR_UNSUBSCRIBE: 'La baja tiene efecto',
  },
  connect: 'Conectar Gmail…',
  connect_title: 'Conectar Postmaster Tools de Gmail',
  connect_act: 'Conectar',
  connect_hint:
    'En la consola de Google Cloud, activa la API de Gmail Postmaster Tools, crea una cuenta de servicio y una clave de tipo JSON. En postmaster.google.com, da a la dirección de la cuenta de servicio acceso a tu dominio.',
  key: 'El archivo de la clave',
  key_hint: 'Pega el archivo entero. Se guarda cifrado.',
  connected: 'Conectado. Las cifras se leen en un minuto.',
  disconnect: 'Desconectar…',
  disconnect_title: '¿Desconectar Postmaster Tools de Gmail?',
  disconnect_detail: 'Se eliminan la clave y todas las cifras, para todos los boletines de esta instalación.',
  disconnect_act: 'Desconectar',
  disconnected: 'Desconectado.',
};
