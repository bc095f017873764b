import type { requests as english } from '../../../../../src/platform/sentences/requests.ts';
import type { Translated } from '../../translated.ts';

export const requests: Translated<typeof english> = {
  key_in_progress:
    'Eine Anfrage mit diesem Idempotency-Key läuft noch. Wieder versuchen, wenn sie beendet ist.',
  key_reused:
    'Dieser Idempotency-Key gehörte zu einer anderen Anfrage. Für jede neue Anfrage einen neuen verwenden.',
  key_too_long: 'Idempotency-Key: diese Kopfzeile einmal senden, mit höchstens 200 Zeichen.',
  no_page: 'Diese Seite gibt es nicht.',
  page_with_emails: 'page_size: mit expand=email höchstens {most} verwenden.',
  not_found: 'Dieser Newsletter hat kein Objekt mit dieser Kennung ({what}).',
  not_utf8: 'Der Inhalt ist kein gültiges UTF-8 (RFC 8259 §8.1). Als UTF-8 kodieren.',
  nested_too_deeply: 'Der Inhalt ist mehr als {most} Ebenen tief verschachtelt. Weniger verwenden.',
  not_json: 'Der Inhalt ist kein gültiges JSON: {reason}. {remedy:sentence}',
  json_cut_off: 'Er endet zu früh: alles senden, mit seiner Content-Length.',
  json_line_break: 'In einem Text einen Zeilenumbruch als \\n und einen Tabulator als \\t schreiben.',
  json_backslash: 'In einem Text einen Backslash als \\\\ schreiben.',
  json_last_comma: 'Das Komma nach dem letzten Eintrag entfernen.',
  json_quotes: 'Namen und Texte in geraden doppelten Anführungszeichen (") schreiben.',
  json_not_form: 'Es sieht aus wie ein Formular: Felder schreiben wie in einem Objekt von JavaScript.',
  json_library: 'Am besten schreibt es eine JSON-Bibliothek.',
  body_encoded_twice:
    'Der Inhalt ist ein Text, der JSON enthält: Er wurde zweimal kodiert. Das Objekt selbst senden.',
  get_with_body: 'Ein GET nimmt keinen Inhalt: Filter gehören in die Adresse, etwa {example}.',
  not_an_id:
    'Dieser Newsletter hat kein Objekt mit der Kennung {given} ({what}): IDs sehen aus wie {example}. Sie stehen im Feld id einer Liste.',
  not_found_with_key:
    'Dieser Newsletter hat kein Objekt mit dieser Kennung ({what}). Der API-Schlüssel gehört zum Newsletter {username}; den des Newsletters verwenden, der es hat.',
  header_values: '{header}: {values} verwenden.',
  if_match_wrong:
    'If-Match: den ETag des Objekts in seinen doppelten Anführungszeichen senden, mehrere mit Kommas getrennt, oder *.',
  internal_error:
    'Ein interner Fehler ist aufgetreten. Einzelheiten stehen im Protokoll unter der Anfrage {id}.',
  under_v1:
    'Unter {path} ist nichts für Programme: Alle Adressen der API beginnen mit /v1. {meant} verwenden.',
  body_too_large:
    'Der Inhalt der Anfrage ist größer, als dieser Server annimmt. Weniger auf einmal senden, oder den Betreiber bitten, BODY_LIMIT_BYTES zu erhöhen.',
  json_needed:
    'Der Inhalt muss als application/json gesendet werden (es kam {given}). JSON senden, mit der Kopfzeile "Content-Type: application/json".',
  form_unreadable: 'Das Formular ist kein gültiges multipart/form-data (RFC 7578).',
  database_away: 'Die Datenbank ist nicht erreichbar.',
  migrations_missing: 'Der Datenbank fehlen die Migrationen {migrations}. Ausführen: npx postrider migrate',
  ordering_unknown: 'ordering: möglich sind {orders}, auch mit einem - davor.',
  range_beyond: 'Range: Die Datei hat {size} Bytes. Bytes vor ihrem Ende anfordern.',
  rate_limited:
    'Zu viele Anfragen: höchstens {max:Anfrage|Anfragen} pro Minute. Wieder versuchen in {after}.',
  nothing_there: 'Unter {path} ist nichts. Die Referenz steht unter /docs.',
  nothing_there_meant: 'Unter {path} ist nichts. Ist {meant} gemeint? Die Referenz steht unter /docs.',
  method_unsupported: 'Diese Adresse unterstützt {method} nicht. {methods} verwenden.',
  nul_parameter: 'Ein Parameter enthält %00, was sich nicht speichern lässt. Bitte entfernen.',
  host_missing: 'Die Kopfzeile Host fehlt (RFC 9112 §3.2).',
  host_twice: 'Die Kopfzeile Host kam zweimal (RFC 9112 §3.2). Einmal senden.',
  filter_unsupported:
    '{name}: Diesen Filter gibt es hier nicht, und ohne ihn käme mehr als verlangt. Bitte entfernen.',
  disk_read_only:
    'Die Platte für hochgeladene Dateien ist schreibgeschützt; nichts lässt sich speichern. Die Platte prüfen und wieder beschreibbar einhängen.',
  disk_full: '{what:sentence}; nichts lässt sich speichern. Platz schaffen, dann noch einmal versuchen.',
  try_again: '{what:sentence} Nichts wurde gespeichert. Gleich noch einmal versuchen.',
  data_disk_full: 'Die Platte von DATA_DIR ist voll',
  too_slow: 'Die Anfrage kam zu langsam an. Über eine schnellere Verbindung oder in kleineren Teilen senden.',
  database_disk_full: 'Die Platte der Datenbank ist voll',
  files_disk_full: 'Die Platte für hochgeladene Dateien ist voll',
  no_connection:
    'Die Datenbank hat keine freie Verbindung. DATABASE_POOL senken oder ihr max_connections erhöhen.',
  database_starting: 'Die Datenbank startet gerade oder wird beendet.',
  no_connection_in_time:
    'Keine Verbindung zur Datenbank wurde rechtzeitig frei. Kommt das oft vor, DATABASE_POOL erhöhen.',
  process_leaving: 'Dieser Prozess wird gleich beendet. Anfragen an einen anderen senden.',
  database_read_only: 'Der Datenbankserver nimmt gerade keine Änderungen an.',
  connection_broke:
    'Die Verbindung zur Datenbank brach ab; ob etwas gespeichert wurde, ist unbekannt. Nachsehen, bevor die Anfrage wiederholt wird, oder sie mit demselben Idempotency-Key wiederholen.',
  body_wrong: 'Der Inhalt der Anfrage: {reason:sentence}',
  bad_address:
    'Die Adresse ist nicht gültig: Ein % steht ohne zwei hexadezimale Ziffern, oder was sie bedeuten, ist kein UTF-8. Neu kodieren.',
  no_parameters: '{name}: unbekannter Parameter. Diese Liste nimmt keine: bitte entfernen.',
  unknown_parameter: '{name}: unbekannter Parameter. Alle stehen unter /docs.',
  unknown_parameter_meant: '{name}: unbekannter Parameter. Ist {meant} gemeint? Alle stehen unter /docs.',
  header_too_large: 'Die Kopfzeilen der Anfrage sind zu groß.',
  no_http: 'Das ist keine gültige HTTP-Anfrage.',
};
