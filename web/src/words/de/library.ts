import { bytes, counted, number } from '../counted.ts';
import type {
  files as englishFiles,
  snippets as englishSnippets,
  tags as englishTags,
  uses as englishUses,
} from '../library.ts';
import type { Translated } from '../translated.ts';

export const uses: Translated<typeof englishUses> = {
  title: name => `Was „${name}“ verwendet`,
  emails: 'E‑Mails',
  sequences: 'Sequenzen',
  automations: 'Feeds',
  segments: 'Segmente',
  snippets: 'Textbausteine',
  templates: 'Vorlagen',
  more: count => `und ${counted(count, 'weitere E‑Mail', 'weitere E‑Mails')}`,
  none: 'Nichts verwendet es.',
};

export const tags: Translated<typeof englishTags> = {
  title: 'Schlagwörter',
  make: 'Neues Schlagwort',
  empty: 'Noch keine Schlagwörter',
  empty_detail:
    'Ein Schlagwort markiert einige Abonnenten, damit eine E‑Mail an sie gehen kann, oder an alle anderen. Setzen können es Formulare, Importe und das Team.',
  people: count => (count === undefined ? '…' : counted(count, 'Person', 'Personen')),
  topic: 'Abonnenten wählen es selbst',
  edit: 'Bearbeiten',
  more: name => `Mehr zu „${name}“`,
  where: 'Verwendung',
  merge: 'Zusammenführen …',
  remove: 'Löschen …',
  name: 'Name',
  description: 'Beschreibung',
  description_hint: 'Nur das Team sieht sie.',
  color: 'Farbe',
  subscriber_editable: 'Abonnenten dürfen es selbst wählen',
  subscriber_editable_hint: 'Es erscheint als Thema auf der Seite, auf der sie ihr Abo ändern.',
  public_description: 'Was Abonnenten darüber lesen',
  edit_title: name => `„${name}“ ändern`,
  made: name => `„${name}“ erstellt.`,
  saved: 'Gespeichert',
  merge_title: name => `„${name}“ mit einem anderen Schlagwort zusammenführen`,
  merge_into: 'Aufgehen in',
  merge_detail: (name, count) =>
    count === 0
      ? `Niemand hat „${name}“; es wird nur gelöscht.`
      : `${counted(count, 'Person', 'Personen')} mit „${name}“: erst kommt das andere Schlagwort hinzu, dann wird „${name}“ gelöscht. Niemand bekommt eine Mail.`,
  merge_in_use:
    'Diese verwenden es. Erst das andere Schlagwort an seine Stelle setzen; dann lassen sich die beiden zusammenführen.',
  merge_act: 'Zusammenführen',
  merging: (done, total) => `${number(done)} von ${counted(total, 'Person', 'Personen')} fertig …`,
  merge_failed:
    'Nicht alle haben das andere Schlagwort bekommen, also bleiben beide. Mehr sagt die Sammelaktion; dann noch einmal versuchen.',
  merged: name => `In „${name}“ aufgegangen.`,
  delete_title: name => `„${name}“ löschen?`,
  delete_detail: count =>
    count === 0
      ? 'Niemand hat dieses Schlagwort.'
      : `${counted(count, 'Person verliert', 'Personen verlieren')} dieses Schlagwort. Gesendetes bleibt, wie es war.`,
  delete_in_use:
    'Es lässt sich nicht löschen, solange diese es verwenden: Ohne das Schlagwort gingen sie an andere Personen. Erst dort ändern.',
  delete_act: 'Löschen',
  deleted: name => `„${name}“ gelöscht.`,
};

export const snippets: Translated<typeof englishSnippets> = {
  title: 'Textbausteine',
  make: 'Neuer Textbaustein',
  empty: 'Noch keine Textbausteine',
  empty_detail:
    'Ein Textbaustein ist ein Text, der immer wieder vorkommt, etwa der Hinweis auf einen Sponsor. E‑Mails nennen seinen Namen und bekommen beim Senden die neueste Fassung.',
  used: count =>
    count === 0
      ? 'nicht verwendet'
      : count === 1
        ? 'einmal verwendet'
        : `an ${number(count)} Stellen verwendet`,
  name: 'Name',
  identifier: 'Name in Vorlagen',
  identifier_hint: identifier =>
    `{{ snippets.${identifier || '…'} }} dort schreiben, wo der Text erscheinen soll.`,
  content: 'Text',
  edit: 'Bearbeiten',
  edit_title: name => `„${name}“ ändern`,
  edit_used: count =>
    `Verwendet von ${counted(count, 'E‑Mail oder Feed', 'E‑Mails und Feeds')}. Was noch nicht gesendet ist, bekommt den neuen Text.`,
  where: 'Verwendung',
  remove: 'Löschen …',
  more: name => `Mehr zu „${name}“`,
  made: name => `„${name}“ erstellt.`,
  delete_title: name => `„${name}“ löschen?`,
  delete_detail: 'Nichts verwendet ihn.',
  delete_in_use: 'Was noch nicht gesendet ist, kann ohne ihn nicht gesendet werden.',
  delete_act: 'Löschen',
  deleted: name => `„${name}“ gelöscht.`,
};

const fileCount = (count: number) => counted(count, 'Datei', 'Dateien');

export const files: Translated<typeof englishFiles> = {
  title: 'Dateien',
  upload: 'Hochladen',
  uploaded: count => `${fileCount(count)} hochgeladen.`,
  empty: 'Noch keine Dateien',
  empty_detail:
    'Bilder und Anhänge der E‑Mails liegen hier. Welche hochladen oder ein Bild in eine E‑Mail ziehen.',
  kinds: { all: 'Alle', image: 'Bilder', attachment: 'Anhänge', unused: 'Unbenutzt' },
  sum: (count, size) => `${fileCount(count)}, ${bytes(size)}`,
  none: 'Solche Dateien gibt es nicht.',
  none_unused: 'Jede Datei wird irgendwo verwendet.',
  used: count =>
    count === 0 ? 'unbenutzt' : count === 1 ? 'einmal verwendet' : `${number(count)}-mal verwendet`,
  size: bytes,
  more: name => `Mehr zu „${name}“`,
  copy: 'Adresse kopieren',
  where: 'Verwendung',
  remove: 'Löschen …',
  remove_unused: count => `Alle ${number(count)} löschen …`,
  delete_title: name => `„${name}“ löschen?`,
  delete_detail: 'Nichts hier verwendet sie. Zeigt eine andere Website sie, fehlt sie dort.',
  delete_used: 'Sie fehlt dann hier und in Mails, die Abonnenten schon haben.',
  delete_unused_title: count => `${counted(count, 'unbenutzte Datei', 'unbenutzte Dateien')} löschen?`,
  delete_unused_detail:
    'Keine E‑Mail, kein Feed und kein Textbaustein verwendet sie. Auf anderen Websites, die sie zeigen, fehlen sie dann.',
  delete_act: 'Löschen',
  deleted: count => `${fileCount(count)} gelöscht.`,
};
