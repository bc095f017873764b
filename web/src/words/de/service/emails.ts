import type { emails as english } from '../../../../../src/platform/sentences/emails.ts';
import type { Translated } from '../../translated.ts';

export const emails: Translated<typeof english> = {
  never_sent: 'status: Eine E‑Mail mit dem Status {status} wird nie gesendet; sie braucht keine Freigabe.',
  changed_since: 'modification_date: Die E‑Mail wurde geändert: {date:time}. Erneut prüfen, dann freigeben.',
  cannot_approve:
    'Wer zum Senden selbst eine Freigabe braucht, kann andere nicht freigeben. Ein Inhaber oder Redakteur des Newsletters kann helfen.',
  not_your_request:
    'Zurückziehen lassen sich nur eigene Anfragen. Ein Inhaber oder Redakteur des Newsletters kann helfen.',
  no_request:
    'approval: Niemand hat um Freigabe dieser E‑Mail gebeten, oder sie ist schon beantwortet. GET /v1/emails/{id} zeigt den Stand.',
  own_request: 'Das ist die eigene Anfrage. Sie lässt sich zurückziehen (DELETE /v1/emails/{id}/approval).',
  cannot_decline:
    'Wer zum Senden selbst eine Freigabe braucht, kann andere nicht ablehnen. Ein Inhaber oder Redakteur des Newsletters kann helfen.',
  number_taken:
    'secondary_id: Eine andere E‑Mail dieses Newsletters hat diese Nummer. Eine andere verwenden.',
  audience_misnamed:
    '{field}: E‑Mails haben kein solches Feld, und ohne Empfängerkreis geht eine E‑Mail an alle. included_tags oder filters verwenden; für eine einzelne Person {address}.',
  slug_taken: 'slug: {slug} ist schon vergeben. Einen anderen wählen oder weglassen.',
  ab_test_in_waves:
    'ab_test: Eine E‑Mail mit reader_time kann keinen Test haben, weil sie zu verschiedenen Zeiten gelesen wird. Eines davon auf null setzen.',
  ab_test_untracked:
    'ab_test: Der Newsletter zählt keine Klicks; ein Test entscheidet nichts. track_clicks des Newsletters setzen, oder ab_test auf null.',
  ab_test_opens_untracked:
    'ab_test: Der Newsletter zählt keine Öffnungen; ein Test danach entscheidet nichts. track_opens des Newsletters setzen, oder measure auf clicks.',
  variant_invalid: 'ab_test.variants: Nummer {number} ist nicht verwendbar: {why:sentence}',
  second_try_made:
    'Diese E‑Mail hatte schon ihren zweiten Versuch. Jenen ändern (second_try_of) oder zuerst löschen.',
  not_first_status:
    'status: Eine E‑Mail kann nicht mit dem Status {status} erstellt werden; möglich sind {statuses}.',
  date_in_future:
    'status: about_to_send heißt jetzt, aber publish_date liegt in der Zukunft. scheduled verwenden oder publish_date weglassen.',
  duplicate:
    'Eine E‑Mail mit demselben Betreff, Text, Typ und denselben Schlagwörtern wurde oder wird schon gesendet. Diese ändern oder als Entwurf behalten.',
  date_missing:
    'publish_date: Eine geplante E‑Mail braucht ein Datum. Einen Zeitstempel in der Zukunft senden.',
  date_past:
    'publish_date: {date} liegt in der Vergangenheit. Einen Zeitstempel in der Zukunft senden, oder status about_to_send, um jetzt zu senden.',
  approval_impossible:
    'Das Senden braucht eine Freigabe (bounds.needs_approval), die für diese E‑Mail nicht möglich ist. Ein Inhaber oder Redakteur des Newsletters kann sie senden.',
  drafts_only:
    'Dieser Schlüssel kann nur Entwürfe schreiben (bounds.drafts_only). Die E‑Mail mit einem anderen senden.',
  tags_needed:
    'included_tags: Dieser Schlüssel sendet nur an Personen mit bestimmten Schlagwörtern (bounds.tags: {tags}). Eines davon angeben oder filters verwenden, die eines verlangen.',
  tags_lacking:
    'Dieser Schlüssel sendet nur an Personen mit bestimmten Schlagwörtern (bounds.tags: {tags}), und {count} dieser Personen haben keines davon. Andere wählen.',
  too_many_recipients:
    'Die E‑Mail ginge an {total:Empfänger|Empfänger}, aber der Schlüssel darf auf einmal an höchstens {most:number} senden (bounds.most_recipients). Den Empfängerkreis verkleinern oder einen anderen Schlüssel verwenden.',
  too_many_today:
    'Die E‑Mail ginge an {count:Empfänger|Empfänger}, aber der Schlüssel darf, zusammen mit denen, auf die er zurückgeht oder die er erstellt hat, in diesen 24 Stunden nur noch an {left:number} senden (bounds.most_recipients_a_day). Den Empfängerkreis verkleinern, warten oder einen anderen Schlüssel verwenden.',
  no_related:
    'related_email_ids: Dieser Newsletter hat keine E‑Mail mit der ID {id}. Entfernen oder jene E‑Mail zuerst erstellen.',
  template_name_taken: 'name: Eine Vorlage „{name}“ gibt es schon. Einen anderen Namen wählen.',
  identifier_taken: 'identifier: {identifier} ist schon vergeben. Einen anderen wählen.',
  snippets_too_long:
    'body: Mit seinen Textbausteinen ist der Text länger als {most:number} Zeichen. Weniger Textbausteine verwenden.',
  snippet_unreadable:
    'body: {text} ist nicht lesbar. Textbausteine als {example} schreiben, ohne Filter und nicht in einem anderen Textbaustein.',
  subject_renders_empty: 'subject: Der fertige Betreff ist leer. Etwas schreiben, das jeder Leser sieht.',
  field_closed:
    '{field}: Dieses Feld lässt sich nicht mehr ändern, weil die E‑Mail den Status {status} hat. Weglassen; ändern lassen sich: {open}.',
  not_in_approved: 'Einige davon gehören nicht zum freigegebenen Empfängerkreis.',
  voided: 'Inhalt oder Empfängerkreis haben sich seit der Freigabe geändert, oder sie wurde zurückgezogen.',
  all_need_approval: 'Jedes Senden braucht hier eine Freigabe.',
  approval_needed:
    'Diese E‑Mail ginge an {total:Empfänger|Empfänger}. {why:sentence} Eine andere Person um Freigabe bitten, oder ein Programm mit anderem Schlüssel (POST /v1/emails/{id}/approval), dann die Anfrage wiederholen.',
  was_sending:
    'Sie wurde gerade gesendet, als ihr Newsletter exportiert wurde. Den Status about_to_send setzen, um sie von hier an alle zu senden, die noch ausstehen; zuerst sicherstellen, dass sie dort gestoppt ist, woher sie kommt.',
  paused_by: 'Pausiert von {by}. {reason:sentence}',
  no_snippet:
    'einen Textbaustein „{word}“ gibt es nicht. Unter /v1/snippets anlegen oder {example} entfernen.',
  answers_invalid: 'answers: {why:sentence}',
  no_survey: 'eine Umfrage „{word}“ gibt es nicht. Unter /v1/surveys anlegen oder {example} entfernen.',
  survey_answered:
    'answers: {count:Leser hat|Leser haben} diese Umfrage schon beantwortet; Antworten, Typ und Häufigkeit bleiben deshalb. Eine neue erstellen.',
  changed_elsewhere:
    'If-Match: Die E‑Mail, oder etwas darin, wurde seit dem Abrufen geändert. `current` mit der Anfrage vergleichen und sie mit dem neuen ETag wiederholen.',
  most_approved: 'Höchstens {count:Empfänger ist|Empfänger sind} freigegeben.',
  changed_since_approval: 'Inhalt oder Empfängerkreis haben sich seit der Freigabe geändert.',
  parts_changed: 'Inhalt oder Empfängerkreis haben sich seit der Freigabe geändert ({parts}).',
  parts_changed_more:
    'Inhalt oder Empfängerkreis haben sich seit der Freigabe geändert ({parts} und {more:number} weitere).',
  threshold: 'Mehr als {count:Empfänger braucht|Empfänger brauchen} eine Freigabe (approval_threshold).',
  you_changed_email:
    'Wer das Senden erbeten oder die E‑Mail zuletzt geändert hat, auch mit einem Schlüssel, kann sie nicht freigeben. Das muss eine andere Person oder ein Programm mit anderem Schlüssel tun.',
  you_changed_part:
    'Wer {part} zuletzt geändert hat, kann die E‑Mail nicht freigeben, solange seither niemand um Freigabe gebeten hat. Das muss eine andere Person oder ein Programm mit anderem Schlüssel tun. Oder der Autor bittet erneut um Freigabe.',
  counts_remain:
    'Die Zustellungen dieser E‑Mail werden nicht mehr aufbewahrt: Sie wurden am {date} gelöscht, wie delivery_months des Newsletters es sagt. Ihre Zahlen stehen unter GET /v1/emails/{id}/analytics.',
  nobody_added:
    'Die Zustellungen dieser E‑Mail werden nicht mehr aufbewahrt: Sie wurden am {date} gelöscht, wie delivery_months des Newsletters es sagt. Empfänger lassen sich nicht hinzufügen, weil nicht mehr bekannt ist, wer sie bekam. Eine neue E‑Mail mit demselben Inhalt erstellen.',
  newsletter_sending:
    'Eine E‑Mail dieses Newsletters hat den Status {status}. Warten, bis sie gesendet ist, dann den Newsletter löschen.',
  newsletter_sends:
    'Eine E‑Mail dieses Newsletters hat den Status {status}. Sie löschen oder zum Entwurf machen, dann den Newsletter löschen.',
  cannot_become:
    'status: Eine E‑Mail mit dem Status {status} kann nicht {to} werden. Möglich ist {possible}.',
  cannot_become_mailed:
    'status: Eine E‑Mail mit dem Status {status} kann nicht {to} werden, weil sie schon an einige Empfänger ging. Möglich ist {possible}.',
  never_again:
    'status: Eine E‑Mail mit dem Status {status} kann nicht {to} werden. Aus ihrem Text eine neue erstellen.',
  never_again_mailed:
    'status: Eine E‑Mail mit dem Status {status} kann nicht {to} werden, weil sie schon an einige Empfänger ging. Aus ihrem Text eine neue erstellen.',
  in_sequences:
    'status: {sequences:Sequenz sendet|Sequenzen senden} diese E‑Mail; ohne sie entfiele dieser Schritt. Zuerst dort herausnehmen oder die Sequenz löschen.',
  one_uncertain:
    '1 Mail ist ungewiss: Die Übergabe wurde unterbrochen, und vielleicht hat der Mailserver sie. Das hinnehmen oder sie erneut senden.',
  some_uncertain:
    '{count:number} Mails sind ungewiss: Die Übergabe wurde unterbrochen, und vielleicht hat der Mailserver sie. Das hinnehmen oder sie erneut senden.',
  sender_refused:
    '{count:Mail wurde|Mails wurden} wegen des Absenders abgelehnt, nicht wegen des Empfängers: {reason}',
  server_trouble:
    'Der Mailserver nimmt gerade keine Mails an. Postrider versucht es weiter, bis er sie annimmt. {trouble:sentence}',
  send_needs_approval: 'Das Senden braucht eine Freigabe.',
  preview_fewer: 'Die Vorschau an weniger Personen senden.',
};
