import type { items as english } from '../../../../../src/platform/sentences/items.ts';
import type { Translated } from '../../translated.ts';

export const items: Translated<typeof english> = {
  older_than_before: 'Plus vieux que les articles que le flux avait déjà.',
  below_before: 'En dessous des articles que le flux avait déjà.',
  dated_before: 'D’une date antérieure aux articles que le flux avait déjà.',
  same_as_earlier: 'Il a la même valeur ({what}) qu’un article antérieur.',
  dated_long_before: 'D’une date bien antérieure à la dernière lecture du flux.',
  digest_full:
    'Le récapitulatif avait plus de {most} articles, et celui-ci n’était pas parmi les plus récents.',
  withdrawn: 'Il a été retiré du flux avant la création de son e‑mail.',
  feed_left: 'L’automatisation ne suit plus son flux.',
  mailed_after_backup: 'Il a peut-être été envoyé après la sauvegarde dont cette base de données est issue.',
  empty_body: 'Le modèle a donné un texte vide pour lui.',
  too_many_at_once: 'Le flux a publié plus de {most:article|articles} à la fois.',
  at_start: 'Il était déjà dans le flux au début.',
  while_inactive: 'Il est arrivé pendant que l’automatisation était inactive.',
  before_start: 'Le flux l’avait avant le début de cette automatisation.',
  most_look_old: 'La plupart des nouveaux articles ressemblent à des anciens. {doubt:sentence}',
  old_post_of: 'C’est un ancien article de {feed}.',
  same_post_as: 'C’est le même article qu’un de {feed}, qui n’est envoyé qu’une fois.',
  released: 'Il a été libéré à la main.',
  skipped: 'Il a été ignoré à la main.',
};
