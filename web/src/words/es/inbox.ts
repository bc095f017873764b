import { bytes, counted, number } from '../counted.ts';
import type { inbox as english } from '../inbox.ts';
import type { Translated } from '../translated.ts';

export const inbox: Translated<typeof english> = {
  title: 'Bandeja',
  back: 'Inicio',
  to_list: 'Bandeja',
  bytes,
  received: count => counted(count, 'mensaje recibido', 'mensajes recibidos'),
  kept: count => `se guardan los ${number(count)} más recientes`,
  found: count => counted(count, 'mensaje encontrado', 'mensajes encontrados'),
  search: 'Buscar correos',
  search_hint: 'Asunto, remitente o destinatario',
  list: 'Mensajes',
  no_subject: '(sin asunto)',
  to: address => `para ${address}`,
  empty: 'Aún no hay correos',
  empty_detail:
    'No hay ningún servidor de correo configurado, así que lo que envía Postrider llega aquí, y nadie más lo recibe. Envía un correo a un suscriptor y estará aquí un segundo después. Configura SMTP_URL para enviar correos de verdad.',
  nothing: 'Ningún mensaje coincide',
  nothing_detail: 'Solo se busca en el asunto, el remitente y el destinatario.',
  show_all: 'Mostrar todos los correos',
  newer: 'Más recientes',
  older: 'Más antiguos',
  pages: 'Páginas',
  range: (first, last, count) => `${number(first)}–${number(last)} de ${number(count)}`,
  delete_all: 'Eliminar todo…',
  delete_title: '¿Eliminar todos los correos de la bandeja?',
  delete_detail:
    'Los mensajes no se pueden recuperar. Las entregas, aperturas y clics de tus correos quedan como están.',
  delete_act: 'Eliminar todo',
  deleted: count => counted(count, 'mensaje eliminado', 'mensajes eliminados'),
  closed: 'No puedes ver la bandeja',
  closed_detail:
    'Solo existe mientras no hay un servidor de correo configurado, y es para personas que pueden ver correos y suscriptores. Pregunta a un propietario del boletín.',
  gone: 'Este mensaje ya no está aquí',
  gone_detail:
    'La bandeja guarda los 1000 mensajes más recientes, y puede que alguien los haya eliminado todos.',
  from: 'De',
  recipient: 'Para',
  arrived: 'Recibido',
  size: 'Tamaño',
  files: 'Archivos',
  unnamed: 'sin nombre',
  views: { html: 'HTML', text: 'Texto', source: 'Código fuente', headers: 'Cabeceras' },
  view: 'Vista',
  no_part: {
    html: 'Este mensaje no tiene parte HTML.',
    text: 'Este mensaje no tiene parte de texto.',
  },
  framed: 'El mensaje',
  alone: 'Abrir en otra pestaña',
  whole: 'El resto no se muestra aquí. Abre el código fuente en otra pestaña para verlo todo.',
};
