import type { findings as english } from '../../../../../src/platform/sentences/findings.ts';
import type { Translated } from '../../translated.ts';

export const findings: Translated<typeof english> = {
  subject_empty: 'Der Betreff ist für diesen Leser leer. Den Variablen einen Ersatzwert geben.',
  subject_long:
    'Der Betreff hat {length} Zeichen, aber Telefone zeigen nur etwa {shown}. Die wichtigsten Wörter an den Anfang setzen oder kürzen.',
  size: 'Das HTML ist {size} groß. Gmail kürzt es bei 102\u00a0kB und verbirgt den Abmeldelink. Den Text kürzen oder auf den Rest verlinken.',
  only_images:
    'Der Text besteht nur aus Bildern, die viele Leser nicht laden und denen Spamfilter misstrauen. Text ergänzen.',
  text_missing: 'Die E‑Mail hat keinen Text. Etwas schreiben.',
  placeholder_left: '„{word}“ steht noch in der Nachricht. Diesen Platzhalter ersetzen.',
  description_missing:
    'Die E‑Mail hat keine Beschreibung; Postfächer zeigen stattdessen die ersten Wörter des Textes. Eine Zeile über die Ausgabe schreiben.',
  paywall_open:
    'Die E‑Mail ist nicht premium; ihre Leser sehen auch alles unter der Bezahlschranke. Auf premium ändern oder die Bezahlschranke entfernen.',
  address_unfilled:
    'Ein Link oder Bild hat für diesen Leser keine Adresse, weil darin ein Wert fehlt. Diesem Wert einen Ersatzwert geben.',
  subject_markup:
    'Der Betreff enthält HTML, das Mailprogramme unverändert zeigen. Ein Betreff ist reiner Text: die Tags entfernen.',
  subject_capitals: 'Der Betreff steht in Großbuchstaben, wie Spam. Lieber so schreiben wie an Freunde.',
  subject_exclaims: 'Der Betreff hat viele Ausrufezeichen, wie Spam. Lieber so schreiben wie an Freunde.',
  subject_money:
    'Der Betreff hat mehrere Währungszeichen in Folge, wie Spam. Lieber so schreiben wie an Freunde.',
  image_webp:
    'Das Bild {image} ist eine WebP-Datei, die Outlook für Windows nicht zeigt. Besser JPEG oder PNG verwenden.',
  image_avif:
    'Das Bild {image} ist eine AVIF-Datei, die Outlook für Windows und andere Mailprogramme nicht zeigen. Besser JPEG oder PNG verwenden.',
  alt_file_name:
    'Das Bild {image} hat nur seinen Dateinamen als Alternativtext. Beschreiben, was es zeigt, denn viele Leser sehen es nicht.',
  alt_missing:
    'Das Bild {image} hat keinen Alternativtext. Beschreiben, was es zeigt, denn viele Leser sehen es nicht.',
  unknown_field:
    '{part}, Zeile {line}, Spalte {column}: {name} gibt es nicht; die Stelle bleibt leer. Möglich sind {fields}.',
  unknown_variable:
    '{part}, Zeile {line}, Spalte {column}: {name} gibt es nicht; die Stelle bleibt leer. Eigene Daten über einen Abonnenten stehen in subscriber.metadata.',
  too_large_for_relay:
    'Mit ihren Anhängen hat die Nachricht {bytes:number} Bytes, aber der Mailserver ({names}) nimmt höchstens {limit} an. Links statt Anhängen verwenden oder die Grenze des Mailservers erhöhen.',
  address_unsupported:
    '{count:Empfänger hat eine Adresse|Empfänger haben Adressen} mit Zeichen außerhalb von ASCII vor dem @, was der Mailserver ({names}) nicht annimmt (kein SMTPUTF8). Dort kommt diese E‑Mail nicht an.',
  value_missing_some:
    'Manche Empfänger haben kein „{key}“ und sehen hier eine Lücke. Einen Ersatzwert ergänzen: | default: "…".',
  value_missing_all:
    'Kein Empfänger hat ein „{key}“; alle sehen hier eine Lücke. Einen Ersatzwert ergänzen: | default: "…".',
  value_missing_one:
    '1 von {audience:number} Empfängern hat kein „{key}“ und sieht hier eine Lücke. Einen Ersatzwert ergänzen: | default: "…".',
  value_missing:
    '{lacking:number} von {audience:number} Empfängern haben kein „{key}“ und sehen hier eine Lücke. Einen Ersatzwert ergänzen: | default: "…".',
  text_dropped:
    '{share:number}\u00a0% des Textes stehen in HTML-Elementen, die Mailprogramme nicht zeigen, und entfallen: „{words}“. In Absätze setzen; um ein Tag selbst zu zeigen, als Code schreiben.',
  text_dropped_here:
    '{share:number}\u00a0% des Textes stehen in HTML-Elementen, die Mailprogramme nicht zeigen, und entfallen: „{words}“.',
  link_empty: 'Der Link „{url}“ hat keine Adresse. Bitte eintragen.',
  link_anchor: 'Der Link „{url}“ führt zu einem Anker, den es im Text nicht gibt. Bitte berichtigen.',
  link_invalid: 'Der Link „{url}“ ist keine gültige Adresse. Bitte berichtigen.',
  link_placeholder: 'Der Link „{url}“ ist eine Platzhalter-Adresse. Bitte die echte eintragen.',
  link_relative:
    'Der Link „{url}“ ist relativ, was in einer Mail nicht funktioniert. Eine Adresse verwenden, die mit https:// beginnt.',
  image_empty: 'Das Bild „{url}“ hat keine Adresse. Bitte eintragen.',
  image_anchor: 'Das Bild „{url}“ führt zu einem Anker, den es im Text nicht gibt. Bitte berichtigen.',
  image_invalid: 'Das Bild „{url}“ ist keine gültige Adresse. Bitte berichtigen.',
  image_placeholder: 'Das Bild „{url}“ ist eine Platzhalter-Adresse. Bitte die echte eintragen.',
  image_relative:
    'Das Bild „{url}“ ist relativ, was in einer Mail nicht funktioniert. Eine Adresse verwenden, die mit https:// beginnt.',
};
