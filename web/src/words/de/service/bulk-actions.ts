import type { bulkActions as english } from '../../../../../src/platform/sentences/bulk-actions.ts';
import type { Translated } from '../../translated.ts';

export const bulkActions: Translated<typeof english> = {
  ids_missing: 'metadata.ids: Dieses Feld ist nötig. Eine Liste von IDs senden ({things}), oder ["all"].',
  parameters_alone:
    'metadata.parameters: Sie filtern ids ["all"] oder eine Liste von Ausnahmen. Eines davon senden oder parameters weglassen.',
  ids_wrong: 'metadata.ids: eine Liste von IDs (Texten) verwenden, oder ["all"].',
  too_many_ids:
    'metadata.ids: Die Liste hat {count} IDs, und höchstens {most} sind erlaubt. Mehrere Aktionen erstellen, oder ["all"] mit parameters verwenden.',
  ids_mixed:
    'metadata.ids: nur IDs, nur ["all"] oder nur Ausnahmen („-“ vor jeder ID) verwenden, keine Mischung.',
  dry_run_wrong: 'metadata.dry_run: true oder false verwenden.',
  tag_deleted: 'Ein Schlagwort dieser Aktion wurde gelöscht. Eine neue Aktion ohne es erstellen.',
  no_webhook: 'webhook_id: Einen Webhook mit dieser ID gibt es nicht. GET /v1/webhooks listet sie auf.',
  webhook_disabled:
    'webhook_id: Dieser Webhook ist ausgeschaltet. Erst einschalten, dann die Ereignisse wiederholen.',
  no_email: 'email_id: Dieser Newsletter hat keine E‑Mail mit dieser ID. GET /v1/emails listet seine auf.',
  failed_often:
    'Postrider ist {times}-mal in Folge an den nächsten Einträgen gescheitert. Einzelheiten stehen im Protokoll.',
  notes_too_long: 'notes: Sie wären länger als {most} Zeichen.',
  stays_complained: 'Diese Person hat eine Mail als Spam gemeldet; der Typ bleibt complained.',
  gift_over: 'Das Geschenk ist schon abgelaufen.',
  no_subscription: 'Für diesen Abonnenten läuft bei Stripe kein Abo.',
  other_cadence:
    'Für einen Preis mit anderem Zeitraum würde Stripe sofort abbuchen. Einen mit demselben Zeitraum wählen.',
  invalid_price:
    'price_id: Einen solchen Preis bietet der Newsletter nicht an. GET /v1/prices listet sie auf.',
  not_undeliverable: 'Dieser Abonnent hat den Status {type} und ist nicht unzustellbar.',
  value_there: 'Dieser Abonnent hat unter {key} schon einen Wert.',
  nobody_wants_event: 'Kein eingeschalteter Webhook hat dieses Ereignis abonniert.',
  not_unsubscribed: 'Dieser Abonnent hat den Status {type} und ist nicht abgemeldet.',
  nothing_to_change: 'Nichts zu ändern.',
  nothing_with_id: 'Mit dieser ID gibt es nichts.',
  has_email: 'Diese Person hat die E‑Mail schon oder wird sie bekommen.',
  type_gets_none: 'Abonnenten dieses Typs bekommen keine Mails.',
  reminded_today: 'Dieser Abonnent wurde vor weniger als einem Tag erinnert.',
  nothing_to_confirm: 'Dieser Abonnent hat den Status {type} und nichts zu bestätigen.',
  not_blocked: 'Dieser Abonnent hat den Status {type} und ist nicht blockiert.',
  changed_since: 'Dieser Abonnent hat sich seither geändert und wird nicht wiederhergestellt.',
  left_since: 'Diese Person hat sich seither abgemeldet oder beschwert und wird nicht wiederhergestellt.',
  gets_none_already: 'Dieser Abonnent bekommt schon keine Mails (Status: {type}).',
  mode_needs_approval:
    'Der Modus wurde geändert, und die E‑Mail ist jetzt ein Entwurf: Ein zweiter Schlüssel muss sie freigeben.',
  type_needs_approval:
    'Der Typ wurde geändert, und die E‑Mail ist jetzt ein Entwurf: Ein zweiter Schlüssel muss sie freigeben.',
  undone_already: 'Die Sammelaktion {id} macht diese rückgängig. Das Ergebnis steht dort.',
  undo_of_undo:
    'Ein Rückgängigmachen lässt sich nicht rückgängig machen. Die Sammelaktion stattdessen erneut erstellen.',
  type_not_undoable:
    'Eine Sammelaktion vom Typ {type} lässt sich nicht rückgängig machen. Nur diese: {types}.',
  not_ended:
    'Die Sammelaktion hat den Status {status}. Erst abrufen, bis sie beendet ist, dann rückgängig machen.',
  changed_nothing: 'Die Sammelaktion hat nichts geändert; es gibt nichts rückgängig zu machen.',
  undo_too_late:
    'Eine Sammelaktion lässt sich {days} Tage lang rückgängig machen, wenn sie mit einer Version von Postrider lief, die frühere Werte aufbewahrt.',
  start_sequences_wrong: 'metadata.start_sequences: true oder false verwenden.',
  parameters_wrong: '{field}: {reason:sentence}. Nur Filter der Liste verwenden oder parameters weglassen.',
};
