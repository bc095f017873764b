import { number } from '../counted.ts';
import type { gmail as english } from '../gmail.ts';
import type { Translated } from '../translated.ts';

const percent = (share: number | null) =>
  share === null
    ? '–'
    : `${number(Math.round(share * (share < 0.01 ? 10_000 : 1000)) / (share < 0.01 ? 100 : 10))}\u00a0%`;

export const gmail: Translated<typeof english> = {
  title: 'Wie Gmail die Mails sieht',
  note: source => `Aus den Postmaster Tools von Gmail, zu ${source}. Gmail veröffentlicht einen Tag später.`,
  off: 'Gmail verrät niemandem, wer Mails als Spam meldet, aber es zählt. Ein Inhaber der Installation kann die Postmaster Tools verbinden; dann erscheinen hier die täglichen Zahlen.',
  nothing:
    'Gmail hat noch nichts gesagt. Das geschieht nach ein bis zwei Tagen, und nur zu Tagen mit genügend Mails.',
  percent,
  columns: {
    day: 'Tag',
    spam: 'Spam',
    own: 'Spam, dieser Newsletter',
    dkim: 'DKIM',
    spf: 'SPF',
    dmarc: 'DMARC',
    errors: 'Nicht angenommen',
  },
  table: 'Die Zahlen von Gmail nach Tagen',
  spam_note:
    'Spam: der Anteil der Mails in Posteingängen, den Personen gemeldet haben. Er sollte unter 0,1\u00a0% bleiben; ab 0,2\u00a0% gehen Mails an Gmail nur langsam hinaus.',
  emails: 'Am häufigsten gemeldet',
  worst: share => `${percent(share)} am schlechtesten Tag`,
  demands: 'Was Gmail verlangt',
  met: 'Erfüllt',
  unmet: 'Nicht erfüllt',
  requirements: {
    SPF: 'SPF',
    DKIM: 'DKIM',
    SPF_AND_DKIM: 'SPF und DKIM',
    DMARC_POLICY: 'Eine DMARC-Richtlinie',
    DMARC_ALIGNMENT: 'Der Absender passt zu DKIM oder SPF',
    MESSAGE_FORMATTING: 'Wohlgeformte Nachrichten',
    DNS_RECORDS: 'DNS-Einträge des Mailservers, in beide Richtungen',
    ENCRYPTION: 'Verschlüsselte Verbindungen',
    USER_REPORTED_SPAM_RATE: 'Wenige Spam-Meldungen',
    ONE_CLICK_UNSUBSCRIBE: 'Abmelden mit einem Klick',
    HONOR_UNSUBSCRIBE: 'Abmelden wirkt',
  },
  connect: 'Gmail verbinden …',
  connect_title: 'Postmaster Tools von Gmail verbinden',
  connect_act: 'Verbinden',
  connect_hint:
    'In der Google Cloud Console die Gmail Postmaster Tools API einschalten, ein Dienstkonto anlegen und dafür einen Schlüssel vom Typ JSON erstellen. Unter postmaster.google.com der Adresse des Dienstkontos Zugriff auf die Domain geben.',
  key: 'Die Schlüsseldatei',
  key_hint: 'Die ganze Datei einfügen. Sie wird verschlüsselt gespeichert.',
  connected: 'Verbunden. Die Zahlen werden innerhalb einer Minute gelesen.',
  disconnect: 'Trennen …',
  disconnect_title: 'Postmaster Tools von Gmail trennen?',
  disconnect_detail:
    'Der Schlüssel und alle Zahlen werden gelöscht, für jeden Newsletter dieser Installation.',
  disconnect_act: 'Trennen',
  disconnected: 'Getrennt.',
};
