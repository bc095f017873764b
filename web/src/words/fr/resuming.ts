import type { resuming as english } from '../resuming.ts';
import type { Translated } from '../translated.ts';

export const resuming: Translated<typeof english> = {
  witness: {
    title: 'L’envoi est en pause',
    detail: 'Rien n’est perdu. L’envoi reprend de lui-même dès que le témoin est utilisable.',
  },
  over: 'Cette installation n’est pas en attente',
  over_detail: 'E‑mails, webhooks, flux et actions groupées fonctionnent comme d’habitude.',
  forbidden: 'Seul un propriétaire de cette installation peut voir ce qui attend, et reprendre.',
  origin: (origin: string) => `La sauvegarde a été prise de ${origin}.`,
  since: 'Ce qui s’est passé après ce moment est inconnu ici :',
  waiting: 'Ce qui partirait',
  nothing: 'Aucun e‑mail n’attend.',
  audience_open: 'Destinataires pas encore fixés',
  to_go: (accepted: string, planned: string) => `acceptés : ${accepted} ; à envoyer : ${planned}`,
  doubts: {
    title: 'Copies dont le résultat a été perdu',
    note: 'Il manque à la base de données ses derniers instants. C’était alors le tour de ces destinataires.',
    written_again: count => `réinscrits : ${count}`,
    written_again_detail:
      'Réinscrits : la copie était partie, et un worker s’en souvenait. Aucun d’eux ne la reçoit une deuxième fois, quoi que vous décidiez.',
    in_hand: count => `en cours : ${count}`,
    in_hand_detail:
      'En cours : un worker avait la copie et n’a pas dit ce qu’elle est devenue. Elle est peut-être arrivée. Après la reprise, ces destinataires sont incertains : personne ne reçoit d’autre copie, sauf si vous leur renvoyez l’e‑mail depuis sa page.',
    more_detail:
      'Si un worker s’est arrêté en même temps que la base de données, il a peut-être servi d’autres personnes, absentes d’ici. Choisissez alors « C’est peut-être déjà parti ».',
    show: 'Voir qui',
    hide: 'Masquer',
    of: subject => `Destinataires de ${subject}`,
    types: { written_again: 'Réinscrit', in_hand: 'En cours' },
    deleted: 'Un abonné supprimé',
  },
  others: (items: string, posts: string, events: string) =>
    `Éléments d’actions groupées : ${items}. Articles de flux : ${posts}. Événements pour webhooks : ${events}.`,
  rest: (subject: string) => `Le reste de ${subject}`,
  rests: { send: 'Envoyer le reste', uncertain: 'Le marquer incertain' },
  decide: 'Reprendre',
  first: 'Assurez-vous d’abord que l’original ne fonctionne plus. Dès lors, c’est ici l’installation.',
  everything: 'Tout le reste',
  choices: { uncertain: 'C’est peut-être déjà parti', send: 'Rien n’est parti depuis' },
  choice_hints: {
    uncertain:
      'Rien n’est répété : les actions groupées s’arrêtent, les événements de webhook en attente sont abandonnés, et les nouveaux articles des flux attendent votre décision.',
    send: 'Les actions groupées, les webhooks et les flux continuent là où ils en étaient.',
  },
  resume: 'Reprendre l’envoi',
  confirm: 'Relancer cette installation ?',
  confirm_detail: 'Si l’original fonctionne encore aussi, les gens reçoivent des e‑mails des deux.',
  resumed: 'L’envoi reprend',
};
