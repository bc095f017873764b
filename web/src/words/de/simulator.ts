import { counted, number } from '../counted.ts';
import type { simulator as english } from '../simulator.ts';
import type { Translated } from '../translated.ts';
import { monthdayName, weekdays } from './monthdays.ts';

const mails = (count: number) => counted(count, 'Mail', 'Mails');
const posts = (count: number) => counted(count, 'Beitrag', 'Beiträge');

/** "pro Woche", "alle 2 Wochen". */
function every(count: number, one: string, many: string): string {
  const whole = Math.round(count);
  return whole <= 1 ? `pro ${one}` : `alle ${number(whole)} ${many}`;
}

export const simulator: Translated<typeof english> = {
  title_new: 'Feed folgen',
  title_edit: name => `„${name}“ ändern`,
  back: 'Feeds',
  address: 'Adresse einer Website oder eines Feeds',
  address_hint: 'Zum Beispiel lowwater.example. Postrider findet den Feed.',
  find: 'Feed finden',
  found: count => `Diese Website hat ${counted(count, 'Feed', 'Feeds')}. Welcher soll es sein?`,
  posts: count => (count === null ? 'ein großer Feed' : posts(count)),
  latest: 'neuester:',
  choose: 'Wählen',
  start: 'Starten',
  started: 'Diesem Feed wird jetzt gefolgt.',
  changed: 'Gespeichert. Die neuen Einstellungen gelten ab der nächsten Mail.',
  feed: 'Der Feed',
  other_feed: 'Anderen wählen',
  what: 'Zeitplan',
  cadence: 'Wie oft',
  cadences: { every: 'Jeder Beitrag', daily: 'Täglich', weekly: 'Wöchentlich', monthly: 'Monatlich' },
  weekday: 'Am',
  weekdays,
  monthday: 'Am',
  monthdays: [
    ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
    'lastday',
    ...Object.keys(weekdays),
  ],
  monthday_name: monthdayName,
  time: 'Um',
  time_hint: city => `In ${city}.`,
  hold: 'Vor dem Senden warten',
  hold_hint: 'Bis dahin lässt sich der Beitrag auf der Website noch berichtigen oder zurückziehen.',
  holds: { '0': 'Gar nicht', '10': '10 Minuten', '60': 'Eine Stunde', '1440': 'Einen Tag' },
  minutes: count => counted(count, 'Minute', 'Minuten'),
  behavior: 'Dann',
  behaviors: { draft: 'Entwurf erstellen', emails: 'Senden' },
  behavior_hint: {
    draft: 'Jede E‑Mail wird von Hand geprüft und gesendet.',
    emails: 'Sie geht ohne Prüfung hinaus.',
  },
  audience: 'Wer sie bekommt',
  audience_hint: 'Ohne Schlagwort geht sie an alle, die Mails bekommen.',
  posts_section: 'Welche Beiträge',
  filters: {
    include: { categories: 'Nur diese Kategorien', titles: 'Nur Titel mit', authors: 'Nur von' },
    exclude: { categories: 'Nicht diese Kategorien', titles: 'Keine Titel mit', authors: 'Nicht von' },
  },
  filters_hint: 'Eines pro Zeile. Groß- und Kleinschreibung ist egal.',
  filters_more: 'Nach Kategorie, Titel oder Autor filtern',
  old: 'Auch Beiträge senden, die jetzt im Feed stehen',
  old_hint: 'Sonst werden nur Beiträge gesendet, die ab jetzt erscheinen.',
  at_start: (count, held) =>
    count === 0
      ? 'Am Anfang wird nichts gesendet.'
      : `Am Anfang ${count === 1 ? 'geht' : 'gehen'} ${mails(count)} sofort hinaus${held > 0 ? `, und ${counted(held, 'Beitrag wartet', 'Beiträge warten')} auf eine Entscheidung` : ''}.`,
  template: 'Die Mail',
  presets: { full: 'Ganze Beiträge', summary: 'Zusammenfassungen', titles: 'Nur Titel' },
  preset: 'Ausgehen von',
  subject: 'Betreff',
  body: 'Text',
  body_hint: '{{ eintippen, um etwas aus dem Feed einzufügen.',
  name: 'Name',
  name_hint: 'Nur hier zu sehen. Ohne Namen gilt der Titel des Feeds.',
  simulation: 'Die letzten 90 Tage, als Mails',
  count: count => (count === 1 ? 'Mail' : 'Mails'),
  summary: count => `${mails(count)} in 90 Tagen ↓`,
  in_days: days => (days === 1 ? 'am letzten Tag' : `in den letzten ${counted(days, 'Tag', 'Tagen')}`),
  pace: (count, days) => {
    if (count === 0) return 'Es wäre nichts gesendet worden.';
    const between = days / count;
    if (between >= 25) return `Etwa eine ${every(between / 30, 'Monat', 'Monate')}.`;
    if (between >= 6) return `Etwa eine ${every(between / 7, 'Woche', 'Wochen')}.`;
    return between > 0.8
      ? `Etwa eine ${every(between, 'Tag', 'Tage')}.`
      : `Etwa ${number(Math.round(1 / between))} pro Tag.`;
  },
  strip: count => `${mails(count)} in den letzten 90 Tagen, nach Datum`,
  today: 'heute',
  and_more: count => `und ${number(count)} mehr`,
  posts_in: posts,
  show_all: count => `Alle ${number(count)} zeigen`,
  not_mailed: count => `${posts(count)} nicht gesendet`,
  next: 'Die nächsten zehn',
  next_every: 'Jeder neue Beitrag, Minuten nach dem Lesen. Im Voraus ist nichts geplant.',
  none: 'Der Feed hatte in diesen 90 Tagen nichts Neues',
  none_detail: 'So sähe eine Mail aus seinen neuesten Beiträgen aus.',
  empty_feed: 'Der Feed ist leer. Die Mails erscheinen hier, sobald er Beiträge hat.',
  not_shown: 'Nur die ersten 50 Mails sind vollständig zu sehen.',
  working: 'Die letzten 90 Tage werden durchgesehen …',
  preview: subject => `Vorschau von „${subject}“`,
};
