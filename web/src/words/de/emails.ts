import { counted } from '../counted.ts';
import type { emails as english } from '../emails.ts';
import type { Translated } from '../translated.ts';

export const emails: Translated<typeof english> = {
  title: 'E‑Mails',
  write: 'Schreiben',
  untitled: 'Ohne Betreff',
  filter: 'Zeigen',
  filters: { draft: 'Entwürfe', scheduled: 'Geplant', sent: 'Gesendet', errored: 'Gescheitert' },
  search: 'Betreff suchen',
  empty: 'Die erste E‑Mail schreiben',
  empty_detail:
    'Sie beginnt als Entwurf. Vor dem Senden an die Abonnenten kommt eine Prüfung; danach erscheint sie auch auf der öffentlichen Seite.',
  none: 'Keine E‑Mails gefunden',
  none_detail: 'Ein anderer Filter oder andere Wörter aus dem Betreff helfen vielleicht.',
  show_all: 'Alle E‑Mails zeigen',
  list: count => counted(count, 'E‑Mail', 'E‑Mails'),
  status: {
    draft: 'Entwurf',
    about_to_send: 'Wird gleich gesendet',
    scheduled: 'Geplant',
    transactional: 'In einer Sequenz',
    in_flight: 'Wird gesendet',
    imported: 'Importiert',
    deleted: 'Gelöscht',
    sent: 'Gesendet',
    errored: 'Gescheitert',
  },
  waits_for_approval: 'Wartet auf Freigabe',
  not_approved: 'Nicht freigegeben',
  to_approve: 'Freizugeben',
  more: subject => `Mehr zu „${subject}“`,
  delete: 'Löschen',
  delete_ask: 'Löschen …',
  deleted: 'E‑Mail gelöscht.',
  changed:
    'Nicht gelöscht: Diese E‑Mail hat sich geändert, seit die Seite geladen wurde. Bitte erst noch einmal ansehen.',
  delete_title: subject => `„${subject}“ löschen?`,
  delete_draft: 'Der Entwurf und sein Text werden gelöscht. Das lässt sich nicht rückgängig machen.',
  delete_waiting:
    'Sie wird nicht gesendet, und ihr Text wird gelöscht. Das lässt sich nicht rückgängig machen.',
  delete_sent:
    'Sie verschwindet aus dieser Liste und von der öffentlichen Seite. Abonnenten behalten ihre Mails. Das lässt sich nicht rückgängig machen.',
  duplicate: 'Duplizieren',
  view: 'Im Archiv ansehen',
  duplicated: subject => `Kopie von ${subject}`,
};
