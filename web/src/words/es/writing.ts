import { counted } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type {
  conflict as englishConflict,
  page_note as englishPageNote,
  preview as englishPreview,
  rail as englishRail,
  revisions as englishRevisions,
  write as englishWrite,
} from '../writing.ts';

export const write: Translated<typeof englishWrite> = {
  title: 'Escribir',
  back: 'Correos',
  subject: 'Asunto',
  subject_hint: 'Asunto',
  body: 'Texto',
  body_hint: 'Escribe, o teclea / para insertar algo',
  saved: 'Guardado',
  saving: 'Guardando…',
  page_saved: 'La página web se ha guardado',
  unsaved: 'Sin guardar',
  kept: 'Aún sin guardar. Tu texto está en este navegador.',
  unfinished: line =>
    line === undefined
      ? 'En este navegador hasta que el texto esté terminado'
      : `En este navegador hasta que la línea ${line} esté terminada`,
  unfinished_short: 'Guardado aquí',
  unfinished_reason: ({ part, line, reason }) => {
    if (part === 'body' && line !== undefined) return `Línea ${line}: ${reason}`;
    return part === 'body' ? `Texto: ${reason}` : `${part === 'subject' ? 'Asunto' : 'Avance'}: ${reason}`;
  },
  open_liquid: {
    end: mark => `«${mark}» no tiene final.`,
    content: mark => `«${mark}» está vacío.`,
    end_tag: name => `«${name}» no tiene «end${name}».`,
    name: name => `«${name}» no es un nombre completo.`,
  },
  not_kept: 'Sin guardar, y este navegador no tiene espacio. Deja esta página abierta hasta que se guarde.',
  finish_first: reason => `Termina el texto antes de revisarlo. ${reason}`,
  restored: 'Se ha recuperado texto sin guardar de este navegador.',
  review: 'Revisar',
  settings: 'Ajustes',
  save_template: 'Guardar como plantilla…',
  marks: 'Marcas',
  marks_next: isOn => (isOn ? 'Mostrar las marcas de Markdown' : 'Ocultar las marcas de Markdown'),
  preview: 'Vista previa',
  text: 'Texto',
  width: 'Ancho',
  wide: 'Ancho',
  phone: 'Teléfono',
  scheme: 'Colores',
  light: 'Claro',
  dark: 'Oscuro',
  preview_of: subject => `Vista previa de ${subject}`,
};

export const conflict: Translated<typeof englishConflict> = {
  title: 'Cambiado en dos lugares',
  explain:
    'Este correo se cambió en otro lugar mientras lo cambiabas aquí. Elige qué conservar. No se guarda nada hasta que lo hagas, y no se pierde ninguna versión.',
  undecided: 'También se cambió en otro lugar. Elige qué conservar.',
  choose: 'Elegir…',
  mine: 'Lo tuyo',
  theirs: 'Lo otro',
  both: 'Ambos',
  removed: 'Quitado',
  same: blocks => `Igual en ambos: ${counted(blocks, 'párrafo', 'párrafos')}`,
  all_mine: 'Conservar todo lo tuyo',
  all_theirs: 'Conservar todo lo otro',
  apply: 'Guardar esto',
  piece: number => `Cambio ${number}`,
  merged: 'Los cambios hechos en otro lugar se añadieron a los tuyos.',
  fields: {
    subject: 'Asunto',
    body: 'Texto',
    email_type: 'Va a',
    included_tags: 'Etiquetas',
    excluded_tags: 'Etiquetas excluidas',
    slug: 'Dirección',
    description: 'Descripción',
    image: 'Imagen',
    canonical_url: 'Dirección original',
    template: 'Diseño',
    locale: 'Idioma',
    archival_mode: 'En la web',
    featured: 'Arriba en la portada',
    commenting_mode: 'Comentarios en la página',
    ignores_cap: 'Ignorar el límite de correos',
    should_send_teaser: 'Avance',
    custom_teaser: 'Texto del avance',
    publish_date: 'Fecha',
    reader_time: 'A la hora del lector',
    ab_test: 'Prueba A/B',
  },
};

export const rail: Translated<typeof englishRail> = {
  title: 'Sobre este correo',
  language_of_newsletter: 'El del boletín',
  language_hint:
    'El del texto, el de todo lo que lo rodea en el correo y en su página, y el de su dirección de escritura.',
  types: {
    public: { name: 'Todos', hint: 'Lo reciben todas las personas que han confirmado.' },
    private: {
      name: 'Todos, no en la web',
      hint: 'Lo reciben todas las personas que han confirmado. No tiene página.',
    },
    premium: {
      name: 'Suscriptores de pago',
      hint: 'Los demás pueden recibir un avance.',
    },
    free: {
      name: 'Suscriptores que no pagan',
      hint: 'Los suscriptores de pago no lo reciben.',
    },
    churned: {
      name: 'Antiguos suscriptores de pago',
      hint: 'Solo quienes pagaron antes. No tiene página.',
    },
    archival: { name: 'Nadie', hint: 'Aparece en tu página y no se envía.' },
  },
  included_tags: 'Solo suscriptores con todas estas etiquetas',
  excluded_tags: 'Dejar fuera a suscriptores con alguna de estas etiquetas',
  filtered: 'Sus destinatarios son un filtro puesto por la API. Queda como está.',
  who: 'Ver quién lo recibe',
  type_hint_out: 'Esto solo decide quién puede leer su página. Nadie recibe otro correo.',
  description_hint_out: 'La muestran los buscadores y los enlaces compartidos.',
  description_hint:
    'Los programas de correo la muestran junto al asunto. Sin ella, muestran las primeras palabras del texto.',
  slug_hint: username => `El final de su dirección: /${username}/archive/…`,
  image_hint: 'Se muestra cuando alguien comparte un enlace a este correo.',
  upload: 'Subir una imagen',
  cap_hint: ({ count, days }) =>
    `También va a personas que han recibido ${counted(count, 'correo', 'correos')} en ${counted(days, 'día', 'días')}.`,
  date_hint: city => `Hora de ${city}. La revisión la propone como hora de envío.`,
  templates: {
    modern: 'Moderno',
    classic: 'Clásico',
    naked: 'Sencillo',
    plaintext: 'Solo texto',
    custom: 'El tuyo',
  },
  mode: 'Escrito en',
  modes: { markdown: 'Markdown', html: 'HTML' },
  comments: {
    disabled: 'Nadie puede comentar',
    enabled: 'Lectores con sesión iniciada',
    enabled_for_paid_subscribers: 'Suscriptores de pago con sesión iniciada',
  },
  archive: {
    enabled: 'Puede leerlo cualquiera',
    enabled_for_subscribers: 'Suscriptores con sesión iniciada; los demás ven un avance',
    enabled_for_paid_subscribers: 'Suscriptores de pago; los demás ven un avance',
    disabled: 'Nadie; no tiene página',
  },
  teaser: 'Enviar un avance a los suscriptores que no pagan',
  teaser_hint: 'La parte encima del muro de pago, o el primer párrafo.',
  custom_teaser_hint: 'Déjalo vacío para usar la parte encima del muro de pago.',
};

export const page_note: Translated<typeof englishPageNote> = {
  only_page: {
    in_flight:
      'Este correo se está enviando. Lo que cambies aquí cambia solo su página en la web, no el correo.',
    sent: 'Este correo se envió. Lo que cambies aquí cambia solo su página en la web: el correo que recibió la gente queda como estaba.',
    imported:
      'Este correo se importó. Lo que cambies aquí cambia solo su página en la web: el correo que recibió la gente queda como estaba.',
  },
  deleted: 'Este correo se eliminó. No tiene página en la web y ya no se puede cambiar.',
  fixed: {
    in_flight:
      'Sus destinatarios, adjuntos, avance, diseño y fecha ya no pueden cambiar. Su asunto y su texto se pueden volver a cambiar cuando termine el envío.',
    sent: 'Sus destinatarios, adjuntos, avance, diseño y fecha ya no pueden cambiar.',
    imported: 'Sus destinatarios, adjuntos, avance, diseño y fecha ya no pueden cambiar.',
  },
  not_yours: 'Solo los propietarios y editores pueden cambiar la página de un correo enviado o importado.',
  no_page: 'Por el momento no tiene página.',
  page: 'Ver la página',
  report: 'Ver el informe',
  progress: 'Ver el progreso',
  mailed: 'Comparar con lo enviado',
  field: 'Esto pertenece al correo, que ya no puede cambiar.',
  text_later: 'Se podrá cambiar otra vez cuando termine el envío.',
};

export const revisions: Translated<typeof englishRevisions> = {
  title: 'Versiones anteriores',
  by: name => `por ${name}`,
  somebody: 'alguien',
  changed: (added, removed) =>
    [
      added > 0 && `+${counted(added, 'palabra', 'palabras')}`,
      removed > 0 && `−${counted(removed, 'palabra', 'palabras')}`,
    ]
      .filter(Boolean)
      .join(', ') || 'solo ajustes',
  none: 'Aún no hay versiones anteriores. Cada vez que dejas de escribir un rato se guarda una.',
  compare: 'Qué ha cambiado desde entonces',
  same: 'El texto es el mismo.',
  mailed: 'Como se envió',
  restore: 'Restaurar esta versión',
  restored: 'Restaurada. Lo que sustituyó se guarda como versión anterior.',
};

export const preview: Translated<typeof englishPreview> = {
  view: 'Mostrar como',
  views: { mail: 'Correo', text: 'Solo texto', web: 'Página web', inbox: 'Línea en la bandeja' },
  images: 'Mostrar imágenes',
  reader: 'Mostrarlo como lo recibe este suscriptor',
  nobody: 'Un suscriptor sin nombre',
  no_page: 'Este correo no tiene página en la web.',
  now: 'ahora',
  waits: 'La vista previa está esperando.',
};
