import { counted } from '../counted.ts';
import type { emails as english } from '../emails.ts';
import type { Translated } from '../translated.ts';

export const emails: Translated<typeof english> = {
  title: 'Correos',
  write: 'Escribir',
  untitled: 'Sin título',
  filter: 'Mostrar',
  filters: { draft: 'Borradores', scheduled: 'Programados', sent: 'Enviados', errored: 'Fallidos' },
  search: 'Buscar en los asuntos',
  empty: 'Escribe tu primer correo',
  empty_detail:
    'Empieza como borrador. Lo revisas antes de que llegue a tus suscriptores; después aparece también en tu página pública.',
  none: 'Ningún correo coincide',
  none_detail: 'Prueba otro filtro u otras palabras del asunto.',
  show_all: 'Mostrar todos los correos',
  list: count => counted(count, 'correo', 'correos'),
  status: {
    draft: 'Borrador',
    about_to_send: 'A punto de enviarse',
    scheduled: 'Programado',
    transactional: 'En una secuencia',
    in_flight: 'Enviándose',
    imported: 'Importado',
    deleted: 'Eliminado',
    sent: 'Enviado',
    errored: 'Fallido',
  },
  waits_for_approval: 'Espera aprobación',
  not_approved: 'No aprobado',
  to_approve: 'Por aprobar',
  more: subject => `Más sobre «${subject}»`,
  delete: 'Eliminar',
  delete_ask: 'Eliminar…',
  deleted: 'Correo eliminado.',
  changed:
    'No se ha eliminado: este correo ha cambiado desde que se cargó la página. Vuelve a mirarlo antes.',
  delete_title: subject => `¿Eliminar «${subject}»?`,
  delete_draft: 'Se eliminan el borrador y su texto. No se puede deshacer.',
  delete_waiting: 'No se enviará, y su texto se elimina. No se puede deshacer.',
  delete_sent:
    'Desaparece de esta lista y de tu página pública. Los suscriptores conservan sus copias. No se puede deshacer.',
  duplicate: 'Duplicar',
  view: 'Ver en el archivo',
  duplicated: subject => `Copia de ${subject}`,
};
