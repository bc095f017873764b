import { counted, number } from '../counted.ts';
import type { segments as english, saying as englishSaying } from '../segments.ts';
import type { Translated } from '../translated.ts';

export const segments: Translated<typeof english> = {
  empty: 'Noch keine Segmente',
  empty_detail:
    'Ein Segment ist ein gespeicherter Filter. Es enthält immer alle, die seine Bedingungen erfüllen. Die Abonnenten filtern, dann „Als Segment speichern“ wählen. E‑Mails und Feeds können an ein Segment gehen.',
  make: 'Abonnenten filtern',
  people: count => (count === undefined ? '…' : counted(count, 'Abonnent', 'Abonnenten')),
  more: name => `Mehr zu „${name}“`,
  open: 'Abonnenten zeigen',
  rename: 'Umbenennen …',
  where: 'Verwendung',
  remove: 'Löschen …',
  rename_title: name => `„${name}“ umbenennen`,
  name: 'Name',
  description: 'Beschreibung',
  description_hint: 'Nur das Team sieht sie.',
  saved: 'Gespeichert',
  delete_in_use:
    'Es lässt sich nicht löschen, solange diese es verwenden: Ohne das Segment können sie nicht gesendet werden. Erst dort ändern oder löschen.',
};

const quoted = (text: string) => `„${text}“`;

/** A filter in words: "Schlagwort ist „vögel“ und Beigetreten nach 2026-11-01". */
export const saying: Translated<typeof englishSaying> = {
  joined: {
    and: parts => parts.join(' und '),
    or: parts => parts.join(' oder '),
    not: parts => `nichts davon: ${parts.join('; ')}`,
  },
  group: text => `(${text})`,
  quoted,
  condition: (field, operator, value) => [field, operator, value].filter(Boolean).join(' '),
  did: (field, value) => `${field} ${value}`,
  did_not: (field, value) => `nicht: ${field} ${value}`,
  metadata: key => `Metadaten ${quoted(key)}`,
  survey: key => `Antwort auf ${quoted(key)}`,
  less_ago: days => `vor weniger als ${counted(days, 'Tag', 'Tagen')}`,
  more_ago: days => `vor mehr als ${counted(days, 'Tag', 'Tagen')}`,
  percent: value => `${number(Math.round(Number(value) * 1000) / 10)}\u00a0%`,
};
