import { counted } from '../counted.ts';
import type { surveys as english } from '../surveys.ts';
import type { Translated } from '../translated.ts';

export const surveys: Translated<typeof english> = {
  title: 'Sondages',
  make: 'Nouveau sondage',
  empty: 'Aucun sondage',
  empty_detail:
    'Un sondage est une question dans vos e‑mails. Les lecteurs choisissent une réponse dans l’e‑mail et l’envoient d’un bouton ; vous pouvez ensuite écrire à ceux qui ont répondu.',
  more: (name: string) => `Plus sur « ${name} »`,
  note: (count: number, isClosed: boolean) =>
    [counted(count, 'réponse', 'réponses'), isClosed ? 'fermé' : ''].filter(Boolean).join(' · '),
  question: 'Question',
  identifier: 'Nom dans les modèles',
  identifier_hint: (identifier: string) =>
    `Écrivez {{ survey.${identifier || '…'} }} là où un e‑mail doit le poser. Il ne change plus ensuite.`,
  input_type: 'Les lecteurs choisissent',
  input_types: {
    radio: 'une réponse',
    checkbox: 'autant de réponses qu’ils veulent',
    text: 'rien : ils écrivent leur réponse',
  },
  answers: 'Réponses',
  answers_hint: 'Une par ligne. Elles ne changent plus dès que quelqu’un a répondu.',
  freeform: 'Les lecteurs peuvent ajouter quelque chose avec leurs mots',
  randomize: 'Chaque lecteur voit les réponses dans un autre ordre',
  randomize_hint: 'L’e‑mail ne montre alors que la question, et son lien mène aux réponses.',
  per_email: 'Chaque e‑mail repose la question',
  per_email_hint: 'Sinon, qui répond une seconde fois change sa réponse.',
  shows_results: 'Les lecteurs voient les résultats après avoir répondu',
  shows_results_hint: 'Tout le monde les voit aussi dans les archives.',
  notes: 'Notes',
  notes_hint: 'Visibles par vous et votre équipe seulement.',
  made: 'Le sondage est enregistré.',
  edit: 'Modifier',
  edit_title: 'Modifier le sondage',
  close: 'Fermer',
  open: 'Rouvrir',
  closed: 'Il ne prend plus de réponses.',
  opened: 'Il prend de nouveau des réponses.',
  remove: 'Supprimer…',
  delete_title: (name: string) => `Supprimer « ${name} » ?`,
  delete_detail: (count: number) =>
    count === 0
      ? 'Personne n’y a répondu. Les e‑mails qui le posent ne peuvent pas être envoyés tant que vous ne l’en retirez pas.'
      : `${counted(count, 'réponse disparaît', 'réponses disparaissent')} avec lui. Les e‑mails qui le posent ne peuvent pas être envoyés tant que vous ne l’en retirez pas.`,
  delete_act: 'Supprimer',
  deleted: 'Le sondage est supprimé.',
  results: 'Résultats',
};
