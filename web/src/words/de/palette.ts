import type { palette as english } from '../palette.ts';
import type { Translated } from '../translated.ts';

export const palette: Translated<typeof english> = {
  title: 'Suche und Befehle',
  placeholder: 'Suchen oder Befehl ausführen',
  current: 'Aktuell',
  pages: 'Gehe zu',
  emails: 'E‑Mails',
  subscribers: 'Abonnenten',
  actions: 'Aktionen',
  settings: 'Einstellungen',
  team: 'Team',
  you: 'Konto',
  newsletters: 'Newsletter',
  nothing: query => `Nichts gefunden zu „${query}“.`,
};
