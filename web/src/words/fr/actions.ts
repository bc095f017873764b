import type { actions as english } from '../actions.ts';
import { counted, number, plural } from '../counted.ts';
import type { Translated } from '../translated.ts';

const quoted = (text: string) => `« ${text} »`;
const list = (parts: string[]) => parts.join(', ');

export const actions: Translated<typeof english> = {
  back: 'Actions groupées',
  empty: 'Aucune action groupée',
  empty_detail:
    'Sélectionnez des abonnés dans la liste, ou filtrez-les et sélectionnez-les tous, puis choisissez l’action à leur appliquer en une fois. Les actions passées figurent ici ; la plupart s’annulent pendant 30 jours.',
  to_subscribers: 'Sélectionner des abonnés',
  missing: 'Cette action groupée n’existe pas',
  missing_detail: 'Elle appartient à une autre newsletter, ou l’adresse de la page est erronée.',

  statuses: {
    not_started: 'En attente',
    in_progress: 'En cours',
    processed: 'Terminée',
    failed: 'Échec',
  },
  undone: 'Annulée',
  by: (name: string) => `par ${name}`,
  by_key: (name: string) => `par la clé d’API ${quoted(name)}`,
  nameless: { key: 'par une clé d’API', person: 'par un membre de l’équipe' },
  counts: (done: number, skipped: number, failed: number) =>
    list([
      counted(done, 'modifié', 'modifiés'),
      ...(skipped > 0 ? [counted(skipped, 'ignoré', 'ignorés')] : []),
      ...(failed > 0 ? [counted(failed, 'en échec', 'en échec')] : []),
    ]),

  added_tags: (names: string[]) =>
    `Ajout ${plural(names.length, 'de l’étiquette', 'des étiquettes')} ${list(names.map(quoted))}`,
  removed_tags: (names: string[]) =>
    `Retrait ${plural(names.length, 'de l’étiquette', 'des étiquettes')} ${list(names.map(quoted))}`,
  set_metadata: (pairs: string[]) => `Métadonnées définies : ${list(pairs)}`,
  replaced_metadata: (pairs: string[]) => `Toutes les métadonnées remplacées par ${list(pairs)}`,
  removed_metadata: (keys: string[]) => `Métadonnées supprimées : ${list(keys.map(quoted))}`,
  pair: (key: string, value: string) => `${key} : ${value}`,
  undid: 'Annulation d’une action antérieure',
  audience: (type: string) => `Destinataires changés : ${quoted(type)}`,
  to_webhook: 'Événements renvoyés à un webhook',
  things: {
    subscribers: (count: number) => counted(count, 'abonné', 'abonnés'),
    emails: (count: number) => counted(count, 'e‑mail', 'e‑mails'),
    tags: (count: number) => counted(count, 'étiquette', 'étiquettes'),
    events: (count: number) => counted(count, 'événement', 'événements'),
  },
  chosen: (things: string) => `Sélection manuelle : ${things}`,
  all: (things: string) => `Tout : ${things}`,
  matching: (things: string, conditions: string[]) => `${things} : ${conditions.join(' ; ')}`,
  except: (count: number) => `tous sauf ${number(count)}`,
  searched: (text: string) => `contient ${quoted(text)}`,
  parameter: (name: string, value: string) => `${name} : ${value}`,

  waiting: 'Cette action attend la fin des précédentes dans cette newsletter.',
  running: 'Cette action est en cours. Vous pouvez quitter cette page.',
  progress: (done: number, all: number) => `${number(done)} sur ${number(all)}`,
  rate: (rate: number) => `${number(Math.round(rate))} par seconde`,
  ends: (time: string) => `fin prévue vers ${time}`,
  parts: { done: 'Modifiés', skipped: 'Ignorés', failed: 'En échec', left: 'En attente' },
  failed_title: 'L’action n’a pas pu aller au bout',
  reasons: 'Pourquoi certains n’ont pas été modifiés',
  reason: (count: number, detail: string) => `${number(count)} : ${detail}`,

  undo: 'Défaire l’action…',
  undo_until: (day: string) => `Annulation possible jusqu’au ${day}.`,
  not_undoable: 'Ce type d’action ne peut pas être annulé.',
  undo_title: 'Défaire cette action ?',
  undo_detail:
    'Chaque abonné modifié retrouve ses valeurs précédentes, sauf s’il est parti ou a été modifié depuis. Personne ne reçoit d’e‑mail.',
  undo_would: (count: number) =>
    count === 0
      ? 'Personne ne serait modifié.'
      : `${counted(count, 'abonné serait rétabli', 'abonnés seraient rétablis')}.`,
  undo_others: (count: number) => `${counted(count, 'resterait tel quel', 'resteraient tels quels')} :`,
  undo_trying: 'Calcul des changements…',
  undo_act: 'Défaire l’action',
  was_undone: 'Cette action a été annulée.',
  undo_result: 'Afficher le résultat',
  undoes: 'Cette action en a annulé une autre.',
  undoes_link: 'Afficher cette autre action',

  items: 'Éléments',
  item_statuses: { all: 'Tous', done: 'Modifiés', skipped: 'Ignorés', failed: 'En échec' },
  item_states: { done: 'Modifié', skipped: 'Ignoré', failed: 'En échec' },
  no_items: 'Aucun élément de ce type.',
  item_waits: 'en attente',
};
