import type { abTest as english } from '../ab-test.ts';
import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';

const people = (count: number) => counted(count, 'Person', 'Personen');
const percent = (share: number) => `${number(Math.round(share * 1000) / 10)}\u00a0%`;
const letter = (variant: number) => 'ABCD'[variant - 1] ?? String(variant);

export const abTest: Translated<typeof english> = {
  hint: 'Ein Teil der Empfänger bekommt einen anderen Betreff, Absender oder Text. Der Rest bekommt, was besser ankommt.',
  with_reader_time: 'Eine E‑Mail zur Uhrzeit der Leser kann keinen Test haben.',
  subject: variant => `Betreff ${letter(variant)}`,
  from_name: variant => `Absendername ${letter(variant)}`,
  from_name_hint: 'Leer: wie üblich',
  write: variant => `Anderen Text für ${letter(variant)} schreiben`,
  edit: variant => `Text von ${letter(variant)} bearbeiten`,
  variant_of: variant => `Variante ${letter(variant)}`,
  text: 'Text',
  text_hint:
    'Er beginnt mit dem Text der E‑Mail. Wird er geleert, gilt für diese Variante wieder jener Text.',
  add: 'Weitere Variante',
  remove: variant => `${letter(variant)} entfernen`,
  share: 'Prozent der Empfänger, die am Test teilnehmen',
  measure: 'Was zählt',
  measures: { clicks: 'Klicks', opens: 'Öffnungen' },
  opens_hint:
    'Nur unter Personen, deren Öffnungen sichtbar sind: Sie haben schon eine E‑Mail geöffnet, und kein Programm öffnet alles für sie. Texte lassen sich besser nach Klicks vergleichen.',
  decide_after: 'Stunden bis zur Entscheidung',
  undecided: 'Ohne Sieger bekommt der Rest',
  choices: { first: 'Die eigene (A)', split: 'Jede zum Teil' },
  title: 'A/B-Test',
  plan: (each, count, rest, hours, measure) => {
    const asked = `Jede der ${number(count)} Varianten geht an ${people(each)}${measure === 'opens' ? ' mit sichtbaren Öffnungen' : ''}.`;
    const most = measure === 'opens' ? 'Öffnungen' : 'Klicks';
    return rest === 0
      ? asked
      : `${asked} Nach ${counted(hours, 'Stunde', 'Stunden')} geht die Variante mit den meisten ${most} an ${people(rest)}.`;
  },
  uncounted: count =>
    `${counted(count, 'Person nimmt', 'Personen nehmen')} auch teil, ohne zu zählen: Ihre Öffnungen sind nicht sichtbar.`,
  shows: (difference, usual, measure) => {
    const usually = usual === null ? 'wenn 2\u00a0% klicken' : `wenn wie üblich ${percent(usual)} klicken`;
    const at = measure === 'opens' ? 'wenn die Hälfte öffnet' : usually;
    return difference === null
      ? `Bei so wenigen Personen fiele kein noch so großer Unterschied auf, ${at}.`
      : `Bei so vielen Personen zeigen sich nur Unterschiede über ${number(Math.round(difference * 1000) / 10)} Prozentpunkten, ${at}.`;
  },
  advise:
    'Bei weniger als 250 Personen je Variante entscheidet der Zufall. Besser einen größeren Anteil nehmen oder das Ergebnis nur als Hinweis verstehen.',
  states: {
    none: '',
    planned: '',
    running: 'Der Test läuft noch bis',
    undecided: 'Keine Variante war mit 95\u00a0% Sicherheit besser.',
    by_hand: 'Von Hand entschieden.',
    winner: 'Sieger ist',
  },
  rest_gets: winner =>
    winner === null ? 'Jede Variante ging an einen Teil des Rests.' : `Der Rest bekommt ${letter(winner)}.`,
  honest: variants =>
    `Unter ${variants === 2 ? 'zwei' : variants === 3 ? 'drei' : 'vier'} gleich guten Varianten nennt ein Test in einem von ${variants === 2 ? 10 : variants === 3 ? 40 : 100} Fällen trotzdem einen Sieger.`,
  variant: 'Variante',
  letter,
  named: one => {
    const other = [one.from_name, one.has_own_body && 'anderer Text'].filter(Boolean).join(', ');
    return `${letter(one.variant)}: ${one.subject}${other && ` (${other})`}`;
  },
  acted: { clicks: 'Geklickt', opens: 'Geöffnet' },
  between: 'Zwischen',
  best: 'Beste',
  rest: 'Rest',
  farewells: 'Abgemeldet',
  complaints: 'Spam',
  percent,
  range: (low, high) => `${percent(low)} – ${percent(high)}`,
  part: (some, all) => percent(Math.min(1, some / all)),
  of: (some, all) => `${number(some)} von ${number(all)}`,
  decide: variant => `${letter(variant)} an den Rest senden`,
  decide_split: 'Jede an einen Teil senden',
  final: rest =>
    `${counted(rest, 'Person bekommt', 'Personen bekommen')} sie jetzt. Das lässt sich nicht rückgängig machen.`,
  confirm: 'Senden',
};
