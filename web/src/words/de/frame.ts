import type {
  failures as englishFailures,
  frame as englishFrame,
  parts as englishParts,
  times as englishTimes,
} from '../frame.ts';
import type { Translated } from '../translated.ts';
import { you } from './you.ts';

export const parts: Translated<typeof englishParts> = {
  title: screen => `${screen} · Postrider`,
  busy: 'Bitte warten',
  loading: 'Wird geladen',
  retry: 'Noch einmal versuchen',
  yes: 'Ja',
  no: 'Nein',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  saved: 'Gespeichert',
  with_detail: (name, detail) => `${name}: ${detail}`,
  change: name => `${name} ändern`,
  nothing: 'leer',
  messages: 'Meldungen',
  show_more: 'Mehr zeigen',
  filters: used => (used === 0 ? 'Filter' : `Filter (${used})`),
  clear_filters: 'Filter entfernen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  not_copied: 'Dieser Browser hat es nicht kopiert. Bitte den Text auswählen und selbst kopieren.',
  skip: 'Zum Inhalt springen',
};

export const failures: Translated<typeof englishFailures> = {
  bug: 'Auf dieser Seite ist etwas schiefgegangen',
  bug_detail: 'Bitte die Seite neu laden. Passiert es wieder, dem Betreiber dieses Postrider Bescheid geben.',
  offline: 'Postrider antwortet nicht',
  offline_detail: you(
    'Prüfe die Verbindung und ob Postrider läuft, und versuche es dann noch einmal.',
    'Prüfen Sie die Verbindung und ob Postrider läuft, und versuchen Sie es dann noch einmal.',
  ),
  forbidden: 'Dazu fehlt die Berechtigung',
  not_found: 'Nicht gefunden',
  refused: 'Das hat nicht geklappt',
  upload: status => `Das Hochladen ist gescheitert (${status}). Bitte noch einmal versuchen.`,
  no_page: 'Seite nicht gefunden',
  no_page_detail: 'Vielleicht wurde die Seite verschoben oder gelöscht.',
  home: 'Zur Startseite',
  outdated: 'Postrider wurde aktualisiert. Neu laden für die neue Version.',
  reload: 'Neu laden',
};

export const times: Translated<typeof englishTimes> = {
  at: (day, time) => `${day} um ${time}`,
  there: (moment, city) => `${moment} in ${city}`,
  yours: (moment, city) => `${moment} ${you('bei dir', 'bei Ihnen')}, in ${city}`,
};

export const frame: Translated<typeof englishFrame> = {
  navigation: 'Hauptmenü',
  home: 'Start',
  emails: 'E‑Mails',
  automations: 'Automationen',
  feeds: 'Feeds',
  sequences: 'Sequenzen',
  subscribers: 'Abonnenten',
  forms: 'Formulare',
  delivery: 'Versand',
  segments: 'Segmente',
  templates: 'Vorlagen',
  webhooks: 'Webhooks',
  events: 'Ereignisse',
  actions: 'Sammelaktionen',
  settings: 'Einstellungen',
  search: 'Suchen',
  account: 'Konto',
  profile: 'Profil',
  inbox: 'Posteingang',
  system: 'System',
  reference: 'API-Referenz',
  shortcuts: 'Tastenkürzel',
  sign_out: 'Abmelden',
  switch: 'Newsletter wechseln',
  switch_to: name => `Zu ${name} wechseln`,
  view_page: 'Öffentliche Seite ansehen',
};
