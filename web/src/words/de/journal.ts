import type { journal as english, event_types as englishEventTypes } from '../journal.ts';
import type { Translated } from '../translated.ts';

export const event_types: Translated<typeof englishEventTypes> = {
  'subscriber.created': {
    name: 'Abonnent hinzugefügt',
    means: 'Jemand hat sich angemeldet, wurde hinzugefügt oder importiert.',
  },
  'subscriber.confirmed': { name: 'Abo bestätigt', means: 'Jemand hat seine Adresse bestätigt.' },
  'subscriber.updated': {
    name: 'Abonnent geändert',
    means: 'Felder eines Abonnenten wurden geändert.',
  },
  'subscriber.changed_email': {
    name: 'Adresse geändert',
    means: 'Die Adresse eines Abonnenten hat sich geändert.',
  },
  'subscriber.commented': {
    name: 'Kommentar sichtbar',
    means: 'Der Kommentar eines Lesers ist im Web erschienen.',
  },
  'subscriber.replied': {
    name: 'Antwort',
    means: 'Die Antwort eines Lesers ist im Dashboard eingetroffen.',
  },
  'subscriber.referred': {
    name: 'Hat jemanden geworben',
    means:
      'Jemand, der sich über den Link eines Lesers angemeldet hat, hat bestätigt und zählt für diesen Leser.',
  },
  'subscriber.viewed_checkout_page': {
    name: 'Zur Kasse gegangen',
    means: 'Ein Abonnent hat die Bezahlseite aufgerufen.',
  },
  'subscriber.responded_to_survey': {
    name: 'Umfrage beantwortet',
    means: 'Jemand hat eine Umfrage beantwortet.',
  },
  'subscriber.tags.changed': {
    name: 'Schlagwörter geändert',
    means: 'Ein Abonnent hat Schlagwörter bekommen oder verloren.',
  },
  'subscriber.type.changed': {
    name: 'Status geändert',
    means: 'Der Status eines Abonnenten hat sich geändert, etwa von regular zu premium.',
  },
  'subscriber.unsubscribed': { name: 'Abgemeldet', means: 'Jemand hat den Newsletter verlassen.' },
  'subscriber.deleted': {
    name: 'Abonnent gelöscht',
    means: 'Die Daten eines Abonnenten wurden gelöscht.',
  },
  'subscriber.paid': { name: 'Zahlt jetzt', means: 'Ein Abonnent zahlt jetzt.' },
  'subscriber.churned': { name: 'Zahlt nicht mehr', means: 'Ein Abonnent zahlt nicht mehr.' },
  'subscriber.paused': { name: 'Bezahlabo pausiert', means: 'Wofür ein Abonnent zahlt, pausiert.' },
  'subscriber.resumed': {
    name: 'Bezahlabo fortgesetzt',
    means: 'Wofür ein Abonnent zahlt, läuft nach einer Pause weiter.',
  },
  'subscriber.mail_paused': {
    name: 'Mails pausiert',
    means: 'Ein Abonnent möchte vorerst keine Mails.',
  },
  'subscriber.mail_resumed': {
    name: 'Mails fortgesetzt',
    means: 'Ein Abonnent möchte wieder Mails.',
  },
  'subscriber.trial_started': {
    name: 'Probezeit begonnen',
    means: 'Ein Abonnent hat eine Probezeit begonnen.',
  },
  'subscriber.trial_ended': {
    name: 'Probezeit beendet',
    means: 'Die Probezeit eines Abonnenten ist vorbei.',
  },
  'stripe.checkout.session.completed': {
    name: 'Kauf abgeschlossen',
    means: 'Ein Abonnent hat bei Stripe einen Kauf abgeschlossen.',
  },
  'stripe.customer.updated': {
    name: 'Stripe-Kunde geändert',
    means: 'Stripe meldet eine Änderung an einem Abonnenten als Kunden.',
  },
  'stripe.invoice.upcoming': {
    name: 'Zahlung steht bevor',
    means: 'Stripe belastet einen Abonnenten in einigen Tagen.',
  },
  'stripe.subscription.activated': {
    name: 'Bezahlabo begonnen',
    means: 'Ein Abo bei Stripe hat begonnen oder läuft wieder.',
  },
  'stripe.subscription.churning': {
    name: 'Bezahlabo wird enden',
    means: 'Jemand hat entschieden, dass ein Abo bei Stripe endet.',
  },
  'stripe.subscription.deactivated': {
    name: 'Bezahlabo beendet',
    means: 'Ein Abo bei Stripe läuft nicht mehr.',
  },
  'subscriber.delivered': {
    name: 'Zugestellt',
    means: 'Der Mailserver hat eine Mail angenommen. Eines für jeden Empfänger.',
  },
  'subscriber.rejected': {
    name: 'Abgelehnt',
    means: 'Der Mailserver hat eine Mail endgültig abgelehnt.',
  },
  'subscriber.opened': { name: 'Geöffnet', means: 'Jemand hat eine E‑Mail zum ersten Mal geöffnet.' },
  'subscriber.clicked': {
    name: 'Geklickt',
    means: 'Jemand ist einem Link in einer E‑Mail zum ersten Mal gefolgt.',
  },
  'subscriber.bounced': { name: 'Rückläufer', means: 'Eine Mail ist zurückgekommen.' },
  'subscriber.complained': {
    name: 'Als Spam gemeldet',
    means: 'Jemand hat eine Mail als Spam gemeldet.',
  },
  'email.created': {
    name: 'E‑Mail erstellt',
    means: 'Eine E‑Mail wurde geschrieben, importiert oder aus einem Feed erstellt.',
  },
  'email.updated': {
    name: 'E‑Mail geändert',
    means: 'Text oder Einstellungen einer E‑Mail wurden geändert.',
  },
  'email.status.changed': {
    name: 'Status geändert',
    means: 'Eine E‑Mail ist einen Schritt weiter, etwa vom Entwurf zur geplanten E‑Mail.',
  },
  'email.send.started': { name: 'Senden begonnen', means: 'Eine E‑Mail geht hinaus.' },
  'email.sent': {
    name: 'E‑Mail gesendet',
    means: 'Eine E‑Mail ist an alle ihre Empfänger hinausgegangen.',
  },
  'email.errored': { name: 'Senden gescheitert', means: 'Eine E‑Mail konnte nicht gesendet werden.' },
  'email.paused': {
    name: 'Senden pausiert',
    means: 'Eine E‑Mail wurde pausiert, von jemandem oder von Postrider.',
  },
  'email.resumed': { name: 'Senden fortgesetzt', means: 'Eine pausierte E‑Mail geht weiter hinaus.' },
  'email.deleted': { name: 'E‑Mail gelöscht', means: 'Eine E‑Mail wurde gelöscht.' },
  'automation.item.created': { name: 'Neuer Beitrag', means: 'Ein Feed hat einen neuen Beitrag.' },
  'automation.invoked': { name: 'Sequenz begonnen', means: 'Jemand ist in eine Sequenz eingetreten.' },
  'automation.item.held': {
    name: 'Beitrag angehalten',
    means: 'Ein Beitrag wartet auf die Entscheidung, ob er gesendet wird.',
  },
  'automation.failing': {
    name: 'Feed nicht lesbar',
    means: 'Ein Feed konnte einige Zeit nicht gelesen werden.',
  },
  'bulk_action.processed': {
    name: 'Sammelaktion fertig',
    means: 'Eine Sammelaktion ist abgeschlossen.',
  },
  'bulk_action.failed': {
    name: 'Sammelaktion gescheitert',
    means: 'Eine Sammelaktion konnte nicht abgeschlossen werden.',
  },
  'form.created': { name: 'Formular erstellt', means: 'Ein Anmeldeformular wurde erstellt.' },
  'form.updated': { name: 'Formular geändert', means: 'Ein Anmeldeformular wurde geändert.' },
  'form.deleted': { name: 'Formular gelöscht', means: 'Ein Anmeldeformular wurde gelöscht.' },
  'note.created': {
    name: 'Notiz geschrieben',
    means: 'Jemand aus dem Team hat etwas zu einem Abonnenten notiert.',
  },
  'note.deleted': { name: 'Notiz gelöscht', means: 'Eine Notiz zu einem Abonnenten wurde gelöscht.' },
  'survey.created': { name: 'Umfrage erstellt', means: 'Eine Umfrage wurde erstellt.' },
  'survey.updated': { name: 'Umfrage geändert', means: 'Eine Umfrage wurde geändert.' },
  'survey.deleted': { name: 'Umfrage gelöscht', means: 'Eine Umfrage wurde gelöscht.' },
  'export.created': { name: 'Export begonnen', means: 'Jemand hat einen Export angefordert.' },
  'export.completed': { name: 'Export fertig', means: 'Ein Export kann heruntergeladen werden.' },
  'export.failed': { name: 'Export gescheitert', means: 'Ein Export konnte nicht geschrieben werden.' },
  'import.completed': { name: 'Import fertig', means: 'Eine Datei wurde importiert.' },
  'import.failed': { name: 'Import gescheitert', means: 'Eine Datei konnte nicht importiert werden.' },
  'import.undone': {
    name: 'Import rückgängig gemacht',
    means: 'Ein Import wurde rückgängig gemacht.',
  },
  'backup.failed': {
    name: 'Backup gescheitert',
    means: 'Ein geplantes Backup der Installation ist gescheitert.',
  },
  'installation.held': {
    name: 'Angehalten',
    means: 'Die Installation sendet nichts, bis jemand fortsetzt.',
  },
  'installation.resumed': { name: 'Fortgesetzt', means: 'Die Installation sendet wieder.' },
};

export const journal: Translated<typeof english> = {
  empty: 'Noch ist nichts geschehen',
  empty_detail:
    'Alles, was geschieht, steht hier: wer kam und wer ging, was gesendet, geöffnet und geändert wurde. Das erste Ereignis bringt ein neuer Abonnent.',
  none: 'Keine solchen Ereignisse',
  none_detail: 'Eine andere Art, Person, E‑Mail oder Zeit wählen.',
  show_all: 'Alle zeigen',
  list: 'Ereignisse',
  more: 'Mehr zeigen',
  type: 'Ereignis',
  any_type: 'Alles',
  person: 'Abonnent',
  person_hint: 'Adresse',
  email: 'E‑Mail',
  any_email: 'Jede E‑Mail',
  since: 'Von',
  until: 'Bis',
  nobody: 'Kein Abonnent hat diese Adresse',
  nobody_detail:
    'Bitte die Adresse prüfen. Die Ereignisse gelöschter Abonnenten verraten nicht mehr, wer sie waren.',
  deleted: 'ein gelöschter Abonnent',
  feed: 'der Feed',
  groups: {
    subscribers: 'Abonnenten',
    reading: 'Mails und Lesen',
    emails: 'E‑Mails',
    feeds: 'Feeds',
    others: 'Andere',
  },
  data: 'Daten',
  data_of: name => `Daten von „${name}“`,
  attempts: 'Webhooks',
  no_attempts: 'In den letzten 30 Tagen hat kein Webhook es bekommen.',
  no_longer_kept: day =>
    `Zustellungen, Öffnungen und Klicks von E‑Mails bis ${day} fehlen womöglich: Sie werden nicht länger aufbewahrt.`,
  pair: (name, value) => `${name}: ${value}`,
  moved: (from, to) => `von „${from}“ zu „${to}“`,
  details: {
    source: 'Wie',
    type: 'Typ',
    status: 'Status',
    kind: 'Art',
    client: 'Programm',
    url: 'Link',
    title: 'Titel',
    reason: 'Grund',
    last_error: 'Fehler',
    feed_url: 'Feed',
    format: 'Datei',
    place: 'Ort',
    total_count: 'Insgesamt',
    done_count: 'Geändert',
    skipped_count: 'Übersprungen',
    failed_count: 'Gescheitert',
  },
};
