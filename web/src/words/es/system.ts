import { bytes, counted, number } from '../counted.ts';
import type { system as english } from '../system.ts';
import type { Translated } from '../translated.ts';

const ages = [
  ['día', 'días', 86_400],
  ['hora', 'horas', 3600],
  ['minuto', 'minutos', 60],
  ['segundo', 'segundos', 1],
] as const;

/** "3 horas". */
function age(seconds: number): string {
  const [one, many, length] = ages.find(([, , length]) => seconds >= length) ?? ages[3];
  return counted(Math.floor(seconds / length), one, many);
}

export const system: Translated<typeof english> = {
  title: 'Sistema',
  back: 'Inicio',
  forbidden: 'Solo los propietarios de esta instalación pueden ver esto',
  forbidden_detail:
    'Trata del equipo y de la base de datos que comparten todos los boletines. Pregunta a la persona que gestiona este Postrider.',
  none: 'Aún no hay ningún boletín',
  none_detail: 'Crea antes un boletín. Después, esta página muestra el estado de la instalación.',
  bytes,
  age,
  number,
  versions: (version, node) => `Postrider ${version} con Node ${node}`,
  started: 'Iniciado el',
  states: { good: 'Bien', bad: 'Requiere atención' },
  processes: 'Procesos',
  processes_note:
    'Cada proceso confirma una vez por minuto que está en marcha. Al menos uno tiene que ser un worker, o no se envía nada.',
  process: (role, host) => `${role} en ${host}`,
  role: role => (role === 'api' ? 'API' : role === 'worker' ? 'Worker' : 'API y worker'),
  process_facts: (id, version) => `Proceso ${id}, versión ${version}`,
  since: 'En marcha desde el',
  seen: 'visto por última vez el',
  silent:
    'Se mató, o no llega a la base de datos. Si no lo has sustituido, inícialo otra vez y mira su registro.',
  no_worker: 'Inicia uno: npx postrider serve',
  other_version: 'Tiene otra versión que esta página. Reinícialo cuando termine la actualización.',
  sending: 'Envío',
  sending_states: {
    open: 'Los correos salen.',
    idle: 'No sale nada, porque no hay ningún worker en marcha.',
    hold: 'La instalación tiene los envíos detenidos: no sale nada.',
    waiting: 'Los envíos están en pausa hasta que un worker confirme la base de datos.',
  },
  hold_bad: 'Decide qué pasa ahora.',
  see_hold: 'Ver por qué y decidir',
  queues: 'Colas',
  queues_note:
    'Trabajo que espera a los workers. «Con fallos» ha fallado al menos una vez y se intentará de nuevo. «Con retraso» significa que algo espera desde hace más de 15 minutos: comprueba que haya un worker en marcha y que no esté ocupado con un correo grande.',
  queue_heads: ['Cola', 'Ahora', 'En curso', 'Más tarde', 'Con fallos', 'El más antiguo espera'],
  queue_names: {
    sending: 'Partes de correos',
    webhooks: 'Peticiones a webhooks',
    feeds: 'Feeds por leer',
    start_sending: 'Correos por empezar',
    send_preview: 'Correos de prueba',
    mail_confirmation: 'Correos de confirmación',
    mail_welcome: 'Correos de bienvenida',
    mail_gift: 'Correos sobre regalos',
    mail_ending: 'Avisos del final de regalos y pruebas',
    mail_ended: 'Correos sobre regalos y pruebas terminados',
    mail_reader_link: 'Enlaces para suscriptores',
    mail_person: 'Correos al equipo',
    tell_waiting: 'Avisos sobre aprobaciones',
    run_bulk_actions: 'Acciones en bloque',
    ask_stripe: 'Preguntas a Stripe',
    read_payments: 'Pagos por leer',
    run_export: 'Exportaciones',
    run_import: 'Importaciones',
    check_ledger: 'Comprobaciones de recuentos de entregas',
  },
  late: 'Con retraso',
  failed: (queue, count) =>
    `${queue}: ${counted(count, 'falló y se intentará de nuevo', 'fallaron y se intentarán de nuevo')}.`,
  idle: count => `${counted(count, 'cola más está vacía', 'colas más están vacías')}.`,
  database: 'Base de datos',
  database_note:
    'Cada tabla con sus índices y todas sus partes, la mayor primero. Los números de filas son estimaciones de PostgreSQL. Las filas muertas se eliminaron o sustituyeron, pero su espacio aún no está libre. Una lectura completa lee una tabla de principio a fin; una lectura por índice lee solo las filas que necesita.',
  facts: {
    size: 'Tamaño',
    connections: 'Conexiones',
    transaction: 'Transacción más antigua',
    memory: 'Leído de la memoria',
  },
  postgresql: (version, embedded) => `PostgreSQL ${version}${embedded ? ', gestionado por Postrider' : ''}`,
  of: (used, most) => `${number(used)} de ${number(most)}`,
  hints: {
    size: 'Todas las tablas e índices de esta base de datos en disco.',
    connections: 'Conexiones abiertas de todos los programas, y cuántas permite el servidor.',
    connections_bad: 'Quedan pocas. Sube max_connections de PostgreSQL o baja DATABASE_POOL.',
    transaction:
      'El espacio de las filas eliminadas desde que empezó una transacción no se libera hasta que termina.',
    transaction_bad:
      'Lleva abierta más de una hora. Búscala en pg_stat_activity y termínala si nadie la necesita.',
    memory:
      'La parte de páginas que PostgreSQL no tuvo que leer del disco, desde que empezaron sus estadísticas.',
    memory_bad: 'Muchas lecturas van al disco. Más memoria, o un shared_buffers mayor, lo hace más rápido.',
  },
  replica: (name: string) => `Réplica ${name}`,
  replica_states: { in_use: 'En uso', behind: 'Demasiado atrasada', away: 'No responde' },
  lag: (seconds: number) =>
    seconds < 1
      ? 'Las listas y los informes se leen de ella. Tiene todos los cambios.'
      : `Las listas y los informes se leen de ella. Su retraso es de ${age(seconds)}.`,
  unknown_lag: 'No se sabe cuánto retraso tiene.',
  replicas_bad:
    'En su lugar se lee el servidor principal. Comprueba que la réplica funcione y siga al principal.',
  quiet_transaction: 'ninguna',
  unknown: 'desconocido',
  table_heads: [
    'Tabla',
    'Tamaño',
    'Índices',
    'Filas',
    'Filas muertas',
    'Lecturas completas',
    'Lecturas por índice',
  ],
  more_tables: (count, size) =>
    `${counted(count, 'tabla más pequeña', 'tablas más pequeñas')}, ${size} en total`,
  table_hints: {
    dead_rows: (table, rows) =>
      `${table}: ${rows} filas muertas ocupan espacio. PostgreSQL las libera por sí mismo; si siguen un día, comprueba que autovacuum esté activo y que no quede abierta ninguna transacción.`,
    whole_reads: table =>
      `${table}: la mayoría de las lecturas recorren toda la tabla. Si las páginas van lentas, cuéntanos cuáles: puede faltar un índice.`,
  },
  storage: 'Archivos y discos',
  files: 'Imágenes y adjuntos',
  files_hint: {
    folder: 'Archivos subidos de todos los boletines, en DATA_DIR.',
    bucket: 'Archivos subidos de todos los boletines, en el bucket de FILES_URL.',
  },
  file_count: (count, size) =>
    count === 0 ? 'Ninguno' : `${counted(count, 'archivo', 'archivos')}, ${size}`,
  disk: folder => `Disco de ${folder}`,
  disk_free: (free, size) => `${free} libres de ${size}`,
  holds: {
    database: 'la base de datos',
    files: 'archivos',
    other: 'lo que espera a guardarse',
  },
  disk_hint: holds =>
    `Contiene ${new Intl.ListFormat('es').format(holds)}. Cuando está lleno no se puede guardar nada, y los envíos esperan.`,
  disk_bad: 'Libera espacio, o pasa a un disco mayor, antes de que se llene.',
  database_elsewhere: 'El disco de la base de datos está en otro equipo, así que no se muestra aquí.',
  backups: 'Copias de seguridad',
  backups_note: 'Una copia de seguridad cuenta como buena cuando Postrider la ha vuelto a leer entera.',
  last_good: 'Última buena',
  no_backup: 'No se ha hecho ninguna',
  no_backup_bad:
    'Configura BACKUP_URL con una carpeta de otro disco o un bucket, o ejecuta: npx postrider backup',
  backup_hint: 'Lo más reciente se pierde si falla el disco.',
  backup_old: 'Tiene más de ocho días. Comprueba que BACKUP_URL esté configurado y se pueda escribir.',
  backup_of: (size, place) => `${size} en ${place}`,
  next_backup: 'Próxima copia de seguridad',
  none_planned: 'Ninguna prevista',
  next_hint: 'Programada con BACKUP_CRON.',
  next_bad: 'Configura BACKUP_URL, salvo que hagas las copias por otros medios.',
  last_failed: 'Última copia fallida',
  ledger: 'Recuentos de entregas',
  ledger_note:
    'Para cada correo, Postrider guarda cuántas copias se aceptaron, se rechazaron, etc. Esta comprobación vuelve a contar cada entrega y compara. Se hace en segundo plano; un millón de entregas tarda unos segundos.',
  check: 'Verificar',
  check_again: 'Verificar otra vez',
  checking: (checked, all) => `Comprobados ${number(checked)} de ${counted(all, 'correo', 'correos')}…`,
  not_checked: 'Aún no se ha hecho ninguna comprobación.',
  sums_good: count =>
    count === 0
      ? 'No hay ningún correo que comprobar.'
      : `Los recuentos de ${counted(count, 'correo', 'correos')} son correctos.`,
  sums_wrong: (wrong, all) =>
    `Los recuentos de ${number(wrong)} de ${counted(all, 'correo', 'correos')} son incorrectos.`,
  sums_remedy:
    'Corrige los recuentos guardados a partir de las entregas con: npx postrider ledger recount. Si vuelve a ocurrir, cuéntanoslo.',
  checked_at: 'Comprobado el',
  red: 'Incorrecto',
  green: 'Correcto',
  counts: {
    soft_bounced: 'Rebotes temporales',
    opens: 'Aperturas',
    clicks: 'Clics',
    unsubscriptions: 'Bajas',
    complaints: 'Quejas',
  },
  difference: (name, stored, found) => `${name}: guardado ${number(stored)}, contado ${number(found)}`,
  wrong_more: count => `y ${number(count)} más`,
};
