import type { comments as english } from '../comments.ts';
import type { Translated } from '../translated.ts';

export const comments: Translated<typeof english> = {
  title: 'Kommentare',
  note: 'Angemeldete Leser schreiben unter E‑Mails, deren Einstellungen Kommentare erlauben. Was gegen eine Regel verstößt, wartet hier.',
  status: { pending: 'Wartet', active: 'Sichtbar', spammy: 'Spam' },
  none: {
    pending: 'Keine Kommentare warten',
    active: 'Keine sichtbaren Kommentare',
    spammy: 'Nichts ist als Spam markiert',
  },
  newsletter: 'Newsletter',
  nobody: 'Ohne Namen',
  person: 'Leser',
  email: 'E‑Mail',
  below: 'unter',
  reply_to: 'eine Antwort',
  reasons: {
    first_comment: 'Der erste Kommentar dieses Lesers.',
    links: 'Er enthält mehr als einen Link.',
    repeated: 'Derselbe Text steht in einem anderen Kommentar der letzten 30 Tage.',
    earlier_spam: 'Ein anderer Kommentar dieses Lesers ist als Spam markiert.',
  },
  approve: 'Freigeben',
  spam: 'Spam',
  reply: 'Antworten …',
  remove: 'Löschen …',
  approved: 'Der Kommentar steht auf der Seite.',
  marked: 'Als Spam markiert. Auch spätere Kommentare dieses Lesers gelten als Spam.',
  deleted: 'Der Kommentar ist gelöscht.',
  replied: 'Die Antwort steht auf der Seite.',
  reply_title: 'Auf den Kommentar antworten',
  reply_text: 'Antwort',
  reply_hint:
    'Sie erscheint unter dem Namen des Newsletters. Alle Beteiligten des Gesprächs bekommen eine Mail.',
  reply_act: 'Antworten',
  remove_title: 'Diesen Kommentar löschen?',
  remove_detail: 'Er lässt sich nicht wiederherstellen. Antworten darauf bleiben.',
  remove_act: 'Löschen',
};
