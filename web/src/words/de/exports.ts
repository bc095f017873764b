import { bytes } from '../counted.ts';
import type { exports as english } from '../exports.ts';
import type { Translated } from '../translated.ts';

export const exports: Translated<typeof english> = {
  title: 'Export',
  archive: 'Alles als Archiv',
  archive_note:
    'Eine Zip-Datei mit Personen und ihren Einwilligungen, E‑Mails, Dateien, Feeds, Statistiken und Einstellungen. Ein anderes Postrider kann sie importieren, andere Programme können sie lesen. Sie enthält jede Adresse und gehört sicher verwahrt.',
  make: 'Archiv erstellen',
  archive_owner: 'Nur ein Inhaber kann ein Archiv erstellen.',
  none: 'Noch keine Archive.',
  of: moment => `Archiv vom ${moment}`,
  collections: names => `nur ${names.join(', ')}`,
  statuses: {
    not_started: 'Wartet',
    in_progress: 'Wird geschrieben',
    ready: 'Fertig',
    error: 'Gescheitert',
  },
  size: bytes,
  until: day => `aufbewahrt bis ${day}`,
  download: 'Herunterladen',
  remove: 'Löschen',
  removed: 'Das Archiv wurde gelöscht.',
  made: 'Das Archiv wird geschrieben.',
  tables: 'Tabellen für Tabellenprogramme',
  tables_note: 'Jede ist eine CSV-Datei mit den aktuellen Daten.',
  csv: 'CSV herunterladen',
  csv_of: name => `CSV herunterladen: ${name}`,
  resources: {
    subscribers: 'Personen',
    tags: 'Schlagwörter',
    segments: 'Segmente',
    consents: 'Einwilligungen',
    emails: 'E‑Mails',
    snippets: 'Textbausteine',
    deliveries: 'Zustellungen',
    hits: 'Öffnungen und Klicks',
  },
  resource_notes: {
    subscribers: 'Alle mit allen Feldern, oder in der Form eines anderen Dienstes',
    tags: 'Namen und Beschreibungen',
    segments: 'Namen und Filter',
    consents: 'Wann und wo Personen zugestimmt haben, und welchem Wortlaut',
    emails: 'Betreffe, Status und Daten, ohne die Texte',
    snippets: 'Textstücke für E‑Mails',
    deliveries: 'Was aus jeder E‑Mail bei jedem Empfänger wurde',
    hits: 'Jede Öffnung und jeder Klick, mit Einschätzung',
  },
  layouts: {
    postrider: 'Alle Felder (CSV)',
    mailchimp: 'Für Mailchimp (CSV)',
    buttondown: 'Für Buttondown (CSV)',
    ghost: 'Für Ghost (CSV)',
  },
};
