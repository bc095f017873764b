import { counted } from '../counted.ts';
import type { templates as english, firstTemplates as englishFirst } from '../templates.ts';
import type { Translated } from '../translated.ts';
import { you } from './you.ts';

export const templates: Translated<typeof english> = {
  make: 'Neue Vorlage',
  empty: 'Noch keine Vorlagen',
  empty_detail:
    'Mit einer Vorlage kann eine neue E‑Mail beginnen: mit Betreff, Text und Empfängerkreis. Hier eine erstellen oder beim Schreiben eine E‑Mail als Vorlage speichern.',
  note: (subject, words) => [subject, counted(words, 'Wort', 'Wörter')].filter(Boolean).join(' · '),
  name: 'Name',
  subject: 'Betreff',
  subject_hint: '{{ email.secondary_id }} ist die Nummer der Ausgabe.',
  body: 'Text',
  edit: 'Bearbeiten',
  edit_title: name => `„${name}“ ändern`,
  edit_hint: 'E‑Mails, die damit begonnen wurden, bleiben, wie sie sind.',
  more: name => `Mehr zu „${name}“`,
  remove: 'Löschen …',
  made: name => `Die Vorlage „${name}“ ist gespeichert.`,
  delete_title: name => `„${name}“ löschen?`,
  delete_detail: 'E‑Mails, die damit begonnen wurden, bleiben, wie sie sind.',
  delete_act: 'Löschen',
  deleted: name => `„${name}“ gelöscht.`,
  save_title: 'Als Vorlage speichern',
  save_hint:
    'Neue E‑Mails können mit diesem Betreff, Text, Empfängertyp, Layout und dieser Sprache beginnen.',
  save_act: 'Vorlage speichern',
  begin: 'Beginnen mit',
  last: 'Wie die letzte Ausgabe',
};

export const firstTemplates: Translated<typeof englishFirst> = [
  {
    name: 'Brief',
    detail: 'Gruß, Geschichte, Abschied',
    subject: '',
    body: `Hallo {{ subscriber.metadata.first_name | default: "zusammen" }},

was ist seit dem letzten Brief geschehen?

## Die Geschichte

Eine Sache erzählen, von Anfang an.

---

Bis zum nächsten Mal!`,
  },
  {
    name: 'Leseliste',
    detail: 'Links, jeder mit einem Grund',
    subject: 'Lesenswert, Nr. {{ email.secondary_id }}',
    body: `Was gab es zu lesen, und warum ist es wichtig?

## Drei Empfehlungen

<a class="bookmark" href="https://"><strong>Titel</strong><br>Warum es die Zeit wert ist</a>

<a class="bookmark" href="https://"><strong>Titel</strong><br>Warum es die Zeit wert ist</a>

<a class="bookmark" href="https://"><strong>Titel</strong><br>Warum es die Zeit wert ist</a>

## Kurz notiert

- Noch etwas, in einer Zeile`,
  },
  {
    name: 'Ankündigung',
    detail: 'Eine Neuigkeit und was zu tun ist',
    subject: '',
    body: you(
      `Die Neuigkeit in einem Satz.

## Was neu ist

Was ändert sich für die Leser, und ab wann?

## Warum

Was kam von ihnen, oder was hast du selbst gelernt?

<a class="button" href="https://">Ansehen</a>

Fragen? Antworte einfach auf diese E‑Mail.`,
      `Die Neuigkeit in einem Satz.

## Was neu ist

Was ändert sich für die Leser, und ab wann?

## Warum

Was kam von ihnen, oder was haben Sie selbst gelernt?

<a class="button" href="https://">Ansehen</a>

Fragen? Antworten Sie einfach auf diese E‑Mail.`,
    ),
  },
  {
    name: 'Interview',
    detail: 'Jemand in eigenen Worten',
    subject: '',
    body: `Wer ist es, und warum sollten die Leser diese Person kennenlernen?

## Wie hat es angefangen?

Die Antwort.

> Der Satz, an den sich alle erinnern.

## Woran wird gerade gearbeitet?

Die Antwort.

## Was sollten wir lesen?

Die Antwort.`,
  },
  {
    name: 'Einladung',
    detail: 'Wann, wo und wie man dazukommt',
    subject: you('Komm vorbei:', 'Kommen Sie vorbei:'),
    body: you(
      `Was findet statt, und für wen?

| | |
| --- | --- |
| Wann | Tag und Uhrzeit |
| Wo | Ort oder Link |
| Preis | Kostenlos |

<div class="cta"><p>Ein paar Plätze sind frei.</p><p><a class="button" href="https://">Platz sichern</a></p></div>

Du kannst nicht? Antworte, und ich sage dir Bescheid, wann es wieder so weit ist.`,
      `Was findet statt, und für wen?

| | |
| --- | --- |
| Wann | Tag und Uhrzeit |
| Wo | Ort oder Link |
| Preis | Kostenlos |

<div class="cta"><p>Ein paar Plätze sind frei.</p><p><a class="button" href="https://">Platz sichern</a></p></div>

Sie können nicht? Antworten Sie, und ich sage Ihnen Bescheid, wann es wieder so weit ist.`,
    ),
  },
];
