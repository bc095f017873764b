import { counted } from '../counted.ts';
import type {
  late as englishLate,
  own_sequences as englishOwn,
  start_people as englishStart,
  step_words as englishSteps,
} from '../sequence-people.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'Person', 'Personen');

export const late: Translated<typeof englishLate> = {
  title: count => `${counted(count, 'Person wartet', 'Personen warten')} auf eine Entscheidung`,
  detail:
    'Ihr nächster Schritt ist später dran, als er sein darf, wegen eines Ausfalls, eines Anhaltens, einer Wiederherstellung oder der Grenzen eines Schlüssels. Bis zur Entscheidung bekommen sie nichts.',
  decide: 'Entscheiden …',
  dialog: 'Was soll mit verspäteten Schritten geschehen?',
  choice: 'Für alle, deren Schritt zu spät kam',
  choices: { send: 'Jetzt senden', shift: 'Verschieben', skip: 'Überspringen', end: 'Beenden' },
  hints: {
    send: 'Der verspätete Schritt kommt jetzt, die nächsten kommen wie geplant. Zwei Mails an eine Person liegen mindestens halb so weit auseinander wie geplant.',
    shift: 'Der verspätete Schritt kommt jetzt, und alles danach verschiebt sich um dieselbe Zeit.',
    skip: 'Die verspäteten Schritte werden übersprungen. Weiter geht es mit dem nächsten, der nicht verspätet ist.',
    end: 'Sie verlassen die Sequenz und bekommen nichts mehr daraus.',
  },
  act: 'Für alle entscheiden',
  decided: count => `Entschieden für ${people(count)}.`,
};

export const own_sequences: Translated<typeof englishOwn> = {
  title: 'Sequenzen',
  status: {
    processed: 'Fertig',
    pending: 'Als Nächstes',
    unprocessed: 'Geplant',
    skipped: 'Übersprungen',
    failed: 'Gescheitert',
  },
  skip: 'Überspringen',
  skip_step: step => `${step} überspringen`,
  skipped: 'Dieser Schritt entfällt für diese Person.',
  because: reason => `Grund: ${reason}`,
};

export const start_people: Translated<typeof englishStart> = {
  title: 'Personen in diese Sequenz aufnehmen',
  detail: 'Sie treten jetzt ein, ohne Auslöser. Die Regeln, wer eintreten darf und wie oft, gelten trotzdem.',
  whom: 'Wer eintritt',
  whoms: { everybody: 'Alle', filter: 'Einige' },
  which: 'Welche Personen',
  choose: 'Bedingungen wählen, um zu sehen, wie viele eintreten würden.',
  entering: count => `${counted(count, 'Person würde', 'Personen würden')} eintreten.`,
  refused: 'Die anderen würden nicht eintreten:',
  off: 'Die Sequenz ist ausgeschaltet; noch kann niemand eintreten. Das geschähe, wenn sie eingeschaltet wäre.',
  act: count => (count === 0 ? 'Aufnehmen' : `${people(count)} aufnehmen`),
  started: count =>
    `${counted(count, 'Person tritt', 'Personen treten')} in etwa einer Minute in die Sequenz ein.`,
};

export const step_words: Translated<typeof englishSteps> = {
  send_email: subject => subject,
  untitled: 'Eine E‑Mail',
  add_tags: tags => `Schlagwort ${tags} hinzufügen`,
  remove_tags: tags => `Schlagwort ${tags} entfernen`,
  add_metadata: fields => `Merken: ${fields}`,
  remove_metadata: fields => `Vergessen: ${fields}`,
  send_notification: subject => `Benachrichtigen: ${subject}`,
  send_post_request: url => `${url} aufrufen`,
  send_confirmation_reminder: 'An die Bestätigung erinnern',
  unsubscribe_subscriber: 'Abmelden',
  create_subscriber: 'Für einen anderen Newsletter anmelden',
  create_export: 'Export erstellen',
  update_email_type: 'Typ der E‑Mail ändern',
  now: 'Sofort',
  after: span => `${span} später`,
  units: {
    minutes: count => counted(count, 'Minute', 'Minuten'),
    hours: count => counted(count, 'Stunde', 'Stunden'),
    days: count => counted(count, 'Tag', 'Tage'),
    weeks: count => counted(count, 'Woche', 'Wochen'),
  },
  at: (when, time) => `${when}, um ${time}`,
  on: (when, days) => `${when}, am ${days}`,
  own_zone: when => `${when} am Ort der Leser`,
  or: ' oder ',
};
