import { counted, number } from '../counted.ts';
import type { domainReports as english } from '../domain-reports.ts';
import type { Translated } from '../translated.ts';

const messages = (count: number) => counted(count, 'mensaje', 'mensajes');

export const domainReports: Translated<typeof english> = {
  title: 'Quién envía en tu nombre',
  summary: (domain, { messages: all, passed }) =>
    `Los receptores informaron de ${messages(all)} en nombre de ${domain} en los últimos 30 días. ${passed === all ? 'Todos pasaron' : counted(passed, 'pasó', 'pasaron')} DKIM o SPF.`,
  reports: count => counted(count, 'informe', 'informes'),
  last: 'el último sobre el',
  empty:
    'Ningún informe en los últimos 30 días. Los receptores informan una vez al día de quién envía correos en nombre de tu dominio, si su registro DMARC se lo pide. Los primeros informes llegan uno o dos días después de publicar el registro.',
  no_mailbox:
    'Los receptores pueden informar de quién envía correos en nombre de tu dominio, pero necesitan un buzón que lea Postrider. Configura BOUNCE_DOMAIN y la comprobación propone los registros.',
  passed: (passed, all) => `${number(passed)} de ${messages(all)} pasaron`,
  standings: {
    ours: 'Enviado desde aquí',
    forwarded: 'Reenviado desde aquí',
    allowed: 'Puede enviar',
    stranger: 'Sin autenticar',
  },
  through: service => `a través de ${service}`,
  key: selector => `clave ${selector}`,
  as: domains => `como ${domains.join(', ')}`,
  rejected: count => counted(count, 'rechazado', 'rechazados'),
  quarantined: count => `${number(count)} a la carpeta de spam`,
  since: 'desde el',
  until: 'hasta el',
  told: organisations => `según ${organisations.join(', ')}`,
  others: count => `${counted(count, 'origen más', 'orígenes más')} con menos mensajes.`,
  tls: 'Cifrado del correo que recibes',
  tls_note: (failed, sessions) =>
    failed === 0
      ? `De ${counted(sessions, 'conexión notificada', 'conexiones notificadas')}, todas usaron cifrado.`
      : `${number(failed)} de ${counted(sessions, 'conexión no se pudo', 'conexiones no se pudieron')} cifrar.`,
  connections: count => counted(count, 'conexión', 'conexiones'),
  reporters: 'Quién informa',
  reporters_note:
    'Cualquiera puede enviar un informe y llamarse como quiera. Por eso Postrider solo muestra los informes y nunca actúa por ellos.',
  by: sender => (sender === '' ? 'remitente desconocido' : `de ${sender}`),
};
