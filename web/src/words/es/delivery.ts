import { counted, number } from '../counted.ts';
import type { dkim as englishDkim, domain as englishDomain, relay as englishRelay } from '../delivery.ts';
import type { Translated } from '../translated.ts';

export const domain: Translated<typeof englishDomain> = {
  title: 'Dominio',
  from: 'Los correos salen de',
  checked: 'comprobado el',
  check: 'Comprobar ahora',
  checking: 'Consultando el DNS…',
  good: 'Todos los registros están en el DNS.',
  faults: count => `${counted(count, 'registro necesita', 'registros necesitan')} tu atención.`,
  silent: 'El DNS no respondió',
  silent_detail:
    'Postrider no puede saber si tus registros están publicados. Vuelve a comprobarlo en un minuto. Si sigue ocurriendo, el equipo en el que funciona Postrider no llega a sus servidores de nombres.',
  records: 'Registros por publicar',
  records_note:
    'Añádelos donde se gestiona el DNS de tu dominio. Con ellos, los proveedores de correo saben que el correo es tuyo; los grandes rechazan el correo sin ellos.',
  optional: 'Recomendables',
  optional_note: 'El correo llega sin estos registros. Te informan de más cosas o protegen mejor tu nombre.',
  states: { found: 'Encontrado', missing: 'Falta', wrong: 'Incorrecto', unknown: 'Desconocido' },
  purposes: {
    SPF: 'SPF: quién puede enviar por este dominio',
    DKIM: 'DKIM: la clave de nuestra firma',
    DMARC: 'DMARC: qué hacen los receptores con correos falsificados',
    'return path': 'Dirección de retorno: adónde van los rebotes',
    'DMARC reports': 'Informes sobre correos en tu nombre',
    permission: 'Permiso para informes sobre tu dominio',
    'TLS reports': 'Informes sobre el cifrado del correo que recibes',
    'MTA-STS': 'MTA-STS: el correo que recibes va cifrado',
    'MTA-STS policy': 'MTA-STS: la política',
    BIMI: 'BIMI: tu logotipo junto a tus correos',
  },
  type: 'Tipo',
  name: 'Nombre',
  value: 'Valor',
  found: 'En el DNS hay',
  copy_name: name => `Copiar el nombre ${name}`,
  copy_value: name => `Copiar el valor de ${name}`,
};

export const dkim: Translated<typeof englishDkim> = {
  title: 'Claves DKIM',
  note: 'Firman cada correo, para que los receptores vean que no se cambió por el camino. Las claves van en pares, porque algunos receptores solo entienden un tipo.',
  make: 'Crear claves',
  rotate: 'Cambiar las claves',
  made: 'Las claves están creadas. Publica sus registros y compruébalos después.',
  empty: 'Los correos no van firmados',
  empty_detail:
    'Crea claves, publica sus registros y compruébalos después. Si tu servidor de correo firma por sí mismo, aquí no necesitas claves.',
  kinds: { 'rsa-sha256': 'RSA', 'ed25519-sha256': 'Ed25519' },
  states: {
    waiting: 'espera a que una comprobación la encuentre en el DNS',
    signs: 'firma tus correos',
    succeeded: 'sustituida por una clave más nueva',
    elsewhere: name => `pertenece a ${name} y ahora no firma nada`,
    retired: 'ya no firma',
    leaving: 'ya no firma; deja su registro en el DNS hasta el',
    destroyed: 'destruida; puedes quitar su registro',
    delegated: 'publicada por quien gestiona Postrider',
  },
  calendar: 'Claves nuevas',
  calendar_hint:
    'Las claves nuevas se crean con 14 días de antelación, y un correo te da sus registros. Firman cuando el DNS ha tenido los registros durante un día. Una semana después, las claves antiguas se destruyen y puedes quitar sus registros.',
  calendar_saved: 'Guardado.',
  by_hand: 'Cuando yo las cree',
  every: months => (months === 1 ? 'Cada mes' : `Cada ${number(months)} meses`),
  since: 'desde el',
  activate: 'Firmar con ella',
  activated: 'La clave firma ahora tus correos.',
  retire: 'Retirar…',
  retired: 'La clave ya no firma.',
  retire_title: selector => `¿Retirar ${selector}?`,
  retire_detail:
    'Ya no firmará correos. Deja su registro en el DNS una semana, para que se puedan verificar los correos que aún están en camino.',
  last: kind => `No hay otra clave ${kind} que firme.`,
  retire_act: 'Retirar',
  remove: 'Eliminar…',
  delete_title: selector => `¿Eliminar ${selector}?`,
  delete_detail:
    'No podrá volver a firmar. Quita su registro del DNS cuando haya llegado el último correo que firmó, al cabo de una semana aproximadamente.',
  delete_act: 'Eliminar',
  deleted: 'La clave se ha eliminado.',
  more: selector => `Más sobre ${selector}`,
  rotation:
    'Para cambiar las claves ahora, crea otras nuevas, publica sus registros y compruébalos. A partir de entonces firman las nuevas, y las antiguas se retiran solas.',
};

export const relay: Translated<typeof englishRelay> = {
  title: 'Servidor de correo',
  lead: 'Postrider entrega tus correos a este servidor, y el servidor los reparte. Una prueba se conecta del mismo modo y muestra sus respuestas. No cambia nada.',
  send: address => `Enviar un correo a ${address}`,
  send_hint: 'Solo lo recibes tú. Mira si llegó y si pasó SPF, DKIM y DMARC.',
  send_nowhere: 'Enviarme un correo',
  profile: 'Tu perfil aún no tiene una dirección.',
  test: 'Probar ahora',
  tested: 'probado el',
  states: { good: 'Funciona', warning: 'Funciona, con problemas', failed: 'No funciona' },
  steps: {
    connect: 'Conexión',
    tls: 'TLS',
    ehlo: 'Funciones',
    login: 'Inicio de sesión',
    mail: 'Correo',
  },
  step_states: { good: 'Bien', warning: 'Requiere atención', failed: 'Falló', skipped: 'Sin probar' },
  milliseconds: value => `${number(value)}\u00a0ms`,
  certificate: (subject, issuer) => `certificado de ${subject} emitido por ${issuer}, válido hasta el`,
  mailed: address =>
    `El servidor de correo aceptó el correo a ${address}. Mira su código fuente: SPF, DKIM y DMARC deben decir «pass».`,
  inbox: 'Los correos se quedan aquí',
  inbox_detail:
    'Ningún servidor recoge los correos de este boletín, así que se quedan en la bandeja integrada. Para enviar correos de verdad, un propietario de la instalación añade abajo un servidor de correo o configura SMTP_URL.',
  owners: 'Solo los propietarios pueden probar el servidor de correo',
  owners_detail:
    'Pídelo a un propietario de este boletín. La comprobación del dominio dice si se puede llegar al servidor de correo.',
};
