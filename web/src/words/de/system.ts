import { bytes, counted, number } from '../counted.ts';
import type { system as english } from '../system.ts';
import type { Translated } from '../translated.ts';

const ages = [
  ['Tag', 'Tage', 86_400],
  ['Stunde', 'Stunden', 3600],
  ['Minute', 'Minuten', 60],
  ['Sekunde', 'Sekunden', 1],
] as const;

/** "3 Stunden". */
function age(seconds: number): string {
  const [one, many, length] = ages.find(([, , length]) => seconds >= length) ?? ages[3];
  return counted(Math.floor(seconds / length), one, many);
}

const emails = (count: number) => counted(count, 'E‑Mail', 'E‑Mails');

export const system: Translated<typeof english> = {
  title: 'System',
  back: 'Start',
  forbidden: 'Nur Inhaber dieser Installation können das sehen',
  forbidden_detail:
    'Es geht um den Rechner und die Datenbank, die sich alle Newsletter teilen. Der Betreiber dieses Postrider kann helfen.',
  none: 'Noch kein Newsletter',
  none_detail: 'Zuerst einen Newsletter erstellen. Dann zeigt diese Seite den Zustand der Installation.',
  bytes,
  age,
  number,
  versions: (version, node) => `Postrider ${version} mit Node ${node}`,
  started: 'Gestartet am',
  states: { good: 'Gut', bad: 'Beachten' },
  processes: 'Prozesse',
  processes_note:
    'Jeder Prozess bestätigt einmal pro Minute, dass er läuft. Mindestens einer muss ein Worker sein, sonst wird nichts gesendet.',
  process: (role, host) => `${role} auf ${host}`,
  role: role => (role === 'api' ? 'API' : role === 'worker' ? 'Worker' : 'API und Worker'),
  process_facts: (id, version) => `Prozess ${id}, Version ${version}`,
  since: 'Läuft seit',
  seen: 'zuletzt gesehen',
  silent:
    'Er wurde beendet oder erreicht die Datenbank nicht. Wurde er nicht ersetzt, wieder starten und sein Protokoll ansehen.',
  no_worker: 'Einen starten: npx postrider serve',
  other_version: 'Er läuft mit einer anderen Version als diese Seite. Nach dem Upgrade neu starten.',
  sending: 'Senden',
  sending_states: {
    open: 'Mails gehen hinaus.',
    idle: 'Nichts geht hinaus, weil kein Worker läuft.',
    hold: 'Die Installation ist angehalten: Nichts geht hinaus.',
    waiting: 'Das Senden pausiert, bis ein Worker die Datenbank bestätigt hat.',
  },
  hold_bad: 'Entscheiden, wie es weitergeht.',
  see_hold: 'Grund ansehen und entscheiden',
  queues: 'Warteschlangen',
  queues_note:
    'Arbeit, die auf die Worker wartet. „Scheitert“ ist mindestens einmal gescheitert und wird wieder versucht. „Verspätet“ heißt, dass etwas seit mehr als 15 Minuten fällig ist: Läuft ein Worker, und ist er vielleicht mit einer großen E‑Mail beschäftigt?',
  queue_heads: ['Schlange', 'Fällig', 'Läuft', 'Später', 'Scheitert', 'Älteste wartet'],
  queue_names: {
    sending: 'Teile von E‑Mails',
    webhooks: 'Anfragen an Webhooks',
    feeds: 'Zu lesende Feeds',
    start_sending: 'Zu beginnende E‑Mails',
    send_preview: 'Testmails',
    mail_confirmation: 'Bestätigungsmails',
    mail_welcome: 'Willkommensmails',
    mail_gift: 'Mails über Geschenke',
    mail_ending: 'Hinweise auf das Ende von Geschenken und Probezeiten',
    mail_ended: 'Mails über beendete Geschenke und Probezeiten',
    mail_reader_link: 'Links für Abonnenten',
    mail_person: 'Mails an das Team',
    tell_waiting: 'Hinweise auf Freigaben',
    run_bulk_actions: 'Sammelaktionen',
    ask_stripe: 'Fragen an Stripe',
    read_payments: 'Zu lesende Zahlungen',
    run_export: 'Exporte',
    run_import: 'Importe',
    check_ledger: 'Prüfungen der Zustellzahlen',
  },
  late: 'Verspätet',
  failed: (queue, count) => `${queue}: ${number(count)} gescheitert; wird wieder versucht.`,
  idle: count => `${counted(count, 'andere Warteschlange ist', 'andere Warteschlangen sind')} leer.`,
  database: 'Datenbank',
  database_note:
    'Jede Tabelle mit ihren Indizes und allen Teilen, die größte zuerst. Zeilenzahlen sind Schätzungen von PostgreSQL. Tote Zeilen wurden gelöscht oder ersetzt, ihr Platz ist aber noch nicht frei. Ein voller Durchlauf liest eine Tabelle von Anfang bis Ende, ein Indexzugriff nur die nötigen Zeilen.',
  facts: {
    size: 'Größe',
    connections: 'Verbindungen',
    transaction: 'Älteste Transaktion',
    memory: 'Aus dem Speicher gelesen',
  },
  postgresql: (version, embedded) => `PostgreSQL ${version}${embedded ? ', betrieben von Postrider' : ''}`,
  of: (used, most) => `${number(used)} von ${number(most)}`,
  hints: {
    size: 'Alle Tabellen und Indizes dieser Datenbank auf der Platte.',
    connections: 'Offene Verbindungen aller Programme, und wie viele der Server erlaubt.',
    connections_bad:
      'Nur wenige sind übrig. max_connections von PostgreSQL erhöhen oder DATABASE_POOL senken.',
    transaction:
      'Der Platz von Zeilen, die seit Beginn einer Transaktion gelöscht wurden, wird erst an ihrem Ende frei.',
    transaction_bad:
      'Sie ist seit mehr als einer Stunde offen. In pg_stat_activity suchen und beenden, wenn niemand sie braucht.',
    memory:
      'Der Anteil der Seiten, die PostgreSQL seit Beginn seiner Statistik nicht von der Platte lesen musste.',
    memory_bad:
      'Viele Zugriffe gehen auf die Platte. Mehr Speicher oder ein höheres shared_buffers macht es schneller.',
  },
  replica: (name: string) => `Replikat ${name}`,
  replica_states: { in_use: 'In Gebrauch', behind: 'Zu weit zurück', away: 'Antwortet nicht' },
  lag: (seconds: number) =>
    seconds < 1
      ? 'Listen und Berichte werden dort gelesen. Es hat jede Änderung.'
      : `Listen und Berichte werden dort gelesen. Rückstand: ${age(seconds)}.`,
  unknown_lag: 'Sein Rückstand ist nicht bekannt.',
  replicas_bad:
    'Stattdessen wird der Hauptserver gelesen. Zu prüfen: Läuft das Replikat, und folgt es dem Hauptserver?',
  quiet_transaction: 'keine',
  unknown: 'nicht bekannt',
  table_heads: ['Tabelle', 'Größe', 'Indizes', 'Zeilen', 'Tote Zeilen', 'Volle Durchläufe', 'Indexzugriffe'],
  more_tables: (count, size) =>
    `${counted(count, 'kleinere Tabelle', 'kleinere Tabellen')}, zusammen ${size}`,
  table_hints: {
    dead_rows: (table, rows) =>
      `${table}: ${rows} tote Zeilen belegen Platz. PostgreSQL gibt ihn von selbst frei; bleiben sie einen Tag, prüfen, ob Autovacuum eingeschaltet und keine Transaktion offen ist.`,
    whole_reads: table =>
      `${table}: Die meisten Zugriffe lesen die ganze Tabelle. Sind Seiten langsam, bitte melden, welche: Vielleicht fehlt ein Index.`,
  },
  storage: 'Dateien und Platten',
  files: 'Bilder und Anhänge',
  files_hint: {
    folder: 'Hochgeladene Dateien aller Newsletter, in DATA_DIR.',
    bucket: 'Hochgeladene Dateien aller Newsletter, im Bucket von FILES_URL.',
  },
  file_count: (count, size) => (count === 0 ? 'Keine' : `${counted(count, 'Datei', 'Dateien')}, ${size}`),
  disk: folder => `Platte von ${folder}`,
  disk_free: (free, size) => `${free} von ${size} frei`,
  holds: {
    database: 'die Datenbank',
    files: 'Dateien',
    other: 'was auf das Speichern wartet',
  },
  disk_hint: holds =>
    `Darauf liegt: ${new Intl.ListFormat('de').format(holds)}. Ist sie voll, lässt sich nichts mehr speichern, und das Senden wartet.`,
  disk_bad: 'Platz schaffen oder auf eine größere Platte umziehen, bevor sie voll ist.',
  database_elsewhere: 'Die Platte der Datenbank gehört zu einem anderen Rechner und ist hier nicht zu sehen.',
  backups: 'Backups',
  backups_note: 'Ein Backup gilt als gut, sobald Postrider es vollständig zurückgelesen hat.',
  last_good: 'Letztes gutes Backup',
  no_backup: 'Noch keines',
  no_backup_bad:
    'BACKUP_URL auf einen Ordner auf einer anderen Platte oder auf einen Bucket setzen, oder ausführen: npx postrider backup',
  backup_hint: 'Alles Neuere ist verloren, wenn die Platte ausfällt.',
  backup_old:
    'Es ist mehr als acht Tage alt. Prüfen, ob BACKUP_URL gesetzt ist und sich dorthin schreiben lässt.',
  backup_of: (size, place) => `${size} in ${place}`,
  next_backup: 'Nächstes Backup',
  none_planned: 'Keines geplant',
  next_hint: 'Geplant durch BACKUP_CRON.',
  next_bad: 'BACKUP_URL setzen, wenn Backups nicht auf andere Weise entstehen.',
  last_failed: 'Letztes gescheitertes Backup',
  ledger: 'Zustellzahlen',
  ledger_note:
    'Postrider speichert zu jeder E‑Mail, wie viele Mails angenommen, abgelehnt und so weiter wurden. Diese Prüfung zählt jede Zustellung neu und vergleicht. Sie läuft im Hintergrund; eine Million Zustellungen dauern einige Sekunden.',
  check: 'Prüfen',
  check_again: 'Erneut prüfen',
  checking: (checked, all) => `${number(checked)} von ${emails(all)} geprüft …`,
  not_checked: 'Noch nie geprüft.',
  sums_good: count =>
    count === 0 ? 'Es gibt keine E‑Mail zu prüfen.' : `Die Zahlen von ${emails(count)} stimmen.`,
  sums_wrong: (wrong, all) => `Die Zahlen von ${number(wrong)} von ${emails(all)} stimmen nicht.`,
  sums_remedy:
    'Die gespeicherten Zahlen aus den Zustellungen berichtigen: npx postrider ledger recount. Passiert es wieder, bitte melden.',
  checked_at: 'Geprüft am',
  red: 'Falsch',
  green: 'Richtig',
  counts: {
    soft_bounced: 'Vorübergehende Rückläufer',
    opens: 'Öffnungen',
    clicks: 'Klicks',
    unsubscriptions: 'Abmeldungen',
    complaints: 'Spam-Meldungen',
  },
  difference: (name, stored, counted) => `${name}: gespeichert ${number(stored)}, gezählt ${number(counted)}`,
  wrong_more: count => `und ${number(count)} weitere`,
};
