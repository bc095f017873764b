import type { delivery as english } from '../../../../../src/platform/sentences/delivery.ts';
import type { Translated } from '../../translated.ts';

export const delivery: Translated<typeof english> = {
  too_many_relays:
    'eine Installation hat höchstens {most:number} Mailserver; einen entfernen, der nicht gebraucht wird',
  relay_of_settings: '{name} kommt aus SMTP_URL und wird dort geändert',
  relay_password_sealed:
    'Das Passwort des Mailservers ist nicht lesbar, weil der Schlüssel zum Entschlüsseln fehlt. Das Passwort neu eingeben oder den Schlüssel wiederherstellen.',
  topic_not_waiting:
    'Amazon bittet nicht um eine Bestätigung dieses Topics. Die Subscription dort noch einmal anlegen.',
  topic_refused:
    'Amazon hat die Bestätigung nicht angenommen. Das tut Amazon nur drei Tage lang. Die Subscription dort noch einmal anlegen, damit Amazon erneut fragt.',
  relay_signature_wrong:
    'Die Signatur fehlt oder passt nicht zu den Einstellungen dieses Mailservers für {source}. Mit denen des Dienstes vergleichen (docs/bounces.md).',
  google_key:
    'key: die ganze Datei eines Dienstkontos einfügen, wie Google sie zum Herunterladen anbietet (JSON mit client_email und private_key)',
  google_key_refused:
    'Google nimmt den Schlüssel des Dienstkontos nicht mehr an (Antwort {status}). Dort einen neuen erstellen und erneut verbinden.',
  google_api_off:
    'Das Projekt des Dienstkontos darf die Gmail Postmaster Tools API nicht verwenden. Die API dafür in der Google Cloud Console einschalten.',
  google_no_access:
    'Das Dienstkonto darf diese Domain nicht sehen. Die Domain unter postmaster.google.com hinzufügen und der Adresse des Dienstkontos Zugriff geben.',
  google_answered: 'Google hat {status} geantwortet. Später wird erneut gefragt.',
  google_unreachable: 'Google war nicht erreichbar: {reason:sentence} Später wird erneut gefragt.',
  google_unreadable: 'Die Antwort von Google war nicht lesbar. Später wird erneut gefragt.',
  gmail_week:
    'Gmail meldet, dass am schlechtesten Tag der letzten Woche {percent}\u00a0% der Mails dort als Spam markiert wurden.',
  gmail_demands: 'Diese Anforderungen an Absender sieht Gmail nicht erfüllt: {names}.',
  message_too_large: 'Die Nachricht ist größer als {limit}.',
  signature_wrong:
    'Die Signatur fehlt oder passt nicht zu den Einstellungen dieser Installation für {source}. Mit denen des Dienstes vergleichen (docs/bounces.md).',
  key_without_address:
    'send_mail: Ein Schlüssel hat keine Adresse. Für die Mail im Dashboard anmelden oder dieses Feld weglassen.',
  profile_without_address:
    'send_mail: Das Profil hat keine Adresse. Dort eine eintragen oder dieses Feld weglassen.',
  too_many_tests: 'Höchstens {most} Tests pro Stunde. Bitte später wieder versuchen.',
  email_or_fields: 'email_id: entweder die ID einer E‑Mail senden oder die Felder einer, nicht beides.',
  not_unsent:
    'email_id: Die E‑Mail hat den Status {status}; erklären lässt sich nur der Empfängerkreis einer nicht gesendeten. Nach einer einzelnen Person fragt GET /v1/emails/{id}/explain?subscriber=',
  not_mailed:
    'Diese E‑Mail hat den Status {status} und wurde nicht gesendet. POST /v1/emails/preview zeigt, wie sie aussähe.',
  no_copy: 'Diesem Abonnenten wurde diese E‑Mail nicht gesendet. GET /v1/emails/{id}/deliveries nennt, wem.',
  not_in_flight:
    'Die E‑Mail hat den Status {status}; pausieren und fortsetzen lässt sich nur eine, die gerade gesendet wird.',
  no_preview:
    'status: Eine Vorschau gibt es nur für Entwürfe und geplante E‑Mails, und diese hat den Status {status}. Für eine Vorschau einen Entwurf mit ihrem Text erstellen.',
  preview_tags:
    'recipients: Dieser Schlüssel sendet nur an Personen mit bestimmten Schlagwörtern (bounds.tags). Abonnenten nennen, die eines davon haben.',
  preview_stranger:
    'recipients: Das Senden braucht eine Freigabe; Vorschauen gehen deshalb nur an Personen, die an diesem Newsletter arbeiten, und {address} tut das nicht.',
  preview_no_subscriber:
    'subscribers: Keinen Abonnenten mit der ID „{id}“ gefunden; es wurde nichts gesendet. GET /v1/subscribers listet sie auf.',
  preview_no_address: 'recipients: „{text}“ ist keine E‑Mail-Adresse. Es wurde nichts gesendet.',
  no_reader:
    'subscriber: Keinen Abonnenten mit der ID oder Adresse „{id}“ gefunden. GET /v1/subscribers listet sie auf.',
  no_resend:
    'Die E‑Mail hat den Status {status}; erneut senden lässt sich nur eine, die gesendet wird oder wurde.',
  no_ab_test: 'Die E‑Mail hat keinen begonnenen Test. ab_test setzen, bevor sie gesendet wird.',
  no_such_variant: 'variant: eine Zahl von 1 bis {count} verwenden, oder "split"',
  ab_test_decided: 'Der Test ist schon entschieden.',
  second_try_unsent: 'Die E‑Mail hat den Status {status}; einen zweiten Versuch gibt es nur für gesendete.',
  second_try_late:
    'Diese E‑Mail ist älter als {days:Tag|Tage}, und einzelne Öffnungen und Klicks werden nicht länger aufbewahrt (HIT_DAYS); niemand weiß also, wer sie verpasst hat.',
  second_try_again: 'Diese E‑Mail ist selbst ein zweiter Versuch. Einen dritten bekommt niemand.',
  no_open_measured:
    'to: Keine Öffnung dieser E‑Mail wurde gemessen; niemand weiß, wer sie verpasst hat. unclicked verwenden oder Öffnungen messen (track_opens des Newsletters).',
  no_click_measured:
    'to: Kein Klick in dieser E‑Mail wurde gemessen; niemand weiß, wer einem Link gefolgt ist. unopened verwenden oder Klicks messen (track_clicks des Newsletters).',
  has_copy: 'Dieser Abonnent hat die E‑Mail schon oder wird sie bekommen.',
  gets_no_mail:
    'Dieser Abonnent hat den Status {type} und bekommt keine Mails. Zuerst den Status ändern, falls die Person zugestimmt hat.',
  not_sendable:
    'email_id: Die E‑Mail hat den Status {status}; an einzelne Personen geht nur ein Entwurf oder eine, die gesendet wird oder wurde.',
  too_many_dkim_keys:
    'Dieser Newsletter hat schon {count} DKIM-Schlüssel. Einen stillgelegten löschen, dessen Mails alle angekommen sind.',
  under_way_at_export:
    'Die Übergabe lief gerade, als der Newsletter exportiert wurde; vielleicht hat der Server die Nachricht.',
  sent_after_backup: 'Sie wurde vielleicht nach dem Backup gesendet, aus dem diese Datenbank stammt.',
  many_refused:
    '{refused:number} der letzten {messages:Nachricht|Nachrichten} wurden wegen einer Richtlinie abgelehnt (BREAKER_POLICY_PERCENT).',
  many_complained:
    '{complaints:number} von {delivered:Empfänger|Empfängern} haben Spam gemeldet (BREAKER_COMPLAINTS_PERCENT).',
  left_audience: 'Hat den Empfängerkreis verlassen, bevor sie an der Reihe war.',
  not_made: 'Die Nachricht ließ sich nicht erstellen: {reason}',
  paused_before: 'Die E‑Mail wurde pausiert, bevor diese Person an der Reihe war.',
  entitlement_ended: 'Das Recht auf diese E‑Mail endete, bevor diese Person an der Reihe war.',
  proved:
    'Der aufgezeichnete Hash beweist, dass dies die übergebene Mail ist, Byte für Byte, außer Datum und Signatur.',
  parts_not_kept:
    'Neu erstellt, nicht bewiesen: Die E‑Mail wurde gesendet, bevor Teile von Mails aufbewahrt wurden. Diese entstand aus der jetzigen E‑Mail, dem Newsletter und dem Abonnenten, ohne Messung.',
  no_hash:
    'Neu erstellt, nicht bewiesen: Zur ursprünglichen Mail gibt es keinen Hash, weil die Übergabe unterbrochen wurde oder stattfand, bevor Hashes aufbewahrt wurden.',
  attachments_gone:
    'Neu erstellt, nicht bewiesen: Sie weicht von der übergebenen Mail ab, weil seither Anhänge gelöscht wurden: {names}.',
  something_gone:
    'Neu erstellt, nicht bewiesen: Sie weicht von der übergebenen Mail ab, weil etwas fehlt, woraus sie entstand, etwa das Geheimnis, das ihre Links signierte.',
  due_while_down:
    'Die E‑Mail war fällig am {date:time}, aber der Dienst lief nicht, und das ist mehr als {hours:Stunde|Stunden} her (late_schedule_hours). Den Status about_to_send setzen, wenn sie noch gesendet werden soll.',
  interrupted:
    'Das Senden war mehr als {hours:Stunde|Stunden} unterbrochen (late_schedule_hours). Den Status about_to_send setzen, wenn die übrigen Empfänger sie noch bekommen sollen.',
  too_large_for_server:
    'Die E‑Mail ist zu groß für den Mailserver. {reply} Sie verkleinern, etwa mit Links statt Anhängen, oder die Grenze des Mailservers erhöhen; dann den Status about_to_send setzen.',
  failed_for:
    'Das Senden scheitert seit {minutes:Minute|Minuten}: {trouble:sentence} Den Mailserver und seine Einstellungen prüfen, dann den Status about_to_send setzen.',
  cut_off: 'Die Übergabe brach ab; vielleicht hat der Server die Nachricht.',
  proved_later: 'Die Übergabe wurde unterbrochen; eine spätere Meldung beweist, dass sie angekommen ist.',
};
