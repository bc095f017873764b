import { counted, number } from '../counted.ts';
import type { Translated } from '../translated.ts';
import type { webhooks as english } from '../webhooks.ts';

export const webhooks: Translated<typeof english> = {
  make: 'Nouveau webhook',
  empty: 'Aucun webhook',
  empty_detail:
    'Un webhook dit à l’un de vos programmes ce qui se passe : Postrider signe chaque événement, l’envoie à l’adresse de votre choix, et réessaie jusqu’à ce qu’il soit accepté.',
  back: 'Webhooks',
  missing: 'Ce webhook n’existe pas',
  missing_detail: 'Il a été supprimé, ou l’adresse de la page est erronée.',
  more: 'Plus sur ce webhook',

  works: (time: string) => `Dernier succès : ${time}`,
  failing: (time: string) => `En échec depuis : ${time}`,
  unused: 'Aucun événement',
  paused: 'En pause',
  is_failing: 'En échec',
  paused_since: (time: string) => `En pause depuis : ${time}`,
  paused_detail: 'Il ne reçoit aucun événement. Ce qui attendait avant est conservé, et part à la reprise.',
  resume: 'Reprendre',
  resume_title: 'Reprendre le webhook ?',
  resume_detail:
    'Il reçoit de nouveau des événements, d’abord ceux qui attendaient quand il a été mis en pause.',
  missed: (count: number) =>
    `Envoyer aussi ${counted(count, 'événement survenu', 'événements survenus')} depuis`,
  missed_at_most: (count: number) =>
    `Envoyer aussi ce qui s’est passé depuis : au plus ${counted(count, 'événement', 'événements')}`,
  missed_hint: 'Les remises, refus, ouvertures et clics ne peuvent pas être envoyés après coup.',
  missed_none: 'Rien de ce qu’il attend ne s’est passé depuis.',
  pause: 'Mettre en pause',
  resumed: 'Le webhook reçoit de nouveau des événements.',
  was_paused: 'Le webhook est en pause.',
  all_events: 'tous les événements',
  some_events: (count: number) => counted(count, 'type d’événement', 'types d’événements'),

  edit: 'Modifier…',
  edit_title: 'Modifier le webhook',
  url: 'Adresse',
  url_hint: 'Postrider y envoie les événements. Elle doit utiliser https.',
  description: 'Description',
  description_hint: 'Pour vous et votre équipe, par exemple : « Ajoute des personnes à notre CRM ».',
  which: 'Événements',
  choices: { all: 'Tous', some: 'Choisis' },
  all_hint:
    'Tous les événements sauf les remises, refus, ouvertures et clics : il peut y en avoir un par destinataire. Choisissez-les si vous en avez besoin.',
  choose_some: 'Choisissez au moins un événement.',
  only: 'Seulement certaines personnes, un e‑mail ou une automatisation',
  only_hint:
    'Toutes les limites que vous fixez doivent être remplies. Les événements déjà en attente ne sont pas concernés.',
  only_people: 'Personnes',
  only_everybody: 'Tout le monde, et les événements sans abonné',
  only_people_hint:
    'Un événement passe si son abonné correspond juste après. Les suppressions passent toujours, pour que les copies ailleurs puissent être supprimées.',
  only_email: 'E‑mail',
  any_email: 'Peu importe, ou aucun',
  several_emails: (count: number) => counted(count, 'e‑mail choisi ailleurs', 'e‑mails choisis ailleurs'),
  only_automation: 'Automatisation',
  any_automation: 'Peu importe, ou aucune',
  several_automations: (count: number) =>
    counted(count, 'automatisation choisie ailleurs', 'automatisations choisies ailleurs'),
  limited: (kinds: string) => `${kinds}, avec des limites`,
  created: 'Webhook créé.',
  saved: 'Enregistré',
  secret_once:
    'Voici la clé de signature, avec laquelle votre programme vérifie qu’une requête vient d’ici. Elle ne s’affiche que maintenant.',
  new_key: 'Nouvelle clé de signature…',
  new_key_title: 'Créer une nouvelle clé de signature ?',
  new_key_detail:
    'Pendant un jour, les requêtes sont aussi signées avec la clé actuelle. D’ici là, donnez la nouvelle à votre programme.',
  new_key_act: 'Créer une clé',

  test: 'Envoyer un test',
  tested: 'Le test a été accepté.',
  test_failed: 'Le test n’a pas été accepté.',
  remove: 'Supprimer…',
  delete_title: 'Supprimer ce webhook ?',
  delete_detail: 'Son journal est aussi supprimé, et les événements qui l’attendent ne partent pas.',
  delete_act: 'Supprimer',
  deleted: 'Webhook supprimé.',
  replay: 'Rejouer des événements…',
  replay_title: 'Rejouer des événements',
  replay_detail:
    'Le webhook reçoit de nouveau tous les événements de ses types depuis ce moment. Les ids ne changent pas ; votre programme peut donc ignorer ceux qu’il connaît. Les remises, refus, ouvertures et clics ne sont pas rejoués.',
  replay_since: 'Depuis',
  replay_counting: 'Décompte des événements…',
  replay_count: (count: number) =>
    count === 0
      ? 'Aucun événement de ses types depuis ce moment.'
      : `${counted(count, 'événement partirait', 'événements partiraient')}.`,
  replay_most: (count: number) =>
    count === 0
      ? 'Aucun événement de ses types depuis ce moment.'
      : `Au plus ${counted(count, 'événement partirait', 'événements partiraient')} : ceux dans ses limites.`,
  replay_act: 'Rejouer',
  replay_paused: 'Reprenez d’abord le webhook.',

  log: 'Tentatives',
  log_note: 'Les 30 derniers jours. Une tentative en échec est répétée pendant environ trois jours.',
  outcomes: { all: 'Toutes', failed: 'En échec' },
  no_attempts: 'Rien ne lui a encore été envoyé. Envoyez un test pour voir comment votre programme répond.',
  no_failures: 'Aucune tentative n’a échoué.',
  answered: (status: number) => `réponse ${status}`,
  no_answer: 'aucune réponse',
  kinds: { test: 'Test', resend: 'Renvoyé' },
  attempt: (at: number) => `Tentative ${number(at)}`,
  next: (time: string) => `prochaine tentative : ${time}`,
  open_attempt: 'Requête et réponse',
  took: (milliseconds: number) => `${number(milliseconds)} ms`,
  request: 'Requête',
  answer: 'Réponse',
  headers: 'En-têtes',
  body: 'Corps',
  body_start: 'Début du corps',
  nothing: 'Vide',
  not_kept: 'Une version antérieure a fait cette tentative et n’a pas gardé la requête.',
  resend: 'Renvoyer',
  resent: 'Il a été accepté.',
  resend_failed: 'Il n’a pas été accepté.',
};
