import { counted } from '../counted.ts';
import type { ownForms as english } from '../own-forms.ts';
import type { Translated } from '../translated.ts';

export const ownForms: Translated<typeof english> = {
  title: 'Autres formulaires',
  make: 'Nouveau formulaire',
  empty: 'Aucun autre formulaire',
  empty_detail:
    'En plus du formulaire de votre page, vous pouvez en avoir autant que vous voulez : pour un cours, une page d’accueil ou une affiche. Chacun a ses questions et ses textes, et donne des étiquettes aux inscrits.',
  more: (name: string) => `Plus sur « ${name} »`,
  note: (people: number, confirmed: number, isClosed: boolean) =>
    [
      people === 0
        ? 'personne pour l’instant'
        : `${counted(people, 'personne', 'personnes')}, ${counted(confirmed, 'confirmée', 'confirmées')}`,
      isClosed ? 'fermé' : '',
    ]
      .filter(Boolean)
      .join(' · '),
  form_title: 'Titre',
  slug: 'Fin de l’adresse',
  slug_hint: (slug: string) => `La page est à …/forms/${slug || '…'}`,
  body: 'Texte au-dessus des questions',
  markdown: 'En Markdown, comme **gras** et [liens](https://example.org).',
  questions: 'Questions',
  questions_note:
    'L’adresse e‑mail est toujours demandée. Les réponses deviennent des métadonnées de la personne.',
  question: (place: number) => `Question ${place}`,
  label: 'Ce qu’on demande aux lecteurs',
  name: 'Nom dans les métadonnées',
  type: 'Type de réponse',
  types: {
    text: 'Une ligne de texte',
    choice: 'Un choix parmi plusieurs',
    date: 'Un jour',
    consent: 'Une case à cocher',
  },
  options: 'Choix possibles',
  options_hint: 'Un par ligne.',
  required: 'Réponse obligatoire',
  add_question: 'Ajouter une question',
  remove_question: (label: string) => `Retirer la question « ${label} »`,
  remove_short: 'Retirer',
  button: 'Mot sur le bouton',
  button_hint: 'Laissez vide pour « S’abonner ».',
  consent: 'Texte sous le bouton',
  consent_hint:
    'Il est conservé comme preuve de ce que les gens ont accepté. Laissez vide pour le texte de votre page.',
  tags: 'Étiquettes des nouveaux inscrits',
  opt_in: 'Confirmation par e‑mail',
  opt_ins: { usual: 'Comme pour la newsletter', yes: 'Obligatoire', no: 'Pas nécessaire' },
  opt_in_hint: 'Qui envoie le formulaire sans avoir vu la page, comme les robots, doit toujours confirmer.',
  success: 'Texte après l’inscription',
  success_hint: 'Laissez vide pour le texte habituel.',
  redirect: 'Adresse où aller à la place',
  redirect_hint: 'Laissez vide pour notre propre page. Elle doit commencer par https.',
  limit: 'Maximum d’inscriptions en une heure',
  limit_hint: 'Arrête un flot de robots. Laissez vide pour n’avoir aucune limite.',
  saved: 'Le formulaire est enregistré.',
  edit: 'Modifier',
  edit_title: 'Modifier le formulaire',
  places: 'Adresse et code',
  done: 'Terminé',
  page: 'Adresse de la page',
  code: 'Formulaire HTML',
  code_note: 'Les visiteurs confirment toujours par e‑mail, car le code est sur votre site.',
  frame: 'Cadre',
  report: 'Qui s’est inscrit',
  refused: 'Refusées',
  refused_note: 'Les inscriptions refusées depuis le premier jour de la période, et pourquoi.',
  none_refused: 'Rien n’a été refusé sur cette période.',
  reason: 'Pourquoi',
  count: 'Combien de fois',
  reasons: {
    trap: 'Un champ invisible pour les gens était rempli',
    network: 'Trop d’un même réseau',
    address: 'Trop pour une même adresse',
    captcha: 'Le captcha n’a pas été résolu',
    too_fast: 'Envoyé plus vite qu’une personne ne le peut ; il lui suffit d’appuyer de nouveau',
    full: 'Plus d’inscriptions en une heure que le formulaire n’en accepte',
  },
  close: 'Fermer',
  open: 'Rouvrir',
  closed: 'Le formulaire est fermé. Sa page le dit.',
  opened: 'Le formulaire est de nouveau ouvert.',
  remove: 'Supprimer…',
  delete_title: (name: string) => `Supprimer « ${name} » ?`,
  delete_detail:
    'Sa page disparaît, et le code sur d’autres sites cesse de fonctionner. Les inscrits restent.',
  delete_act: 'Supprimer',
  deleted: 'Le formulaire est supprimé.',
};
