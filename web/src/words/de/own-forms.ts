import { counted, number } from '../counted.ts';
import type { ownForms as english } from '../own-forms.ts';
import type { Translated } from '../translated.ts';

export const ownForms: Translated<typeof english> = {
  title: 'Weitere Formulare',
  make: 'Neues Formular',
  empty: 'Noch keine weiteren Formulare',
  empty_detail:
    'Neben dem Formular der Seite kann es beliebig viele andere geben: für einen Kurs, eine Landingpage oder ein Plakat. Jedes hat eigene Fragen und Texte und gibt allen, die sich damit anmelden, Schlagwörter.',
  more: name => `Mehr zu „${name}“`,
  note: (people, confirmed, isClosed) =>
    [
      people === 0
        ? 'noch niemand'
        : `${counted(people, 'Person', 'Personen')}, ${number(confirmed)} bestätigt`,
      isClosed ? 'geschlossen' : '',
    ]
      .filter(Boolean)
      .join(' · '),
  form_title: 'Titel',
  slug: 'Ende der Adresse',
  slug_hint: slug => `Die Seite liegt unter …/forms/${slug || '…'}`,
  body: 'Text über den Fragen',
  markdown: 'Markdown, etwa **fett** und [Links](https://example.org).',
  questions: 'Fragen',
  questions_note: 'Nach der E‑Mail-Adresse wird immer gefragt. Antworten werden zu Metadaten der Person.',
  question: place => `Frage ${place}`,
  label: 'Was Leser gefragt werden',
  name: 'Name in den Metadaten',
  type: 'Art der Antwort',
  types: {
    text: 'Eine Zeile Text',
    choice: 'Eines von mehreren',
    date: 'Ein Tag',
    consent: 'Ein Kästchen zum Ankreuzen',
  },
  options: 'Was zur Wahl steht',
  options_hint: 'Je eines pro Zeile.',
  required: 'Muss beantwortet werden',
  add_question: 'Frage hinzufügen',
  remove_question: label => `Frage „${label}“ entfernen`,
  remove_short: 'Entfernen',
  button: 'Wort auf der Schaltfläche',
  button_hint: 'Leer lassen für „Abonnieren“.',
  consent: 'Text unter der Schaltfläche',
  consent_hint:
    'Er wird als Nachweis aufbewahrt, wozu Personen zugestimmt haben. Leer lassen für den Text der Seite.',
  tags: 'Schlagwörter für alle, die sich anmelden',
  opt_in: 'Bestätigung per Mail',
  opt_ins: {
    usual: 'Wie beim Newsletter',
    yes: 'Muss bestätigt werden',
    no: 'Muss nicht bestätigt werden',
  },
  opt_in_hint:
    'Wer das Formular sendet, ohne die Seite gesehen zu haben, wie Roboter es tun, muss immer bestätigen.',
  success: 'Text nach der Anmeldung',
  success_hint: 'Leer lassen für den üblichen Text.',
  redirect: 'Stattdessen zu dieser Adresse',
  redirect_hint: 'Leer lassen für die eigene Seite. Sie muss mit https beginnen.',
  limit: 'Höchstens so viele Anmeldungen pro Stunde',
  limit_hint: 'Stoppt eine Flut von Robotern. Leer lassen für keine Grenze.',
  saved: 'Das Formular ist gespeichert.',
  edit: 'Bearbeiten',
  edit_title: 'Formular ändern',
  places: 'Adresse und Code',
  done: 'Fertig',
  page: 'Adresse der Seite',
  code: 'HTML-Formular',
  code_note: 'Besucher bestätigen immer per Mail, weil der Code auf der eigenen Website steht.',
  frame: 'Rahmen',
  report: 'Wer sich angemeldet hat',
  refused: 'Abgelehnt',
  refused_note: 'Anmeldungen, die seit dem ersten Tag des Zeitraums abgelehnt wurden, und warum.',
  none_refused: 'In dieser Zeit wurde nichts abgelehnt.',
  reason: 'Warum',
  count: 'Wie oft',
  reasons: {
    trap: 'Ein Feld war ausgefüllt, das Menschen nicht sehen',
    network: 'Zu viele aus einem Netz',
    address: 'Zu viele für eine Adresse',
    captcha: 'Das Captcha wurde nicht gelöst',
    too_fast: 'Schneller gesendet, als ein Mensch kann; ein Mensch drückt einfach noch einmal',
    full: 'Mehr Personen, als das Formular pro Stunde annimmt',
  },
  close: 'Schließen',
  open: 'Wieder öffnen',
  closed: 'Das Formular ist geschlossen. Seine Seite sagt das.',
  opened: 'Das Formular ist wieder offen.',
  remove: 'Löschen …',
  delete_title: name => `„${name}“ löschen?`,
  delete_detail:
    'Die Seite verschwindet, und Code auf anderen Websites funktioniert nicht mehr. Wer sich damit angemeldet hat, bleibt.',
  delete_act: 'Löschen',
  deleted: 'Das Formular ist gelöscht.',
};
