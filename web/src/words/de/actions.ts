import type { actions as english } from '../actions.ts';
import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';

const quoted = (text: string) => `„${text}“`;
const list = (parts: string[]) => parts.join(', ');
const tags = (names: string[]) =>
  `${names.length === 1 ? 'Schlagwort' : 'Schlagwörter'} ${list(names.map(quoted))}`;

export const actions: Translated<typeof english> = {
  back: 'Sammelaktionen',
  empty: 'Noch keine Sammelaktionen',
  empty_detail:
    'Abonnenten in der Liste auswählen, oder filtern und alle auswählen; dann entscheiden, was mit allen zugleich geschehen soll. Vergangene Aktionen stehen hier, und die meisten lassen sich 30 Tage lang rückgängig machen.',
  to_subscribers: 'Abonnenten auswählen',
  missing: 'Diese Sammelaktion gibt es nicht',
  missing_detail: 'Sie gehört zu einem anderen Newsletter, oder die Adresse der Seite stimmt nicht.',

  statuses: {
    not_started: 'Wartet',
    in_progress: 'Läuft',
    processed: 'Fertig',
    failed: 'Gescheitert',
  },
  undone: 'Rückgängig gemacht',
  by: name => `von ${name}`,
  by_key: name => `mit dem API-Schlüssel ${quoted(name)}`,
  nameless: { key: 'mit einem API-Schlüssel', person: 'von jemandem aus dem Team' },
  counts: (done, skipped, failed) =>
    list([
      `${number(done)} geändert`,
      ...(skipped > 0 ? [`${number(skipped)} übersprungen`] : []),
      ...(failed > 0 ? [`${number(failed)} gescheitert`] : []),
    ]),

  added_tags: names => `${tags(names)} hinzugefügt`,
  removed_tags: names => `${tags(names)} entfernt`,
  set_metadata: pairs => `${list(pairs)} gesetzt`,
  replaced_metadata: pairs => `Alle Metadaten ersetzt durch ${list(pairs)}`,
  removed_metadata: keys => `${list(keys.map(quoted))} aus den Metadaten entfernt`,
  pair: (key, value) => `${key}: ${value}`,
  undid: 'Eine frühere Aktion rückgängig gemacht',
  audience: type => `Empfängerkreis geändert: ${quoted(type)}`,
  to_webhook: 'Ereignisse erneut an einen Webhook gesendet',
  things: {
    subscribers: count => counted(count, 'Abonnent', 'Abonnenten'),
    emails: count => counted(count, 'E‑Mail', 'E‑Mails'),
    tags: count => counted(count, 'Schlagwort', 'Schlagwörter'),
    events: count => counted(count, 'Ereignis', 'Ereignisse'),
  },
  chosen: things => `${things}, einzeln ausgewählt`,
  all: things => `Alle: ${things}`,
  matching: (things, conditions) => `${things}: ${conditions.join('; ')}`,
  except: count => `alle außer ${number(count)}`,
  searched: text => `enthält ${quoted(text)}`,
  parameter: (name, value) => `${name}: ${value}`,

  waiting: 'Diese Aktion wartet auf frühere Aktionen in diesem Newsletter.',
  running: 'Diese Aktion läuft. Die Seite kann geschlossen werden.',
  progress: (done, all) => `${number(done)} von ${number(all)}`,
  rate: rate => `${number(Math.round(rate))} pro Sekunde`,
  ends: time => `fertig gegen ${time}`,
  parts: { done: 'Geändert', skipped: 'Übersprungen', failed: 'Gescheitert', left: 'Wartet' },
  failed_title: 'Die Aktion konnte nicht abgeschlossen werden',
  reasons: 'Warum manches nicht geändert wurde',
  reason: (count, detail) => `${number(count)}: ${detail}`,

  undo: 'Rückgängig …',
  undo_until: day => `Kann bis ${day} rückgängig gemacht werden.`,
  not_undoable: 'Diese Art von Aktion lässt sich nicht rückgängig machen.',
  undo_title: 'Diese Aktion rückgängig machen?',
  undo_detail:
    'Alle Geänderten bekommen ihre früheren Werte zurück, außer wer seither gegangen ist oder geändert wurde. Niemand bekommt eine Mail.',
  undo_would: count =>
    count === 0
      ? 'Es würde sich nichts ändern.'
      : `${counted(count, 'Abonnent würde', 'Abonnenten würden')} wiederhergestellt.`,
  undo_others: count => `${counted(count, 'bleibt, wie er ist', 'bleiben, wie sie sind')}:`,
  undo_trying: 'Es wird ermittelt, was sich ändern würde …',
  undo_act: 'Rückgängig machen',
  was_undone: 'Diese Aktion wurde rückgängig gemacht.',
  undo_result: 'Ergebnis zeigen',
  undoes: 'Diese Aktion hat eine frühere rückgängig gemacht.',
  undoes_link: 'Frühere Aktion zeigen',

  items: 'Einträge',
  item_statuses: { all: 'Alle', done: 'Geändert', skipped: 'Übersprungen', failed: 'Gescheitert' },
  item_states: { done: 'Geändert', skipped: 'Übersprungen', failed: 'Gescheitert' },
  no_items: 'Solche Einträge gibt es nicht.',
  item_waits: 'wartet',
};
