import type { automations as english } from '../../../../../src/platform/sentences/automations.ts';
import type { Translated } from '../../translated.ts';

export const automations: Translated<typeof english> = {
  key_releases_own:
    'status: une clé avec des limites ne peut libérer que les éléments d’une automatisation qu’elle a créée ou modifiée en dernier. Utilisez une autre clé.',
  no_feed_found:
    'url: aucun flux n’a été trouvé sur cette page ni aux endroits habituels. Utilisez l’adresse d’un flux RSS, Atom ou JSON, ou d’une page qui mène à un flux.',
  feed_gone: '{field}: le flux a définitivement disparu (410). Utilisez l’adresse d’un autre flux.',
  not_a_feed:
    '{field}: {reason:sentence}. Utilisez l’adresse d’un flux RSS, Atom ou JSON, ou d’une page qui mène à un flux.',
  item_cannot_become:
    'status: un élément {status} ne peut pas devenir {to} ; seul un élément {from} le peut.',
  no_events:
    '{field}: cette adresse est pour les automatisations de flux, qui ont url, behavior, cadence, subject et body. Ce qui réagit à des événements se crée avec POST /v1/automations.',
  inactive_not_run: 'status: une automatisation inactive ne s’exécute pas. Passez d’abord status à active.',
  inactive_not_fetched:
    'status: le flux d’une automatisation inactive n’est pas lu. Mettez d’abord status à active.',
  no_preview: '{field}: aperçu du flux impossible : {reason:sentence}',
  feed_too_large: 'url: le flux est trop grand pour un aperçu : {reason}.',
  was_active: 'Elle était active là où sa newsletter a été exportée. Activez-la pour suivre ses flux d’ici.',
  excluded_matches: 'Exclu par les filtres : {one} correspond à « {word} ».',
  excluded_none: 'Exclu par les filtres : {one} ne correspond à aucune valeur incluse.',
  run_failed: 'L’exécution a échoué et sera réessayée. La raison est dans le journal.',
};
