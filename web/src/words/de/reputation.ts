import { counted, number } from '../counted.ts';
import type { reputation as english, warm_up as englishWarmUp } from '../reputation.ts';
import type { Translated } from '../translated.ts';

const copies = (count: number) => counted(count, 'Mail', 'Mails');
const percent = new Intl.NumberFormat('de', { style: 'percent', maximumFractionDigits: 2 });
const share = (rate: number | null) => (rate === null ? '–' : percent.format(rate));

export const reputation: Translated<typeof english> = {
  title: 'Reputation',
  period: 'Zeitraum',
  periods: { '7': '7 Tage', '30': '30 Tage', '90': '90 Tage' },
  counted: 'Gezählt am',
  uncounted: count => `seither ${copies(count)} mehr`,
  empty: 'In dieser Zeit wurde nichts gesendet',
  empty_detail:
    'Nach den ersten E‑Mails steht hier, was jede empfangende Domain aus ihnen gemacht hat: angenommen, aufgeschoben, abgelehnt, zurückgeschickt oder als Spam gemeldet. Das Zählen dauert ein bis zwei Minuten.',
  answered: copies,
  all: 'Alle Domains',
  erased: 'Gelöschte Personen',
  receivers: { gmail: 'Gmail', yahoo: 'Yahoo', microsoft: 'Outlook.com', apple: 'iCloud' },
  names: {
    accepted: 'Angenommen',
    deferred: 'Aufgeschoben',
    refused_hard: 'Abgelehnt, kein Postfach',
    refused_soft: 'Abgelehnt, andere Gründe',
    bounced_hard: 'Rückläufer, kein Postfach',
    bounced_soft: 'Rückläufer, andere Gründe',
    complaints: 'Als Spam gemeldet',
  },
  figure: (count, rate) => (count === 0 ? '0' : `${number(count)} · ${share(rate)}`),
  not_told: 'nicht gemeldet',
  slowed: words => `Sie bremst gerade und bekommt deshalb eine Zeit lang nur wenige Nachrichten: „${words}“`,
  see: 'Ablehnungen, Rückläufer und Meldungen',
  others: count => `An andere Domains: ${copies(count)}.`,
  meaning: 'Was die Zahlen bedeuten',
  meanings: [
    ['Angenommen', 'Der Mailserver hat die Mail übernommen.'],
    ['Aufgeschoben', 'Die letzte Antwort war, es später zu versuchen. Postrider versucht es drei Tage lang.'],
    [
      'Abgelehnt',
      'Der Server hat sofort nein gesagt: Das Postfach gibt es nicht, oder er hat einen anderen Grund, etwa seine Richtlinien.',
    ],
    ['Rückläufer', 'Die Mail wurde angenommen und kam später zurück.'],
    [
      'Als Spam gemeldet',
      'Jemand hat auf „Spam“ gedrückt, und der Dienst hat es gemeldet. Gmail und iCloud melden nie einzelne Personen; den Anteil bei Gmail zeigen die Google Postmaster Tools.',
    ],
  ],
  limits: (near, most) =>
    `Gmail und Yahoo verlangen, dass Spam-Meldungen unter ${share(most)} bleiben, und Gmail rät zu weniger als ${share(near)}. Jeder Anteil bezieht sich auf die dort angenommenen Mails. Weniger als drei Meldungen sind zu wenige für ein Urteil.`,
  source: {
    gmail: 'Die Regeln von Gmail',
    yahoo: 'Die Regeln von Yahoo',
    tools: 'Google Postmaster Tools',
  },
};

export const warm_up: Translated<typeof englishWarmUp> = {
  title: 'Aufwärmen',
  explain:
    'Maildienste misstrauen einer Domain oder einem Server, von dem plötzlich viel kommt. Ein Aufwärmplan beginnt mit wenigen Mails am Tag und wächst. Wer an einem Tag keinen Platz hat, bekommt die E‑Mail am nächsten.',
  proposed: 'Ein Plan für diese Liste',
  proposal: ({ subscribers, domain, first_day, days }) =>
    `Die größte empfangende Domain ist ${domain}, mit ${counted(subscribers, 'Abonnenten', 'Abonnenten')}. Mit ${counted(first_day, 'Mail', 'Mails')} am Tag je Domain beginnen und jeden Tag um die Hälfte steigern: Ab Tag ${number(days)} können alle eine Ausgabe am selben Tag bekommen. Gehen an diese Liste schon länger Mails von hier, braucht es keinen Plan.`,
  needless: 'Diese Liste braucht kein Aufwärmen',
  needless_detail:
    'Sie ist so klein, dass Maildienste eine Ausgabe an alle annehmen. Wird sie bald wachsen, lässt sich trotzdem ein Plan beginnen.',
  begin: 'Plan beginnen …',
  begin_title: 'Aufwärmplan beginnen',
  change: 'Ändern …',
  change_title: 'Plan ändern',
  save: 'Beginnen',
  save_change: 'Ändern',
  begun: 'Der Plan gilt ab jetzt.',
  start: 'Erster Tag',
  first: 'Mails am ersten Tag',
  growth: 'Tägliches Wachstum',
  growth_hint: 'Jeder Tag erlaubt so viel mal die Zahl des Vortags. 1,5 ist üblich, 2 ist schnell.',
  ceiling: 'Höchste Zahl',
  ceiling_hint: 'Sie bleibt die Grenze pro Tag, bis der Plan beendet wird.',
  per: 'Wofür die Zahlen gelten',
  pers: { domain: 'Für jede Domain', newsletter: 'Für alle Domains zusammen' },
  reaches: days => `Die höchste Zahl ist an Tag ${number(days)} erreicht.`,
  today: 'Heute',
  sent_of: allowed => `von ${counted(allowed, 'Mail', 'Mails')} heute gesendet`,
  sent_each: (sent, allowed) =>
    `${sent === 1 ? 'Mail' : 'Mails'} heute gesendet; jede Domain darf ${number(allowed)} bekommen`,
  of: (sent, allowed) => `${number(sent)} von ${number(allowed)}`,
  waiting: (count, moment) =>
    `${counted(count, 'Person wartet', 'Personen warten')}. Die nächsten Mails gehen am ${moment} hinaus.`,
  starts: day => `Der Plan beginnt am ${day}. Bis dahin ist nichts begrenzt.`,
  paused: day => `Pausiert seit ${day}: Die Zahl bleibt gleich, bis es weitergeht.`,
  domain: 'Domain',
  sent: 'Heute gesendet',
  waits: 'Wartet',
  days: 'Tag für Tag',
  table: 'Als Tabelle',
  is_today: day => `${day} (heute)`,
  days_note:
    'Der Plan folgt dem Kalender. Wird einige Tage nichts gesendet, am besten das Wachstum pausieren: Maildienste sehen auf das, was wirklich kommt.',
  day: 'Tag',
  allowed: 'Erlaubt',
  sent_that_day: 'Gesendet',
  chart: (day, allowed) => `${day}: ${allowed}`,
  pause: 'Wachstum pausieren',
  resume: 'Weiter wachsen',
  end: 'Beenden …',
  end_title: 'Aufwärmplan beenden?',
  end_detail: waiting =>
    waiting === 0
      ? 'Nichts ist mehr begrenzt. Ein neuer Plan kann jederzeit beginnen.'
      : `Nichts ist mehr begrenzt: ${counted(waiting, 'wartende Person bekommt', 'wartende Personen bekommen')} die E‑Mail jetzt.`,
  end_act: 'Plan beenden',
  ended: 'Der Plan ist beendet.',
};
