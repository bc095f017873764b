import { counted, plural, bytes as sizeOf } from '../counted.ts';
import type { review as english } from '../review.ts';
import type { Translated } from '../translated.ts';
import { approval } from './approval.ts';

const subscribers = (count: number) => counted(count, 'suscriptor', 'suscriptores');
const singular: Record<string, string> = {
  attachment: 'el adjunto',
  email: 'el correo',
  snippet: 'el fragmento',
  template: 'la plantilla',
  file: 'el archivo',
  survey: 'la encuesta',
  segment: 'el segmento',
  tag: 'la etiqueta',
};

export const review: Translated<typeof english> = {
  title: '¿Listo para enviar?',
  recipients: (count, all, when) => {
    const gets =
      all > count
        ? `de ${counted(all, 'persona', 'personas')} lo ${plural(count, 'recibe', 'reciben')}`
        : plural(count, 'suscriptor lo recibe', 'suscriptores lo reciben');
    return `${gets}${when ? ` el ${when}` : ''}.`;
  },
  others: count => counted(count, 'persona no lo recibirá', 'personas no lo recibirán'),
  nobody_left_out: 'No se queda nadie fuera.',
  cap: 'Límite de correos',
  cap_ignored: ({ count, days }) =>
    `Ignorado: también va a personas que han recibido ${counted(count, 'correo', 'correos')} en ${counted(days, 'día', 'días')}`,
  counting: 'Contando…',
  show_people: 'Mostrar quiénes son',
  filtered: 'Suscriptores que coinciden con su filtro',
  subject: 'Asunto',
  from: 'De',
  to: 'Para',
  length: 'Longitud',
  audiences: {
    public: 'Todas las personas que han confirmado',
    private: 'Todas las personas que han confirmado, pero no en la web',
    premium: 'Suscriptores de pago',
    free: 'Suscriptores que no pagan',
    churned: 'Antiguos suscriptores de pago',
    archival: 'Nadie: solo se publica en la web',
  },
  tagged: count => `Suscriptores elegidos con ${counted(count, 'etiqueta', 'etiquetas')}`,
  words: count =>
    `${counted(count, 'palabra', 'palabras')}, ${Math.max(1, Math.round(count / 230))} min de lectura`,
  send: count => `Enviar a ${subscribers(count)}`,
  send_uncounted: 'Enviar',
  publish: 'Publicar',
  approve: count => `Aprobar y enviar a ${subscribers(count)}`,
  ask: 'Pedir aprobación',
  asked_now: 'Otro propietario o editor tiene que aprobarlo. Hasta entonces puedes seguir escribiendo.',
  schedule: 'Programar…',
  when: 'Cuándo',
  when_hint: 'el próximo martes a las 9, o en 2 horas',
  when_unknown: 'Eso no es un momento en el futuro. Prueba «viernes 9» o «24 dic 18:00», o elige uno abajo.',
  elsewhere: 'Hora en otros lugares',
  schedule_for: moment => `Programar para el ${moment}`,
  ask_for: moment => `Pedir aprobación para el ${moment}`,
  approve_for: moment => `Aprobar y programar para el ${moment}`,
  sender_good: 'El dominio del remitente y el servidor de correo están bien configurados.',
  sender_inbox: 'Los correos se quedan en la bandeja integrada hasta que configures un servidor de correo.',
  sender_faults: count => `${counted(count, 'problema', 'problemas')} con el remitente`,
  people: count =>
    count === 1 ? 'Qué recibe un suscriptor' : `Qué reciben ${count === 2 ? 'dos' : 'tres'} suscriptores`,
  same: 'El mismo texto que los demás',
  size: 'Tamaño',
  sizes: (bytes, isClipped) =>
    `${sizeOf(bytes)}; ${isClipped ? 'Gmail lo corta a los 102 kB' : 'se muestra entero en todas partes'}`,
  schedule_at: 'Enviar el',
  zone: zone => `En la zona horaria del boletín, ${zone}`,
  here: (moment, city) => `Donde estás tú (${city}) es: ${moment}.`,
  confirm_schedule: 'Programar',
  unschedule: 'Volver a borrador',
  scheduled_for: 'Programado para el',
  keep: 'Seguir escribiendo',
  nobody: 'No lo recibiría nadie: ningún suscriptor confirmado coincide.',
  add_subscriber: 'Añadir un suscriptor',
  findings: count => `${counted(count, 'cosa', 'cosas')} por revisar`,
  hide_rest: 'Ocultarlo a quienes no pagan',
  jump: said => (said ? `Ir a «${said}»` : 'Ir allí'),
  test: 'Enviarme una prueba',
  test_others: 'A otras personas…',
  test_to: 'Direcciones',
  test_hint: 'Separa las direcciones con comas. Las pruebas no cuentan en el informe.',
  test_send: 'Enviar la prueba',
  tested: address => `Una prueba va de camino a ${address}.`,
  withdrawn: 'El correo vuelve a ser un borrador.',
  since: {
    yours: 'Cambiado desde que lo revisaste el',
    theirs: who => `Cambiado desde que ${who} lo revisó el`,
    by: names => `por ${names.map(name => (name === approval.you ? 'ti' : name)).join(', ')}`,
    somebody: 'alguien',
  },
  changed: {
    title: 'Este correo ha cambiado',
    explain:
      'Alguien ha cambiado este correo, o algo que usa, desde que abriste la revisión. No se envió nada. Qué ha cambiado:',
    status: 'Estado',
    others: 'También cambió',
    parts: 'Qué usa',
    part: (part, name) =>
      part === 'newsletter' ? `el ajuste «${name}» del boletín` : `${singular[part] ?? part} «${name}»`,
    changed: (part, who) => (who === approval.you ? `Cambiaste ${part}.` : `${who} cambió ${part}.`),
    added: part => `Nuevo: ${part}`,
    removed: part => `Ya no está: ${part}`,
    fields: {
      filters: 'quién lo recibe',
      attachments: 'los adjuntos',
      metadata: 'los metadatos',
      secondary_id: 'el número del boletín',
      related_email_ids: 'los correos relacionados',
    },
    review: 'Revisarlo como está ahora',
  },
};
