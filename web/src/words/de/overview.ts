import { counted, number } from '../counted.ts';
import type { overview as english } from '../overview.ts';
import type { Translated } from '../translated.ts';

const percent = (value: number) => {
  const share = 100 * value;
  return `${number(share > 0 && share < 1 ? Math.round(10 * share) / 10 : Math.round(share))}\u00a0%`;
};
const daysAgo = (days: number) => `vor ${counted(days, 'Tag', 'Tagen')}`;

export const overview: Translated<typeof english> = {
  title: 'Start',
  readers: count => (count === 1 ? 'Abonnent bekommt' : 'Abonnenten bekommen'),
  your_mail: 'diesen Newsletter',
  change: (net, days) =>
    net === 0
      ? `so viele wie ${daysAgo(days)}`
      : `${number(Math.abs(net))} ${net > 0 ? 'mehr' : 'weniger'} als ${daysAgo(days)}`,
  unconfirmed: count => `${counted(count, 'Person hat', 'Personen haben')} noch nicht bestätigt`,
  needs: 'Zu erledigen',
  nothing: 'Gerade ist nichts zu erledigen.',
  kinds: {
    errored: 'Senden gescheitert',
    uncertain: 'Ungewisse Zustellungen',
    trouble: 'Der Mailserver nimmt keine Mails an',
    relay: 'Ein Mailserver nimmt keine Mails an',
    paused: 'Das Senden ist pausiert',
    approval: 'Wartet auf Freigabe',
    feed_failing: 'Ein Feed ist nicht lesbar',
    automation_stopped: 'Eine Automation wurde gestoppt',
    items_held: 'Beiträge warten auf eine Entscheidung',
    comments: 'Kommentare warten auf Freigabe',
    replies: 'Ungelesene Antworten',
    webhook: 'Ein Webhook wurde pausiert',
    runs_late: 'Verspätete Schritte warten auf eine Entscheidung',
    runs_held: 'Personen warten in einer Sequenz',
    complaints: 'Zu oft als Spam gemeldet',
    domain: 'Die Domain funktioniert nicht',
    sender: 'Der Absender',
    backup: 'Die Backups',
  },
  asked: 'Angefragt am',
  failing: 'Seit',
  last_backup: 'Das letzte gute ist vom',
  to_domain: 'Was nicht stimmt, und was zu tun ist',
  to_webhooks: 'Webhooks',
  to_backups: 'Backups dieser Installation',
  drafts: 'Weiterschreiben',
  edited: 'Bearbeitet am',
  all_drafts: count => `Alle Entwürfe (${number(count)})`,
  sender: 'Der Absender',
  sender_states: {
    checking: 'Die DNS-Einträge des Absenders werden geprüft …',
    good: 'DNS-Einträge und Mailserver sind in Ordnung.',
    unknown: 'Einige Prüfungen des Absenders waren gerade nicht möglich.',
    failed: 'Der Absender konnte gerade nicht geprüft werden.',
  },
  faults: (count, first) => (count > 1 ? `${first} Und ${number(count - 1)} weitere.` : first),
  upcoming: 'Die nächsten 14 Tage',
  calendar: 'Kalender',
  day: (day, count) => `${day}: ${count === 0 ? 'nichts geplant' : counted(count, 'Eintrag', 'Einträge')}`,
  nothing_planned: 'Nichts ist geplant.',
  plan: 'Eine beim Prüfen geplante E‑Mail erscheint hier.',
  more_planned: count => `und ${number(count)} mehr`,
  run: 'sucht nach neuen Beiträgen',
  last: 'Die letzte Ausgabe',
  no_issue:
    'Noch wurde keine Ausgabe gesendet. Nach der ersten ist sie hier mit den üblichen Werten verglichen.',
  sent: 'Gesendet am',
  sent_to: count => `an ${counted(count, 'Abonnenten', 'Abonnenten')}`,
  rates: { opens: 'Geöffnet', clicks: 'Geklickt', unsubscriptions: 'Abgemeldet' },
  percent,
  usually: rate => `üblich ${percent(rate)}`,
  off: 'nicht erfasst',
  against: issues =>
    issues === 0
      ? 'Eine Marke für die üblichen Werte erscheint nach der zweiten Ausgabe.'
      : `Die Marke zeigt den üblichen Wert: ${issues === 1 ? 'den der Ausgabe davor' : `den Median der ${number(issues)} Ausgaben davor`}. Geöffnet und geklickt zählen Personen, nicht Maschinen; Anteile gelten für Mails, die Mailserver angenommen haben.`,
  growth: 'Wachstum',
  periods: { '30': '30 Tage', '90': '90 Tage', '365': 'Ein Jahr' },
  period: 'Zeitraum',
  curve: 'Abonnenten im Lauf der Zeit, darunter Zugänge und Abgänge; die Tabelle enthält dieselben Zahlen',
  came: count => `${number(count)} gekommen`,
  went: count => `${number(count)} gegangen`,
  day_tip: (when, readers, came, went) =>
    [
      `${when}: ${counted(readers, 'Abonnent', 'Abonnenten')}`,
      ...(came.length > 0 ? [`Gekommen: ${came.join(', ')}`] : []),
      ...(went.length > 0 ? [`Gegangen: ${went.join(', ')}`] : []),
    ].join('\n'),
  part: (count, name) => `${number(count)} ${name === 'Spam gemeldet' ? name : name.toLowerCase()}`,
  week_to: day => `Woche bis ${day}`,
  why: 'Warum sie kamen und gingen',
  reason: 'Grund',
  people: 'Personen',
  meaning: 'Was es bedeutet',
  reasons: {
    signed_up: 'Angemeldet',
    imported: 'Importiert',
    added: 'Hinzugefügt',
    returned: 'Zurückgekehrt',
    unsubscribed: 'Abgemeldet',
    bounced: 'Unzustellbar',
    complained: 'Spam gemeldet',
    blocked: 'Blockiert',
    paused: 'Pausiert',
    deleted: 'Gelöscht',
    other: 'Andere',
  },
  meanings: {
    signed_up: 'Anmeldung bestätigt, oder angemeldet, wo keine Bestätigung verlangt wird',
    imported: 'Aus einer Datei importiert',
    added: 'Im Dashboard oder über die API hinzugefügt, bereits bestätigt',
    returned: 'Bekommt wieder Mails nach Pause, Abmeldung oder Rückläufer',
    unsubscribed: 'Hat sich selbst abgemeldet oder wurde hier abgemeldet',
    bounced: 'Das Postfach lehnt Mails endgültig ab',
    complained: 'Hat eine Mail als Spam gemeldet',
    blocked: 'Hier blockiert',
    paused: 'Hat das Abo pausiert',
    deleted: 'Gelöscht, während Mails gingen',
    other: 'Bekommt aus anderem Grund keine Mails mehr, etwa wegen einer gescheiterten Zahlung',
  },
  table: 'Tag für Tag',
  table_day: 'Tag',
  table_readers: 'Abonnenten',
  table_came: 'Gekommen',
  table_went: 'Gegangen',
  definition:
    'Gezählt werden nur Personen, die Mails bekommen: bestätigt, und nicht abgemeldet, pausiert oder unzustellbar.',
  welcome: 'Der Newsletter ist bereit',
  welcome_detail:
    'Drei Schritte, in beliebiger Reihenfolge. Danach steht hier, was zu erledigen ist, was als Nächstes kommt und wie der Newsletter wächst.',
  steps: {
    readers: 'Abonnenten mitbringen',
    readers_detail:
      'Jemanden von Hand hinzufügen, eine Datei importieren oder die öffentliche Seite mit ihrem Formular teilen.',
    write: 'Die erste E‑Mail schreiben',
    write_detail: 'Bis zur Prüfung bleibt sie ein Entwurf.',
    sender: 'Den Absender prüfen',
    sender_detail: 'Name und Adresse, die Abonnenten sehen, und die Postanschrift, die das Gesetz verlangt.',
    done: 'Erledigt',
  },
};
