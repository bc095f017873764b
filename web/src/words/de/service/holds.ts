import type { holds as english } from '../../../../../src/platform/sentences/holds.ts';
import type { Translated } from '../../translated.ts';

export const holds: Translated<typeof english> = {
  not_on_hold: 'Die Installation ist nicht angehalten.',
  not_waiting:
    'emails: {id} ist keine E‑Mail, die auf das Senden wartet. GET /v1/hold/pending listet sie auf.',
  done_after_backup:
    'Die Installation wurde wiederhergestellt oder kopiert, und dies wurde vielleicht nach dem Backup erledigt.',
  sent_after_backup:
    'Sie wurde vielleicht nach dem Backup gesendet, aus dem diese Datenbank stammt. Den Status about_to_send setzen, wenn sie gesendet werden soll.',
  unknown_since:
    'Diese Datenbank weiß nicht, was das Original später tat: Später geschriebene E‑Mails fehlen, später gesendete Beiträge wirken neu, und wartende Empfänger haben ihre Mail vielleicht schon.',
  restored: 'Diese Datenbank wurde aus einem Backup wiederhergestellt.',
  rolled_back: 'Diese Datenbank ist älter als das, was diese Installation schon mit ihr getan hat.',
  copied_database: 'Diese Datenbank ist die Kopie einer anderen.',
  copied_folder: 'Dieser Datenordner ist eine Kopie oder wurde verschoben.',
  unknown_place:
    'Dieser Prozess hat diese Datenbank noch nie verwendet, und kein anderer läuft, der für sie bürgen könnte.',
  witness_moved: 'Eine andere Kopie dieser Installation läuft oder lief später als diese.',
  witness_missing: 'Dieser Prozess kann den Zeugen nicht fragen, den die Datenbank verwendet hat.',
  other_server:
    'Der Datenbankserver wurde durch einen Standby ersetzt oder auf einen früheren Zeitpunkt zurückgesetzt.',
  before_fence: 'Sie ist älter als der Zaun, den dieser Datenordner schon kennt.',
  rows_of_program: 'Ihre Zeilen schrieb ein anderes Programm, etwa pg_restore.',
  copied_from: 'Sie wurde aus der Datenbank {database} kopiert.',
  server_changed: 'Sie liegt auf einem anderen Server als zuvor.',
  counter_behind: 'Ihr Zähler steht bei {present}, aber {reached} war schon erreicht.',
  timeline_changed: 'Ihre Timeline war {was} und ist {is}.',
  file_copied: 'Ihre Datei fence.json wurde kopiert.',
  machine_changed: 'Sie liegt auf einem anderen Rechner als zuvor.',
  disk_changed: 'Sie liegt auf einer anderen Platte als zuvor.',
  witness_other_file: '{name} ist eine andere Datei. Einen Pfad wählen, den sonst nichts verwendet.',
  witness_no_conditions:
    '{name} ist nicht verwendbar: Dieser Dienst beachtet If-Match oder If-None-Match nicht. Einen wählen, der bedingtes Schreiben unterstützt.',
  witness_unusable: '{name} ist nicht verwendbar: {why}',
  witness_unset:
    'Sie verwendete {then}. FENCE_WITNESS ist nicht gesetzt. Auf den früheren setzen oder fortsetzen.',
  witness_other: 'Sie verwendete {then}. FENCE_WITNESS nennt {now}. Auf den früheren setzen oder fortsetzen.',
  witness_is: 'Ihr Zeuge ist {name}.',
};
