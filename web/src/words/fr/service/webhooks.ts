import type { webhooks as english } from '../../../../../src/platform/sentences/webhooks.ts';
import type { Translated } from '../../translated.ts';

export const webhooks: Translated<typeof english> = {
  too_many:
    'La newsletter a déjà {most} webhooks, le maximum. Supprimez-en un, ou ajoutez des event_types à un webhook existant.',
  request_not_kept:
    'La requête de cette tentative n’a pas été gardée, car une version antérieure l’a faite. Renvoyez l’événement avec l’action groupée replay_events.',
  on_hold: 'L’installation est en attente ; rien n’est donc envoyé aux webhooks. GET /v1/hold dit pourquoi.',
  not_public:
    '{host} ({address}) n’est pas sur l’internet public. Si c’est à vous, ajoutez-le ou son réseau à ALLOWED_PRIVATE_NETWORKS.',
  https_needed: 'L’adresse doit utiliser https, pour que personne ne puisse lire les requêtes en route.',
  port_not_web: 'Le port {port} n’est pas un port web. Utilisez l’un de {ports}.',
  failing_since: 'Aucune tentative n’a réussi depuis le {date:time}. La dernière : {reason:sentence}',
  was_enabled:
    'Il était actif là où sa newsletter a été exportée. Donnez sa nouvelle clé de signature au destinataire, puis activez-le.',
  redirects:
    'Le destinataire a répondu {status}, et les redirections ne sont pas suivies. Mettez la nouvelle adresse dans l’url du webhook.',
  gone: 'Le destinataire a répondu 410 : il ne veut plus d’événements.',
  no_email: 'email_ids: la newsletter n’a pas d’e‑mail {id}.',
  no_automation: 'automation_ids: la newsletter n’a pas d’automatisation {id}.',
  filter_names_missing: 'La condition sur {field} nomme quelque chose qui a été supprimé.',
  filter_failed:
    'Ses filtres ne peuvent pas être appliqués. {fault:sentence} Modifiez les filtres, puis activez-le.',
  answered: 'Le destinataire a répondu {status}.',
};
