import { counted, number } from '../counted.ts';
import type {
  recipient as englishRecipient,
  recipients as englishRecipients,
  report as englishReport,
} from '../reports.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'Person', 'Personen');

export const report: Translated<typeof englishReport> = {
  title: 'Ergebnisse',
  picture: (parts, all) => `Von ${people(all)}: ${parts.join(', ')}.`,
  dots: each =>
    each === 1 ? 'Jeder Punkt ist eine Person.' : `Jeder Punkt steht für etwa ${number(each)} Personen.`,
  states: {
    opened: 'Geöffnet',
    received: 'Zugestellt',
    unopened: 'Nicht geöffnet',
    planned: 'Wartet',
    refused: 'Abgelehnt',
    bounced: 'Zurückgekommen',
    uncertain: 'Ungewiss',
  },
  opened: 'Geöffnet',
  clicked: 'Link geklickt',
  unsubscribed: 'Abgemeldet',
  complained: 'Als Spam gemeldet',
  share: (count, of) => (of === 0 ? '' : `${number(Math.round((1000 * count) / of) / 10)}\u00a0%`),
  off: 'nicht erfasst',
  raw: (count, machines) =>
    `${number(count)} erfasst${machines > 0 ? `, davon ${number(machines)} von Maschinen` : ''}`,
  meaning: 'Was diese Zahlen bedeuten',
  meanings: [
    [
      'Personen',
      'Jede Person zählt einmal, wie oft sie auch öffnet. Der Anteil gilt für alle, deren Mailserver die E‑Mail angenommen und nicht zurückgeschickt hat.',
    ],
    [
      'Nicht gezählt',
      'Wessen Mailprogramm keine Bilder zeigt, kann sie gelesen haben, ohne gezählt zu werden.',
    ],
    ['Erfasst', 'Jede Öffnung und jeder Klick, auch Wiederholungen und was Programme von sich aus taten.'],
    [
      'Maschinen',
      'Sicherheitsscanner, Linkprüfer und andere Programme, erkannt an ihrem Verhalten. Sie zählen nicht als Personen.',
    ],
    [
      'Von Apple geladen',
      count =>
        `Apple Mail kann Bilder laden, bevor jemand die Mail liest. Bei den erfassten Öffnungen kam das ${number(count)}-mal vor; sie zählen als geöffnet, weil niemand sie vom Lesen unterscheiden kann.`,
    ],
  ],
  curve: 'Personen, die geöffnet und geklickt hatten, Stunde für Stunde',
  curve_days: 'Personen, die geöffnet und geklickt hatten, Tag für Tag',
  as_table: 'Als Tabelle',
  hour: 'Ab',
  all_opens: 'Erfasste Öffnungen',
  all_clicks: 'Erfasste Klicks',
  map: 'Wo geklickt wurde',
  map_note:
    'Die Mail, wie sie gesendet wurde. Jeder Link zeigt, wie viele Personen ihm gefolgt sind, und ihren Anteil an allen, die etwas geklickt haben. Kommt eine Adresse mehrmals vor, zählen ihre Links zusammen.',
  map_now: 'Diese E‑Mail wurde gesendet, bevor Mails aufbewahrt wurden; zu sehen ist ihr jetziger Text.',
  map_of: subject => `Die Mail „${subject}“ mit den Klicks auf ihre Links`,
  badge: (count, of) =>
    of === 0 ? number(count) : `${number(count)} · ${Math.round((100 * count) / of)}\u00a0%`,
  followed: count => `${counted(count, 'Person ist', 'Personen sind')} diesem Link gefolgt`,
  variant: 'Mail zeigen für',
  variants: { full: 'Zahlende Abonnenten', teaser: 'Andere Abonnenten' },
  find: url => `Link zu ${url} in der Mail zeigen`,
  find_short: 'Zeigen',
  link: 'Adresse',
  people: 'Personen',
  clicks: 'Klicks',
  machines: 'Maschinen',
  domains: 'Domains',
  domain: 'Domain',
  erased: 'gelöscht',
  clients: 'Programme',
  client: 'Programm',
  refusals: 'Wer sie nicht bekam, und warum',
  refused: (count, reason) => `${people(count)}: ${reason}`,
  words: 'Was beim Abmelden geschrieben wurde',
  wordless: count => `${counted(count, 'Person hat', 'Personen haben')} sich ohne Begründung abgemeldet.`,
  show_all: count => `Alle ${number(count)} zeigen`,
  recipients: 'Wer sie bekam, Person für Person',
};

export const recipients: Translated<typeof englishRecipients> = {
  title: 'Empfänger',
  back: 'Bericht',
  of: subject => `von „${subject}“`,
  list: count => counted(count, 'Empfänger', 'Empfänger'),
  search: 'Adressen suchen',
  filter: 'Zeigen',
  order: 'Reihenfolge',
  orders: {
    '': 'Wie gesendet',
    email_address: 'Adresse',
    '-status_date': 'Neueste zuerst',
    '-open_date': 'Letzte Öffnung zuerst',
    open_date: 'Erste Öffnung zuerst',
    '-click_date': 'Letzter Klick zuerst',
    '-attempts': 'Meiste Versuche zuerst',
  },
  export: 'Als CSV exportieren',
  exported: 'Die Datei liegt bei den Downloads.',
  statuses: {
    accepted: 'Zugestellt',
    planned: 'Wartet',
    temporary: 'Aufgeschoben',
    permanent: 'Abgelehnt',
    uncertain: 'Ungewiss',
    skipped: 'Vorher abgemeldet',
    bounced: 'Zurückgekommen',
    complained: 'Als Spam gemeldet',
  },
  reactions: {
    opened: 'Geöffnet',
    unopened: 'Nicht geöffnet',
    clicked: 'Geklickt',
    unsubscribed: 'Abgemeldet',
  },
  resendable: 'Kann erneut gesendet werden',
  erased: 'Gelöscht',
  none: 'Keine Empfänger gefunden',
  none_detail: 'Ein anderer Filter oder ein anderer Teil der Adresse hilft vielleicht.',
  none_of_many: 'Mehr von der Adresse eingeben, um Abonnenten zu finden, die sie nicht bekamen.',
  missed: count => `${counted(count, 'passender Abonnent bekam', 'passende Abonnenten bekamen')} keine Mail`,
  show_all: 'Alle Empfänger zeigen',
  why_not: word => `Warum bekam ${word} sie nicht?`,
};

const changes: Readonly<Record<string, string>> = {
  'subscriber.type.changed': 'der Status',
  'subscriber.tags.changed': 'die Schlagwörter',
  'subscriber.updated': 'die Daten',
  'subscriber.changed_email': 'die Adresse',
  'subscriber.deleted': 'gelöscht',
};

export const recipient: Translated<typeof englishRecipient> = {
  unknown: 'Diese Adresse gehört zu keinem Abonnenten.',
  about: subject => `Zu „${subject}“`,
  everything: 'Alles über diese Person',
  facts: {
    attempts: 'Versuche',
    reply: 'Der Mailserver sagte',
    retry_date: 'Nächster Versuch',
    open_date: 'Geöffnet',
    click_date: 'Geklickt',
    unsubscription_date: 'Abgemeldet',
    complaint_date: 'Als Spam gemeldet',
  },
  rules: 'Wie die Regeln dieser E‑Mail heute hier wirken',
  rule: (detail, passes) =>
    `${passes ? 'Trifft hier nicht zu' : 'Schließt diese Person aus'}: Personen ${detail}`,
  changes: 'Was sich seither geändert hat',
  change: event => changes[event] ?? event,
  mail: 'Die Mail, die ankam',
  mail_of: address => `Die Mail an ${address}`,
  proved: 'Nachgewiesen:',
  view: 'Zeigen als',
  views: { mail: 'Mail', text: 'Text', source: 'Quelltext' },
  source: 'Quelltext der Nachricht',
  inert: 'Links sind hier ausgeschaltet, und nichts wird gezählt.',
  subject: 'Betreff',
  from: 'Von',
  to: 'An',
  download: 'Herunterladen (.eml)',
};
