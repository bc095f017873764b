import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type {
  resend as englishResend,
  sending as englishSending,
  share as englishShare,
} from '../watching.ts';

const people = (count: number) => counted(count, 'Person', 'Personen');

export const sending: Translated<typeof englishSending> = {
  going: 'Wird gesendet',
  failed: 'Senden gescheitert',
  paused: 'Pausiert',
  paused_by: name => `von ${name}.`,
  undo: 'Zurücknehmen',
  undone: 'Nicht gesendet. Die E‑Mail ist wieder ein Entwurf.',
  parts: {
    accepted: 'Angenommen',
    in_hand: 'In Übergabe',
    planned: 'Wartend',
    refused: 'Abgelehnt',
    uncertain: 'Ungewiss',
    bounced: 'Zurückgekommen',
  },
  part: (count, name) => `${number(count)} ${name === 'In Übergabe' ? 'in Übergabe' : name.toLowerCase()}`,
  of_all: (parts, all) => `${parts.join(', ')}, von ${number(all)}`,
  accepted_for: 'Angenommen für',
  of_people: all => `von ${people(all)}`,
  waits: seconds => `Geht hinaus in ${counted(seconds, 'Sekunde', 'Sekunden')}`,
  starts: 'Beginnt',
  will_get_it: count => (count === 1 ? 'Abonnent bekommt sie' : 'Abonnenten bekommen sie'),
  nobody_yet: 'Noch hat niemand sie bekommen.',
  only_page: 'Sie erscheint auf der öffentlichen Seite. Niemand bekommt eine Mail.',
  finding: 'Es wird ermittelt, wer sie bekommt …',
  nobody: 'Niemand hat sie bekommen.',
  nobody_there: 'Der Empfängerkreis war leer; niemand hat eine Mail bekommen.',
  only_published: 'Sie steht auf der öffentlichen Seite. Niemand hat eine Mail bekommen.',
  pace: rate => `${counted(Math.max(1, Math.round(rate)), 'Nachricht', 'Nachrichten')} pro Sekunde.`,
  end: 'In diesem Tempo ist sie fertig am',
  why: 'Warum manche Mails warten',
  next_try: 'Nächster Versuch:',
  planned_end: 'Mit dem Aufwärmplan ist sie frühestens fertig am',
  old: time =>
    `Keine Verbindung. Diese Zahlen sind von ${time}; neue kommen, sobald die Verbindung wieder da ist.`,
  lasted: minutes =>
    minutes < 1
      ? 'Alle Mails gingen innerhalb einer Minute hinaus.'
      : `Alle Mails gingen in ${minutes < 120 ? counted(Math.round(minutes), 'Minute', 'Minuten') : counted(Math.round(minutes / 60), 'Stunde', 'Stunden')} hinaus.`,
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  inbox: 'Im Posteingang ansehen',
  edit: 'Webseite bearbeiten',
  progress: 'Fortschritt',
  domains: 'Nach empfangender Domain',
  others: count => `${people(count)} bei anderen Domains`,
  counted_at: time => `Gezählt um ${time}; die Zahlen oben sind neuer.`,
};

export const resend: Translated<typeof englishResend> = {
  open: 'Erneut senden …',
  title: 'Erneut an alle, die sie nicht bekommen haben',
  explain: 'Dieselbe Nachricht geht noch einmal an diese Personen, sonst an niemanden.',
  uncertain: count => `${number(count)} ungewiss`,
  uncertain_hint:
    'Die Verbindung brach ab, während ihre Mails übergeben wurden. Manche haben sie vielleicht schon und bekämen sie doppelt.',
  permanent: count => `${number(count)} abgelehnt`,
  permanent_hint: left_out =>
    `Ihre Mailserver haben sie abgelehnt. Erneut senden, sobald die Ursache behoben ist.${left_out > 0 ? ` ${counted(left_out, 'Person bekommt keine Mails mehr und bleibt', 'Personen bekommen keine Mails mehr und bleiben')} ausgenommen.` : ''}`,
  temporary: count => `${number(count)} aufgeschoben`,
  temporary_hint: 'Ihre Mailserver waren beschäftigt oder voll. Postrider versucht es jetzt statt später.',
  who: (addresses, others) => [...addresses, ...(others > 0 ? [`${number(others)} weitere`] : [])].join(', '),
  list: 'Auflisten',
  act: count => (count === 0 ? 'Erneut senden' : `Erneut an ${people(count)} senden`),
  done: count => `${counted(count, 'Mail wird', 'Mails werden')} erneut gesendet.`,
};

export const share: Translated<typeof englishShare> = {
  title: 'Teilen',
  address: 'Adresse',
  limited: 'Wer nicht alles lesen darf, sieht den Anfang.',
  copy: 'Adresse kopieren',
  places: {
    mail: 'Mail',
    mastodon: 'Mastodon',
    bluesky: 'Bluesky',
    linkedin: 'LinkedIn',
    x: 'X',
  },
};
