import { counted } from '../counted.ts';
import type { surveys as english } from '../surveys.ts';
import type { Translated } from '../translated.ts';

export const surveys: Translated<typeof english> = {
  title: 'Umfragen',
  make: 'Neue Umfrage',
  empty: 'Noch keine Umfragen',
  empty_detail:
    'Eine Umfrage ist eine Frage in E‑Mails. Leser wählen in der Mail eine Antwort und senden sie mit einer Schaltfläche; danach lässt sich denen schreiben, die geantwortet haben.',
  more: name => `Mehr zu „${name}“`,
  note: (count, isClosed) =>
    [counted(count, 'Antwort', 'Antworten'), isClosed ? 'geschlossen' : ''].filter(Boolean).join(' · '),
  question: 'Frage',
  identifier: 'Name in Vorlagen',
  identifier_hint: identifier =>
    `{{ survey.${identifier || '…'} }} dort schreiben, wo eine E‑Mail fragen soll. Der Name ändert sich später nicht.`,
  input_type: 'Leser wählen',
  input_types: {
    radio: 'eine Antwort',
    checkbox: 'beliebig viele Antworten',
    text: 'nichts: Sie schreiben ihre Antwort',
  },
  answers: 'Antworten',
  answers_hint: 'Je eine pro Zeile. Sobald jemand geantwortet hat, bleiben sie, wie sie sind.',
  freeform: 'Leser dürfen etwas in eigenen Worten ergänzen',
  randomize: 'Jeder Leser sieht die Antworten in anderer Reihenfolge',
  randomize_hint: 'Die Mail zeigt dann nur die Frage, und ihr Link führt zu den Antworten.',
  per_email: 'Jede E‑Mail fragt neu',
  per_email_hint: 'Sonst ändert seine Antwort, wer ein zweites Mal antwortet.',
  shows_results: 'Leser sehen die Ergebnisse, sobald sie geantwortet haben',
  shows_results_hint: 'Und alle im Archiv.',
  notes: 'Notizen',
  notes_hint: 'Nur das Team sieht sie.',
  made: 'Die Umfrage ist gespeichert.',
  edit: 'Bearbeiten',
  edit_title: 'Umfrage ändern',
  close: 'Schließen',
  open: 'Wieder öffnen',
  closed: 'Sie nimmt keine Antworten mehr an.',
  opened: 'Sie nimmt wieder Antworten an.',
  remove: 'Löschen …',
  delete_title: name => `„${name}“ löschen?`,
  delete_detail: count =>
    count === 0
      ? 'Niemand hat geantwortet. E‑Mails mit dieser Umfrage können erst gesendet werden, wenn sie daraus entfernt ist.'
      : `Mit ihr ${count === 1 ? 'verschwindet' : 'verschwinden'} ${counted(count, 'Antwort', 'Antworten')}. E‑Mails mit dieser Umfrage können erst gesendet werden, wenn sie daraus entfernt ist.`,
  delete_act: 'Löschen',
  deleted: 'Die Umfrage ist gelöscht.',
  results: 'Ergebnisse',
};
