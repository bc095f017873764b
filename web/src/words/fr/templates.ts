import { counted } from '../counted.ts';
import type { firstTemplates as firstTemplatesEnglish, templates as templatesEnglish } from '../templates.ts';
import type { Translated } from '../translated.ts';

export const templates: Translated<typeof templatesEnglish> = {
  make: 'Nouveau modèle',
  empty: 'Aucun modèle',
  empty_detail:
    'Un modèle est le point de départ d’un nouvel e‑mail : un objet, un texte, et qui le reçoit. Créez-en un ici, ou enregistrez un e‑mail comme modèle en l’écrivant.',
  note: (subject: string, words: number) =>
    [subject, counted(words, 'mot', 'mots')].filter(Boolean).join(' · '),
  name: 'Nom',
  subject: 'Objet',
  subject_hint: '{{ email.secondary_id }} est le numéro de parution.',
  body: 'Texte',
  edit: 'Modifier',
  edit_title: (name: string) => `Modifier « ${name} »`,
  edit_hint: 'Les e‑mails qui en sont partis ne changent pas.',
  more: (name: string) => `Plus sur « ${name} »`,
  remove: 'Supprimer…',
  made: (name: string) => `Le modèle « ${name} » est enregistré.`,
  delete_title: (name: string) => `Supprimer « ${name} » ?`,
  delete_detail: 'Les e‑mails qui en sont partis ne changent pas.',
  delete_act: 'Supprimer',
  deleted: (name: string) => `« ${name} » supprimé.`,
  save_title: 'Enregistrer comme modèle',
  save_hint:
    'De nouveaux e‑mails peuvent partir de cet objet, de ce texte, de ces destinataires par type, de cette mise en page et de cette langue.',
  save_act: 'Enregistrer le modèle',
  begin: 'Partir de',
  last: 'Comme votre dernier numéro',
};

export const firstTemplates: Translated<typeof firstTemplatesEnglish> = [
  {
    name: 'Lettre',
    detail: 'Une salutation, une histoire, un au revoir',
    subject: '',
    body: `Bonjour {{ subscriber.metadata.first_name | default: "à vous" }},

Que s’est-il passé depuis la dernière lettre ?

## L’histoire

Racontez une chose, depuis le début.

---

À la prochaine !`,
  },
  {
    name: 'Liste de lectures',
    detail: 'Des liens, chacun avec une raison de le suivre',
    subject: 'À lire, nº {{ email.secondary_id }}',
    body: `Qu’avez-vous lu, et pourquoi est-ce important ?

## Trois lectures

<a class="bookmark" href="https://"><strong>Titre</strong><br>Pourquoi cela vaut le détour</a>

<a class="bookmark" href="https://"><strong>Titre</strong><br>Pourquoi cela vaut le détour</a>

<a class="bookmark" href="https://"><strong>Titre</strong><br>Pourquoi cela vaut le détour</a>

## En bref

- Une chose de plus, en une ligne`,
  },
  {
    name: 'Annonce',
    detail: 'Une nouvelle et que faire',
    subject: '',
    body: `Dites la nouvelle en une phrase.

## Ce qui est nouveau

Qu’est-ce qui change pour vos lecteurs, et quand ?

## Pourquoi

Que vous ont-ils dit, ou qu’avez-vous appris ?

<a class="button" href="https://">Voir</a>

Des questions ? Répondez à cet e‑mail.`,
  },
  {
    name: 'Entretien',
    detail: 'Quelqu’un, avec ses propres mots',
    subject: '',
    body: `Qui est-ce, et pourquoi vos lecteurs devraient-ils faire sa connaissance ?

## Comment avez-vous commencé ?

Sa réponse.

> La phrase dont on se souviendra.

## Sur quoi travaillez-vous en ce moment ?

Sa réponse.

## Que devrions-nous lire ?

Sa réponse.`,
  },
  {
    name: 'Invitation',
    detail: 'Quand, où, et comment venir',
    subject: 'Venez :',
    body: `Que se passe-t-il, et pour qui ?

| | |
| --- | --- |
| Quand | Jour et heure |
| Où | Lieu, ou un lien |
| Prix | Gratuit |

<div class="cta"><p>Il y a quelques places.</p><p><a class="button" href="https://">Réserver une place</a></p></div>

Vous ne pouvez pas venir ? Répondez, et je vous parlerai de la prochaine fois.`,
  },
];
