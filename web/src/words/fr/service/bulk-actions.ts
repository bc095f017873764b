import type { bulkActions as english } from '../../../../../src/platform/sentences/bulk-actions.ts';
import type { Translated } from '../../translated.ts';

export const bulkActions: Translated<typeof english> = {
  ids_missing: 'metadata.ids: ce champ est obligatoire. Envoyez une liste d’ids de {things}, ou ["all"].',
  parameters_alone:
    'metadata.parameters: ils filtrent les ids ["all"] ou une liste d’exceptions. Envoyez l’un des deux, ou omettez parameters.',
  ids_wrong: 'metadata.ids: utilisez une liste d’ids (textes), ou ["all"].',
  too_many_ids:
    'metadata.ids: la liste a {count} ids, et le maximum est {most}. Créez plusieurs actions, ou utilisez ["all"] avec parameters.',
  ids_mixed:
    'metadata.ids: utilisez seulement des ids, seulement ["all"], ou seulement des exceptions ("-" devant chaque id), sans les mélanger.',
  dry_run_wrong: 'metadata.dry_run: utilisez true ou false.',
  tag_deleted: 'Une étiquette que cette action utilise a été supprimée. Créez une autre action sans elle.',
  no_webhook: 'webhook_id: aucun webhook n’a cet id. GET /v1/webhooks en donne la liste.',
  webhook_disabled: 'webhook_id: ce webhook est désactivé. Activez-le, puis rejouez les événements.',
  no_email:
    'email_id: cette newsletter n’a pas d’e‑mail avec cet id. GET /v1/emails donne la liste des siens.',
  failed_often:
    'Postrider a échoué {times} fois de suite sur les éléments suivants. Les détails sont dans le journal.',
  notes_too_long: 'notes: elles dépasseraient {most} caractères.',
  stays_complained: 'Cette personne a signalé un e‑mail comme spam ; le type reste donc complained.',
  gift_over: 'La fin du cadeau est passée.',
  no_subscription: 'Cet abonné n’a aucun abonnement en cours chez Stripe.',
  other_cadence:
    'Stripe débiterait aussitôt pour un tarif d’un autre rythme. Choisissez un tarif du même rythme.',
  invalid_price: 'price_id: la newsletter ne propose pas ce tarif. GET /v1/prices en donne la liste.',
  not_undeliverable: 'Cet abonné est {type}, et n’est pas injoignable.',
  value_there: 'Cet abonné a déjà une valeur sous {key}.',
  nobody_wants_event: 'Aucun webhook actif ne veut cet événement.',
  not_unsubscribed: 'Cet abonné est {type}, et n’est pas désabonné.',
  nothing_to_change: 'Rien à changer.',
  nothing_with_id: 'Rien n’a cet id.',
  has_email: 'Cette personne a déjà l’e‑mail ou va le recevoir.',
  type_gets_none: 'Les abonnés de ce type ne reçoivent pas d’e‑mails.',
  reminded_today: 'Cet abonné a été relancé il y a moins d’un jour.',
  nothing_to_confirm: 'Cet abonné est {type} et n’a rien à confirmer.',
  not_blocked: 'Cet abonné est {type}, et n’est pas bloqué.',
  changed_since: 'Cet abonné a changé depuis et n’est pas rétabli.',
  left_since: 'Cette personne s’est désabonnée ou plainte depuis et n’est pas rétablie.',
  gets_none_already: 'Cet abonné ne reçoit déjà plus rien (type : {type}).',
  mode_needs_approval:
    'Le mode a changé, et l’e‑mail redevient un brouillon : une seconde clé doit l’approuver.',
  type_needs_approval:
    'Le type a changé, et l’e‑mail redevient un brouillon : une seconde clé doit l’approuver.',
  undone_already: 'L’action groupée {id} annule celle-ci. Consultez-la pour voir le résultat.',
  undo_of_undo: 'Une annulation ne peut pas être annulée. Créez plutôt de nouveau l’action groupée.',
  type_not_undoable:
    'Une action groupée du type {type} ne peut pas être annulée. Seules celles-ci le peuvent : {types}.',
  not_ended: 'L’action groupée est {status}. Attendez sa fin, puis annulez-la.',
  changed_nothing: 'L’action groupée n’a rien changé ; il n’y a rien à annuler.',
  undo_too_late:
    'Une action groupée peut être annulée pendant {days} jours, si une version de Postrider qui garde les valeurs précédentes l’a exécutée.',
  start_sequences_wrong: 'metadata.start_sequences: utilisez true ou false.',
  parameters_wrong:
    '{field}: {reason:sentence}. Utilisez seulement des filtres de la liste, ou omettez parameters.',
};
