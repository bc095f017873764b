import type {
  failures as englishFailures,
  frame as englishFrame,
  parts as englishParts,
  times as englishTimes,
} from '../frame.ts';
import type { Translated } from '../translated.ts';

export const parts: Translated<typeof englishParts> = {
  title: screen => `${screen} · Postrider`,
  busy: 'Espera, por favor',
  loading: 'Cargando',
  retry: 'Intentar otra vez',
  yes: 'Sí',
  no: 'No',
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  saved: 'Guardado',
  with_detail: (name, detail) => `${name}: ${detail}`,
  change: name => `Cambiar ${name}`,
  nothing: 'vacío',
  messages: 'Mensajes',
  show_more: 'Mostrar más',
  filters: used => (used === 0 ? 'Filtrar' : `Filtrar (${used})`),
  clear_filters: 'Quitar los filtros',
  copy: 'Copiar',
  copied: 'Copiado',
  not_copied: 'Este navegador no lo copió. Selecciona el texto y cópialo tú.',
  skip: 'Ir al contenido',
};

export const failures: Translated<typeof englishFailures> = {
  bug: 'Algo ha fallado en esta página',
  bug_detail:
    'Vuelve a cargar la página. Si ocurre otra vez, avisa a la persona que gestiona este Postrider.',
  offline: 'Postrider no responde',
  offline_detail: 'Comprueba tu conexión y si Postrider está en marcha, e inténtalo otra vez.',
  forbidden: 'No tienes permiso para hacer eso',
  not_found: 'No se encontró',
  refused: 'No funcionó',
  upload: status => `La subida falló (${status}). Inténtalo otra vez.`,
  no_page: 'Página no encontrada',
  no_page_detail: 'Puede que la página se haya movido o eliminado.',
  home: 'Ir al inicio',
  outdated: 'Postrider se ha actualizado. Vuelve a cargar para tener la versión nueva.',
  reload: 'Volver a cargar',
};

export const times: Translated<typeof englishTimes> = {
  at: (day, time) => `${day} a las ${time}`,
  there: (moment, city) => `${moment} en ${city}`,
  yours: (moment, city) => `${moment} donde estás tú, en ${city}`,
};

export const frame: Translated<typeof englishFrame> = {
  navigation: 'Principal',
  home: 'Inicio',
  emails: 'Correos',
  automations: 'Automatizaciones',
  feeds: 'Feeds',
  sequences: 'Secuencias',
  subscribers: 'Suscriptores',
  forms: 'Formularios',
  delivery: 'Envío',
  segments: 'Segmentos',
  templates: 'Plantillas',
  webhooks: 'Webhooks',
  events: 'Eventos',
  actions: 'Acciones en bloque',
  settings: 'Ajustes',
  search: 'Buscar',
  account: 'Tu cuenta',
  profile: 'Tu perfil',
  inbox: 'Bandeja',
  system: 'Sistema',
  reference: 'Referencia de la API',
  shortcuts: 'Atajos de teclado',
  sign_out: 'Cerrar sesión',
  switch: 'Cambiar de boletín',
  switch_to: name => `Cambiar a ${name}`,
  view_page: 'Ver la página pública',
};
