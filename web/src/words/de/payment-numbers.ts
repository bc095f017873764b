import { counted, number } from '../counted.ts';
import type { payment_numbers as english } from '../payment-numbers.ts';
import type { Translated } from '../translated.ts';

export const payment_numbers: Translated<typeof english> = {
  title: 'Geld',
  all: 'Alle Zahlen',
  period: 'Zeitraum',
  periods: { '30': '30 Tage', '90': '90 Tage', '365': 'Ein Jahr' },
  none: 'Noch hat niemand gezahlt.',
  each_month: 'pro Monat',
  from: people => `von ${counted(people, 'Zahlenden', 'Zahlenden')}`,
  revenue_of: (amount, days) => `${amount} Einnahmen in ${number(days)} Tagen`,
  at_risk: (amount, people) =>
    `${amount} davon, von ${counted(people, 'Zahlenden', 'Zahlenden')}, könnten bald wegfallen: Das Ende ist geplant, oder eine Zahlung steht aus.`,
  chart: 'Was pro Monat eingeht, im Lauf der Zeit; die Tabelle der Tage enthält dieselben Zahlen',
  change: 'Wie es sich verändert hat',
  people: 'Zahlende',
  amount: 'Pro Monat',
  kinds: [
    ['new', 'Neu'],
    ['return', 'Zurückgekehrt'],
    ['expansion', 'Zahlen mehr'],
    ['contraction', 'Zahlen weniger'],
    ['churn', 'Gegangen'],
  ],
  paid: 'Gezahlt',
  invoices: count => counted(count, 'Rechnung', 'Rechnungen'),
  refunded: 'Erstattet',
  revenue: 'Einnahmen',
  people_churn: 'Anteil der Zahlenden, die gegangen sind',
  money_churn: 'Anteil des Geldes, der weggefallen ist',
  unknown: 'am Anfang zahlte niemand',
  percent: share => `${number(Math.round(1000 * share) / 10)}\u00a0%`,
  table: 'Tag für Tag',
  day: 'Tag',
  emails: 'E‑Mails, die zu Zahlungen führten',
  email: 'E‑Mail',
  untitled: 'Ohne Betreff',
  checkouts: 'Käufe begonnen',
  bought: 'Gezahlt',
  emails_note: 'Die letzte E‑Mail, in der ein Leser in der Woche davor geklickt hat.',
  save: 'Als CSV speichern',
  meaning:
    'Was pro Monat eingeht: Abos, die bezahlt oder überfällig sind, ein Jahr zählt ein Zwölftel, abzüglich wiederkehrender Gutscheine; ohne Steuern, Probezeiten, pausierte Abos und einmalige Zahlungen. Gezahlt und erstattet sind ganze Beträge mit Steuern. Gezählt wird alles ab der Verbindung.',
};
