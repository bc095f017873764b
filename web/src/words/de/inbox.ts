import { bytes, counted, number } from '../counted.ts';
import type { inbox as english } from '../inbox.ts';
import type { Translated } from '../translated.ts';

const messages = (count: number) => counted(count, 'Nachricht', 'Nachrichten');

export const inbox: Translated<typeof english> = {
  title: 'Posteingang',
  back: 'Start',
  to_list: 'Posteingang',
  bytes,
  received: count => `${messages(count)} empfangen`,
  kept: count => `die neuesten ${number(count)} werden aufbewahrt`,
  found: count => `${messages(count)} gefunden`,
  search: 'Mails durchsuchen',
  search_hint: 'Betreff, Absender oder Empfänger',
  list: 'Nachrichten',
  no_subject: '(kein Betreff)',
  to: address => `an ${address}`,
  empty: 'Noch keine Mails',
  empty_detail:
    'Es ist kein Mailserver eingerichtet; was Postrider sendet, kommt hier an und sonst nirgends. Eine E‑Mail an einen Abonnenten ist eine Sekunde später da. Für echte Mails SMTP_URL setzen.',
  nothing: 'Keine Nachricht gefunden',
  nothing_detail: 'Durchsucht werden nur Betreff, Absender und Empfänger.',
  show_all: 'Alle Mails zeigen',
  newer: 'Neuere',
  older: 'Ältere',
  pages: 'Seiten',
  range: (first, last, count) => `${number(first)}–${number(last)} von ${number(count)}`,
  delete_all: 'Alle löschen …',
  delete_title: 'Alle Mails im Posteingang löschen?',
  delete_detail:
    'Die Nachrichten lassen sich nicht wiederherstellen. Zustellungen, Öffnungen und Klicks der E‑Mails bleiben, wie sie sind.',
  delete_act: 'Alle löschen',
  deleted: count => `${messages(count)} gelöscht`,
  closed: 'Der Posteingang ist hier nicht zu sehen',
  closed_detail:
    'Es gibt ihn nur, solange kein Mailserver eingerichtet ist, und nur für alle, die E‑Mails und Abonnenten sehen dürfen. Ein Inhaber des Newsletters kann helfen.',
  gone: 'Diese Nachricht ist nicht mehr da',
  gone_detail:
    'Der Posteingang bewahrt die neuesten 1.000 Nachrichten auf, und vielleicht hat jemand alle gelöscht.',
  from: 'Von',
  recipient: 'An',
  arrived: 'Empfangen',
  size: 'Größe',
  files: 'Dateien',
  unnamed: 'ohne Namen',
  views: { html: 'HTML', text: 'Text', source: 'Quelltext', headers: 'Kopfzeilen' },
  view: 'Ansicht',
  no_part: {
    html: 'Diese Nachricht hat keinen HTML-Teil.',
    text: 'Diese Nachricht hat keinen Textteil.',
  },
  framed: 'Die Nachricht',
  alone: 'In neuem Tab öffnen',
  whole: 'Der Rest wird hier nicht gezeigt. Den ganzen Quelltext zeigt ein neuer Tab.',
};
