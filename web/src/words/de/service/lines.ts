import type { lines as english } from '../../../../../src/platform/sentences/lines.ts';
import type { Translated } from '../../translated.ts';

export const lines: Translated<typeof english> = {
  address_empty: '„{column}“ ist leer. Eine E‑Mail-Adresse eintragen.',
  issue_cut_off: 'Sie ist zu lang; ihr Ende wurde abgeschnitten.',
  more_pictures: '{count:weiteres Bild ließ|weitere Bilder ließen} sich auch nicht kopieren.',
  html_too_complicated: 'Ihr HTML ist zu kompliziert, um es zu lesen. Bitte hier von Hand erstellen.',
  erased_here: 'Die Person wurde hier gelöscht und kommt nicht zurück. Sie kann sich selbst wieder anmelden.',
  there_already: 'Die Person ist schon Abonnent, und dieser Import ändert keine Abonnenten (existing=skip).',
  signed_up_after: 'Die Person hat sich hier angemeldet, nachdem sie dort gegangen war, und bleibt.',
  unsubscribed_here:
    'Die Person hat sich hier abgemeldet. Das Zurückholen wählen (revive=unsubscribed), wenn die Datei eine neuere Einwilligung enthält.',
  bounced_here:
    'Mails an diese Adresse kamen hier zurück. Das Zurückholen wählen (revive=undeliverable), wenn die Datei eine neuere Einwilligung enthält.',
  complained_here:
    'Die Person hat hier eine Mail als Spam gemeldet. Nur sie selbst kann sich wieder anmelden.',
  blocked_here: 'Die Person ist hier blockiert.',
  removed_here: 'Die Person wurde hier entfernt.',
  no_address: 'email_address: ist leer.',
  bad_address: 'email_address: {text} ist keine E‑Mail-Adresse. Berichtigen oder die Zeile entfernen.',
  too_many_tags:
    'tags: Die Datei hat mehr als 10000 verschiedene Schlagwörter. Eine andere Spalte für Schlagwörter wählen.',
  too_many_tags_each: 'tags: höchstens {most:number} für eine Person verwenden.',
  metadata_too_long: 'metadata: länger als {most:number} Zeichen. Spalten weglassen.',
  metadata_unreadable: 'metadata: enthält ein ungültiges Zeichen (NUL oder die Hälfte eines Surrogatpaars).',
  field_too_long: '{field}: höchstens {most:number} Zeichen verwenden.',
  field_nul: '{field}: enthält ein NUL-Zeichen. Bitte entfernen.',
  html_nul: 'html: enthält ein NUL-Zeichen. Bitte entfernen.',
  imported_earlier: 'Die Ausgabe wurde früher schon importiert.',
  tag_stays:
    'Das Schlagwort „{name}“, das der Import angelegt hat, ist in Gebrauch und bleibt. Bei Bedarf von Hand löschen.',
  issue_changed: 'Die Ausgabe „{subject}“ wurde seither geändert.',
  quote_continues:
    'Eine Zelle in Anführungszeichen geht nach dem schließenden weiter. Anführungszeichen in Zellen doppelt schreiben, wie in "der ""beste"" Brief".',
  quote_open:
    'Ein Anführungszeichen öffnet eine Zelle und wird nie geschlossen. Schließen, oder doppelt schreiben, wenn es zum Text gehört.',
  line_too_long: 'Die Zeile ist länger als {most:number} Zeichen. Bitte kürzen.',
  line_nul: 'Die Zeile enthält ein NUL-Zeichen; sie ist beschädigt oder kein Text. Dieses Zeichen entfernen.',
  too_many_cells:
    'Die Zeile hat {count} Zellen, und höchstens {most} werden gelesen. Nicht benötigte Spalten entfernen.',
  json_nul: 'Die Zeile enthält ein NUL-Zeichen. Dieses Zeichen entfernen.',
  cells_differ:
    'Die Zeile hat {count} Zellen, die erste Zeile der Datei hat {width}. Zellen, die das Trennzeichen enthalten, in Anführungszeichen setzen.',
  beehiiv_status: 'Der Status „{status}“ von beehiiv ist nicht bekannt. In der Datei berichtigen.',
  markdown_missing: 'emails/{name}.md fehlt, es gibt also keinen Text.',
  ghost_deleted: 'Ghost hat dieses Mitglied gelöscht.',
  ghost_no_html:
    'Der Beitrag „{title}“ hat kein HTML in der Datei. In Ghost veröffentlichen und erneut exportieren, oder hier von Hand erstellen.',
  kit_status: 'Der Status „{status}“ von Kit ist nicht bekannt. In der Datei berichtigen.',
  listmonk_status:
    'Der Status „{status}“ von listmonk ist nicht bekannt. Möglich sind enabled, disabled oder blocklisted.',
  mailchimp_customer:
    'Mailchimp führt diese Person als non-subscribed: Sie hat etwas gekauft und nie um den Newsletter gebeten.',
  mailerlite_status: 'Der Status „{status}“ von MailerLite ist nicht bekannt. In der Datei berichtigen.',
  post_too_large: 'Der Beitrag hat mehr als {limit}. Kürzen oder hier von Hand erstellen.',
  post_missing:
    '{name} fehlt im Ordner posts, es gibt also keinen Text. Den Beitrag hier von Hand erstellen.',
  website_account:
    'Das sind Konten einer Website. Nur importieren, wenn sie um den Newsletter gebeten haben.',
  post_large: 'Der Beitrag „{title}“ ist zu groß. Bitte kürzen.',
  post_private:
    'Der Beitrag „{title}“ ist privat und wäre hier öffentlich. Dort veröffentlichen oder hier von Hand erstellen.',
  post_protected:
    'Der Beitrag „{title}“ ist durch ein Passwort geschützt und wäre hier öffentlich. Dort veröffentlichen oder hier von Hand erstellen.',
  same_person: 'Dieselbe Person wie in Zeile {line}. Die Zeilen zählen als eine.',
  same_person_of: 'Dieselbe Person wie in Zeile {line} von „{file}“. Die Zeilen zählen als eine.',
  same_person_state:
    'Dieselbe Person wie in Zeile {line}. Die Zeilen widersprechen einander, und der strengere Status gilt: {state}.',
  same_person_of_state:
    'Dieselbe Person wie in Zeile {line} von „{file}“. Die Zeilen widersprechen einander, und der strengere Status gilt: {state}.',
  same_person_earlier: 'Dieselbe Person wie in einer früheren Zeile. Die Zeilen zählen als eine.',
  same_person_earlier_state:
    'Dieselbe Person wie in einer früheren Zeile. Die Zeilen widersprechen einander, und der strengere Status gilt: {state}.',
  stricter_here:
    'Die Person hat hier den Status {present} und in der Datei {new}. Der strengere gilt: {state}.',
  no_object: 'Die Zeile ist kein JSON-Objekt. In jede Zeile eines schreiben, etwa {example}.',
  unknown_status:
    '„{column}“: „{text}“ ist kein bekannter Status. Möglich sind active, unconfirmed, unsubscribed, bounced, complained, suppressed, paid, gifted oder trial; oder diese Spalte weglassen.',
  cell_no_object: '„{column}“: „{text}“ ist kein JSON-Objekt. Diese Spalte weglassen oder als Text behalten.',
  read_since: 'Die Person hat seither eine Mail geöffnet oder einen Link angeklickt.',
  changed_since: 'Die Person wurde seither geändert oder hat etwas geändert.',
};
