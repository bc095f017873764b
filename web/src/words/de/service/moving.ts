import type { moving as english } from '../../../../../src/platform/sentences/moving.ts';
import type { Translated } from '../../translated.ts';

export const moving: Translated<typeof english> = {
  export_not_ready: 'Der Export hat den Status {status}. Abrufen, bis er ready ist, dann herunterladen.',
  no_options: 'Der Import eines ganzen Newsletters hat keine Optionen. Ihn ausführen oder löschen.',
  options_closed:
    'Der Import hat den Status {status}. Seine Optionen lassen sich nur nach der Prüfung und vor dem Import ändern. Die Datei erneut hochladen.',
  not_validated: 'Der Import hat den Status {status}. Ausführen lässt sich nur ein geprüfter (validated).',
  newsletter_not_undone:
    'Der Import eines ganzen Newsletters lässt sich nicht rückgängig machen. Stattdessen den Newsletter löschen.',
  undo_too_late:
    'Ein Import lässt sich {days} Tage lang rückgängig machen, und dieser ist älter. Das Importierte mit einer Sammelaktion berichtigen.',
  nothing_imported: 'Es wurde nur geprüft; es gibt nichts rückgängig zu machen.',
  nothing_to_undo: 'Der Import hat den Status {status}; es gibt nichts rückgängig zu machen.',
  not_empty:
    'Der Newsletter {username} hat {found}. Ein Archiv lässt sich nur in einen leeren Newsletter importieren. Mit POST /v1/newsletters einen erstellen, dann mit dessen Schlüssel importieren.',
  copied_deleted: 'Der kopierte Newsletter wurde inzwischen gelöscht.',
  newsletter_deleted: 'Der Newsletter wurde gelöscht.',
  import_deleted: 'Der Import wurde gelöscht oder wird rückgängig gemacht.',
  option_not_json: '{name}: ein JSON-Objekt wie {example} verwenden.',
  import_gone: 'Der Import wurde gelöscht.',
  file_too_large:
    'Die Datei ist größer als die {limit}, die dieser Server annimmt. Teilen, oder den Betreiber bitten, IMPORT_LIMIT_BYTES zu erhöhen.',
  file_empty: 'Die Datei ist leer. Prüfen und erneut hochladen.',
  file_missing: 'file: Das Formular braucht eine Datei im Teil „file“.',
  export_failed:
    'Postrider ist {times}-mal in Folge gescheitert ({reason}). Im Protokoll nachsehen, dann erneut exportieren.',
  no_column: 'columns: Die Datei hat keine Spalte „{column}“. Ihre Spalten sind {columns}.',
  column_unusable:
    'columns: „{column}“ lässt sich nicht als „{target}“ importieren. Möglich sind {targets}, metadata.NAME oder "" für nichts.',
  no_address_column:
    'keine Spalte enthält E‑Mail-Adressen. In columns sagen, welche email_address ist; die Spalten sind {columns}.',
  two_address_columns: 'columns: {columns} können nicht beide email_address sein. Eine wählen.',
  lines_not_copied: '{part}: {count} Zeilen wurden nicht kopiert',
  copied_drafts: 'Geplante E‑Mails sind Entwürfe mit ihrem Datum. Was gesendet werden soll, neu planen.',
  copied_automations:
    'Die Automationen sind ausgeschaltet. Einschalten, was seinen Feeds auch für diesen Newsletter folgen soll.',
  copied_setup:
    'API-Schlüssel, Webhooks, das Team, DKIM-Schlüssel und das Captcha von {name} wurden nicht kopiert. Bei Bedarf neu einrichten.',
  username_differs:
    'Sein Benutzername ist {username}, weil ein anderer Newsletter hier {wanted} heißt. Mit PATCH /v1/newsletters/{id} ändern. Die Adressen seiner Seiten beginnen damit.',
  username_now: 'Sein Benutzername ist jetzt {username} statt {before}.',
  not_in_bundle:
    'API-Schlüssel, Personen des Teams, DKIM-Schlüssel und das Captcha sind nicht im Archiv. Hier neu einrichten.',
  too_many_people: 'sie hat mehr als {most:number} Personen. In mehrere Dateien teilen.',
  tag_called: 'Das Schlagwort {word} heißt hier „{name}“.',
  refused_listed:
    'Der Bericht nennt die ersten {most:number} abgelehnten Zeilen. {more:number} weitere wurden abgelehnt.',
  lines_contradict:
    '{who}: mehrere Zeilen, die einander widersprechen, etwa abonniert und abgemeldet. Der strengere Status gilt; der Bericht nennt die Zeilen.',
  dates_ambiguous:
    '„{column}“: {dates} wie {example} lassen sich auf zwei Arten lesen und bleiben deshalb weg. Wählen, ob der Tag oder der Monat zuerst kommt (date_orders).',
  exists_here:
    '{what}: {which} gibt es in dieser Installation schon. Eine Installation kann denselben Newsletter nicht zweimal haben. Den anderen löschen, warten, bis seine Zeilen weg sind, dann erneut importieren.',
  two_lines_contradict: 'zwei Zeilen widersprechen einander ({constraint}).',
  value_not_stored: 'ein Wert lässt sich nicht speichern ({reason}).',
  import_failed:
    'Postrider ist {times}-mal in Folge gescheitert ({reason}). Im Protokoll nachsehen, dann erneut importieren.',
  line_nested: 'Zeile {line}: ihr JSON ist zu tief verschachtelt.',
  line_not_json: 'Zeile {line}: sie ist kein JSON.',
  entry_too_large: 'Zeile {line}: ein Eintrag ist größer als {most:number} Zeichen.',
  end_missing: 'ihr Ende fehlt. Erneut exportieren.',
  no_rows: 'sie hat keine Zeilen.',
  too_many_columns: 'sie hat {count} Spalten, und höchstens {most} werden gelesen.',
  no_csv: 'sie enthält keine CSV-Datei. Eine CSV-Datei senden, oder eine Zip-Datei davon.',
  ghost_no_posts: '{file}: sie hat keine Beiträge. Die Datei senden, die Ghost exportiert.',
  ghost_url:
    'Ghost schreibt __GHOST_URL__ für die eigene Adresse. Die bisherige Adresse früherer Ausgaben eintragen (site_url), sonst entfallen Bilder und Links in Beiträgen, die sie brauchen.',
  xml_nested: 'ihr XML ist zu tief verschachtelt. Erneut exportieren.',
  line_not_utf8: 'Zeile {line}: sie ist kein UTF-8.',
  line_longer: 'Zeile {line}: sie ist länger als {limit}.',
  not_recognised:
    'In der Datei wurde keine Liste von Personen erkannt ({names}). CSV mit Kopfzeile senden, JSON Lines mit je einer E‑Mail-Adresse, oder eine Datei, die ein anderer Dienst exportiert hat; oder ihr Format nennen.',
  none_recognised:
    'In den Dateien der Zip-Datei wurde keine Liste von Personen erkannt ({names}). CSV mit Kopfzeile senden, JSON Lines mit je einer E‑Mail-Adresse, oder eine Datei, die ein anderer Dienst exportiert hat; oder ihr Format nennen.',
  cannot_import: 'Die Datei lässt sich nicht importieren: {reason:sentence}',
  cannot_import_part: 'Die Datei lässt sich nicht importieren: {part}: {reason:sentence}',
  images_stay:
    '{count:kopiertes Bild ist|kopierte Bilder sind} hier auch anderswo zu sehen und nicht gelöscht.',
  not_utf8:
    '{count:Zeile ist kein UTF-8 und wurde|Zeilen sind kein UTF-8 und wurden} als Windows-1252 gelesen. Sehen Namen falsch aus, die Datei als UTF-8 speichern und diese importieren.',
  read_as: 'Sie wurde als {charset} gelesen.',
  dates_left_out:
    '„{column}“: {count:Zelle ist kein Datum und blieb|Zellen sind kein Datum und blieben} weg, etwa „{example}“. Daten als 2026-11-20 schreiben.',
  drafts_dated: '{count:Entwurf hat|Entwürfe haben} ein publish_date. Was geplant war, neu planen.',
  emails_errored:
    '{count:E‑Mail ist|E‑Mails sind} gescheitert (errored). Vor dem Senden des Rests ihren status_reason lesen.',
  automations_inactive:
    '{count:Automation ist|Automationen sind} ausgeschaltet. In der alten Installation ausschalten, dann hier einschalten.',
  webhooks_disabled:
    '{count:Webhook ist ausgeschaltet und hat einen neuen Signaturschlüssel|Webhooks sind ausgeschaltet und haben neue Signaturschlüssel}. Die Schlüssel den Empfängern geben, dann die Webhooks einschalten.',
};
