import type { audience as english } from '../../../../../src/platform/sentences/audience.ts';
import type { Translated } from '../../translated.ts';

export const audience: Translated<typeof english> = {
  search_slow:
    'filters: Die Suche dauert länger als {seconds} Sekunden. Mit einem Schlagwort eingrenzen, nach einem längeren Text suchen, über weniger E‑Mails zurückblicken oder weniger Bedingungen zu Öffnungen, Klicks und Anteilen verwenden.',
  order_slow:
    'ordering: Eine Sortierung nach open_rate oder click_rate liest alle Zustellungen des Newsletters, und das dauert länger als {seconds} Sekunden. Stattdessen nach last_open_date oder last_click_date sortieren.',
  deliveries_dropped:
    'filters: Die Zustellungen der E‑Mail „{email}“ werden nicht mehr aufbewahrt (delivery_months des Newsletters); wer sie bekam, öffnete oder klickte, ist unbekannt. Diese Bedingung entfernen.',
  too_many_conditions:
    'filters: Mit den Bedingungen der verwendeten Segmente sind es {all} Bedingungen, und höchstens {most} sind erlaubt. Weniger oder kleinere Segmente verwenden.',
  no_email_in_filter:
    'filters: Keine E‑Mail hat die ID „{id}“. Die ID einer E‑Mail dieses Newsletters verwenden.',
  no_tag_in_filter:
    'filters: Kein Schlagwort hat die ID oder den Namen „{word}“. Zuerst anlegen oder die Bedingung entfernen.',
  no_segment_in_filter:
    'filters: Kein Segment hat die ID oder den Namen „{word}“. Unter /v1/segments anlegen oder die Bedingung entfernen.',
  tags_and_filters:
    '{field}: filters bestimmen schon, wer sie bekommt, und Schlagwörter allein würden vielleicht mehr Personen erreichen. Stattdessen filters senden.',
  filters_contradict:
    'filters: Sie widersprechen {field}. Nur eines davon senden, oder in beiden dieselben Schlagwörter.',
  grant_ends_first:
    'end_date: muss nach dem Beginn liegen. Eine spätere Zeit verwenden, oder null für einen Zugang ohne Ende.',
  form_slug_taken: 'slug: Ein anderes Formular hat den Slug {slug}. Bitte einen anderen wählen.',
  too_many_notes: 'Zu diesem Abonnenten gibt es schon {most} Notizen. Bitte zuerst einige löschen.',
  too_many_grants:
    'Dieser Abonnent hat schon {most} Zugänge. Statt vieler kurzer einen mit späterem Ende geben.',
  grant_reference_taken:
    'reference: Der Zugang mit dieser Quelle und Referenz gehört einem anderen Abonnenten. Eine andere Referenz verwenden oder jenen Zugang zurücknehmen.',
  button_hidden:
    'body: Der Text verdeckt die Schaltfläche darunter. Jeden Codeblock, Kommentar und jedes HTML-Element schließen, das er öffnet.',
  not_unactivated:
    'Dieser Abonnent ist nicht unbestätigt. Nur Unbestätigte lassen sich an die Bestätigung erinnern.',
  reminder_too_soon:
    'Dieser Abonnent wurde in den letzten 24 Stunden schon erinnert. Nur eine Erinnerung am Tag ist erlaubt; bitte morgen wieder versuchen.',
  may_not_sign_in:
    'Dieser Abonnent bekommt keine Mails und zahlt für nichts; deshalb ist keine Anmeldung möglich.',
  too_many_answers: 'Diese Antwort wurde zu oft geändert. Bitte in einer Stunde wieder versuchen.',
  comment_on_what: 'email_id: die E‑Mail nennen, oder mit parent_id den Kommentar, auf den dieser antwortet.',
  comment_on_another:
    'parent_id: Dieser Kommentar steht unter einer anderen E‑Mail. email_id weglassen oder einen Kommentar jener E‑Mail nennen.',
  too_many_replies:
    'Von dieser Adresse oder von Fremden kamen binnen einer Stunde zu viele Mails. Bitte später wieder versuchen.',
  no_bounces:
    'bounce_domain: Diese Installation empfängt keine Mails. Zuerst BOUNCE_DOMAIN setzen oder das Feld leer lassen.',
  no_inbox:
    'replies: Diese Installation empfängt keine Mails. Zuerst BOUNCE_DOMAIN setzen oder mailbox wählen.',
  automatic_reply:
    'Das hat ein Programm geschrieben, und es würde mit einer weiteren automatischen Mail antworten. Stammt es doch von einem Menschen, zuerst is_automatic auf false setzen.',
  reply_from_nobody: 'Diese Mail hat keine Adresse, an die eine Antwort gehen könnte.',
  comments_off: 'Niemand kann diese E‑Mail kommentieren. Zuerst ihren commenting_mode auf enabled setzen.',
  survey_closed: 'Diese Umfrage ist geschlossen und nimmt keine Antworten mehr an. Zuerst wieder öffnen.',
  no_such_answer:
    'answer: den Platz einer Antwort in der Liste der Umfrage nennen, die {most:Antwort|Antworten} hat; die erste ist 0. Eine Umfrage mit Text braucht Text.',
  too_many_letters:
    'Aus diesem Netz wurden zu viele Mails angefordert. Bitte in einer Stunde wieder versuchen.',
  segment_in_use:
    '{emails:nicht gesendete E‑Mail|nicht gesendete E‑Mails} und {automations:Automation|Automationen} verwenden dieses Segment und lassen sich ohne es nicht senden. Zuerst dort ändern oder löschen.',
  segment_taken:
    'name: Ein Segment namens {name} gibt es schon (Groß- und Kleinschreibung zählt nicht). Einen anderen Namen wählen oder jenes Segment ändern.',
  no_such_newsletter: 'Einen Newsletter mit diesem Namen gibt es nicht.',
  already_subscriber:
    'email_address: {email_address} ist schon Abonnent. Diesen Abonnenten ändern, oder X-Buttondown-Collision-Behavior: add oder overwrite senden.',
  suppressed:
    'email_address: {email_address} hat den Status {type}, und erneutes Anlegen ändert das nicht. Mit neuer Einwilligung den Abonnenten per PATCH ändern.',
  joined_in_future:
    'creation_date: darf nicht in der Zukunft liegen. Den Zeitpunkt des Beitritts angeben oder das Feld weglassen.',
  address_of_other:
    'email_address: {email_address} gehört einem anderen Abonnenten. Eine andere Adresse verwenden oder jenen Abonnenten zuerst löschen.',
  type_of_service: 'type: Den Typ {type} setzt nur der Dienst selbst; möglich sind {types}.',
  complainer_returns:
    'type: Diese Person hat eine Mail als Spam gemeldet; nur sie selbst kann sich wieder anmelden.',
  tag_taken:
    'name: Ein Schlagwort namens {name} gibt es schon (Groß- und Kleinschreibung zählt nicht). Einen anderen Namen wählen oder jenes Schlagwort ändern.',
  no_tag:
    '{field}: Kein Schlagwort hat die ID oder den Namen „{word}“. Zuerst anlegen oder aus der Liste entfernen.',
  no_tag_name: 'tags: „{word}“ ist kein Schlagwort und kann nicht der Name eines werden: {reason:sentence}.',
  filters_json: 'filters: JSON verwenden, wie im Inhalt von POST /v1/subscribers/search.',
  left_self: 'Diese Person hat sich abgemeldet. Nur sie selbst kann sich wieder anmelden.',
  complained_self: 'Diese Person hat eine Mail als Spam gemeldet. Nur sie selbst kann sich wieder anmelden.',
  removed_elsewhere:
    'Ein früherer Dienst hat diese Person von der Liste entfernt. Nur sie selbst kann sich wieder anmelden.',
  tag_in_use:
    '{emails:nicht gesendete E‑Mail|nicht gesendete E‑Mails}, {automations:Automation|Automationen} und {segments:Segment|Segmente} verwenden dieses Schlagwort und gingen ohne es an andere Personen. Zuerst dort ändern oder löschen.',
  nobody_named:
    'subscribers: Niemand hat die ID oder Adresse „{word}“. Entfernen oder den Abonnenten zuerst anlegen.',
  type_became: 'Der Typ ist jetzt {standing}.',
};
