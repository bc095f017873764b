import type { subscriber as english } from '../subscriber.ts';
import type { Translated } from '../translated.ts';

export const subscriber: Translated<typeof english> = {
  add: 'Abonnenten hinzufügen',
  address: 'E‑Mail-Adresse',
  name: 'Vorname',
  name_hint: 'Freiwillig. E‑Mails können ihn in der Anrede verwenden.',
  agreed: 'Die Person hat zugestimmt, diesen Newsletter zu bekommen',
  agreed_hint: 'Sonst geht eine Mail mit einem Bestätigungslink an sie.',
  added: address => `${address} hinzugefügt.`,
  asked: address => `Ein Bestätigungslink ging an ${address}.`,
  empty: 'Noch keine Abonnenten',
  empty_detail:
    'Personen hinzufügen, die dem Newsletter zugestimmt haben, oder die öffentliche Seite teilen, auf der sie sich selbst anmelden.',
  none_of_email: 'Die Liste der Abonnenten hat sich seit der Prüfung der E‑Mail geändert.',
  show_all: 'Alle Abonnenten zeigen',
  of_email: detail => `Diese Personen ${detail}`,
  who_get_it: 'bekämen die E‑Mail, wenn sie jetzt hinausginge',
  to_email: 'Zurück zur E‑Mail',
  types: {
    unactivated: 'Nicht bestätigt',
    regular: 'Bestätigt',
    premium: 'Zahlt',
    gifted: 'Beschenkt',
    trialed: 'Probezeit',
    churning: 'Hört auf',
    past_due: 'Zahlung steht aus',
    upcoming: 'Beginnt später',
    churned: 'Zahlt nicht mehr',
    unpaid: 'Nicht bezahlt',
    paused: 'Pausiert',
    unsubscribed: 'Abgemeldet',
    undeliverable: 'Unzustellbar',
    complained: 'Spam gemeldet',
    blocked: 'Blockiert',
    removed: 'Entfernt',
  },
};
