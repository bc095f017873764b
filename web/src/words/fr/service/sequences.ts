import type { sequences as english } from '../../../../../src/platform/sentences/sequences.ts';
import type { Translated } from '../../translated.ts';

export const sequences: Translated<typeof english> = {
  approval_needed:
    'Vos envois demandent une approbation. Demandez à un propriétaire ou éditeur de la newsletter d’approuver cette séquence telle quelle (POST /v1/automations/{id}/approval), puis répétez la requête.',
  cannot_approve:
    'Vos propres envois demandent une approbation ; vous ne pouvez donc pas en approuver d’autres.',
  own_approval:
    'Vous avez modifié ou activé cette séquence en dernier, ou la clé qui a créé la vôtre l’a fait. Une autre personne, ou un programme avec une autre clé, doit l’approuver.',
  too_many: 'La newsletter a déjà {most} séquences, le maximum. Supprimez-en une devenue inutile.',
  no_trigger: 'trigger: {name} n’existe pas ici ; vouliez-vous dire {nearest} ?',
  no_action: '{field}.type: {type} n’existe pas ici. Utilisez l’un de {types}.',
  action_unsuited: '{field}.type: {type} ne va pas avec le déclencheur {trigger}. Utilisez l’un de {types}.',
  moves_people:
    'hash: ceci déplace des personnes qui s’y trouvent. Envoyez d’abord avec dry_run true, regardez qui passe où, et répétez le hash.',
  other_edit:
    'hash: ce n’est pas le changement de l’essai, ou la séquence a changé depuis. Renvoyez avec dry_run true.',
  inactive: 'status: la séquence est inactive. Activez-la d’abord (PATCH avec status active).',
  concerns_nobody:
    'subscribers: cette séquence ne concerne personne en particulier ({trigger}). N’envoyez pas de corps.',
  for_whom:
    'subscribers: dites pour qui, soit avec subscribers (ids ou adresses), soit avec filters (un groupe vide signifie tout le monde).',
  too_many_people: 'filters: ils choisissent plus de {most} personnes. Faites-les entrer par parties.',
  not_own:
    'Avec des limites, vous ne pouvez faire cela que dans les séquences que vous avez activées vous-même. Demandez à un propriétaire ou éditeur de la newsletter.',
  no_date: 'trigger_date: dites quelle date la déclenche, comme {example}.',
  other_newsletter:
    'newsletter_id: ce doit être une autre newsletter d’ici, et une personne propriétaire ou éditrice des deux doit le configurer.',
  email_not_draft:
    'email_id: cet e‑mail est {status}. Utilisez un brouillon : une séquence l’envoie à une personne après l’autre ; il n’est donc pas envoyé comme numéro.',
  no_email: 'email_id: cette newsletter n’a pas d’e‑mail avec cet id.',
  no_mail: 'metadata: nommez un e‑mail avec email_id, ou envoyez subject et body.',
  passage_over: 'status: ce passage est terminé ({status}) ; rien ne peut donc y changer.',
  no_attempt:
    'Cet abonné n’a aucune étape d’une séquence avec cet id. GET /v1/subscribers/{id_or_email}/automations en donne la liste.',
  step_done: 'status: cette étape est faite, ou le passage est terminé ; elle ne peut donc pas être sautée.',
  active_elsewhere: 'Elle était active là où sa newsletter a été exportée. Activez-la pour continuer d’ici.',
  email_paused: 'L’e‑mail est en pause.',
  not_theirs: 'La personne qui a activé ceci n’est ni propriétaire ni éditeur de l’autre newsletter.',
};
