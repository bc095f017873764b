import { bytes } from '../counted.ts';
import type { exports as english } from '../exports.ts';
import type { Translated } from '../translated.ts';

export const exports: Translated<typeof english> = {
  title: 'Exportar',
  archive: 'Todo en una copia exportada',
  archive_note:
    'Un archivo zip con las personas y sus consentimientos, correos, archivos, feeds, estadísticas y ajustes. Otro Postrider puede importarlo; otros programas pueden leerlo. Contiene todas las direcciones: guárdalo bien.',
  make: 'Crear una copia',
  archive_owner: 'Solo un propietario puede crear una copia exportada.',
  none: 'Aún no hay copias.',
  of: moment => `Copia del ${moment}`,
  collections: names => `solo ${names.join(', ')}`,
  statuses: {
    not_started: 'En espera',
    in_progress: 'Escribiéndose',
    ready: 'Lista',
    error: 'Fallida',
  },
  size: bytes,
  until: day => `se guarda hasta el ${day}`,
  download: 'Descargar',
  remove: 'Eliminar',
  removed: 'La copia se ha eliminado.',
  made: 'La copia se está escribiendo.',
  tables: 'Tablas para hojas de cálculo',
  tables_note: 'Cada una es un archivo CSV con los datos actuales.',
  csv: 'Descargar CSV',
  csv_of: name => `Descargar CSV: ${name}`,
  resources: {
    subscribers: 'Personas',
    tags: 'Etiquetas',
    segments: 'Segmentos',
    consents: 'Consentimientos',
    emails: 'Correos',
    snippets: 'Fragmentos',
    deliveries: 'Entregas',
    hits: 'Aperturas y clics',
  },
  resource_notes: {
    subscribers: 'Todas las personas, con todos los campos o en el formato de otro servicio',
    tags: 'Nombres y descripciones',
    segments: 'Nombres y filtros',
    consents: 'Cuándo y dónde aceptó la gente, y con qué texto',
    emails: 'Asuntos, estados y fechas, sin los textos',
    snippets: 'Trozos de texto para correos',
    deliveries: 'El resultado para cada destinatario de cada correo',
    hits: 'Cada apertura y cada clic, con su veredicto',
  },
  layouts: {
    postrider: 'Todos los campos (CSV)',
    mailchimp: 'Para Mailchimp (CSV)',
    buttondown: 'Para Buttondown (CSV)',
    ghost: 'Para Ghost (CSV)',
  },
};
