import type { newsletters as english } from '../../../../../src/platform/sentences/newsletters.ts';
import type { Translated } from '../../translated.ts';

export const newsletters: Translated<typeof english> = {
  no_words_in: '{language} n’est pas une langue qui a des textes. Utilisez l’une de {languages}.',
  no_such_key: '{key} n’est pas la clé d’un texte. themes/default/words/en.json a toutes les clés.',
  cannot_use: '{language}.{key} ne peut pas utiliser {name}. Le texte habituel est « {usual} ».',
  domain_of_installation:
    'domain: {domain} est l’adresse de l’installation (BASE_URL), où se trouve le tableau de bord. Choisissez-en un autre.',
  domain_taken:
    'domain: {domain} appartient à une autre newsletter de cette installation. Retirez-le d’abord de là.',
  low_contrast: '{color} et {other} ont un contraste de {ratio}. Un texte demande au moins 4,5.',
  contrast_moved:
    'Les lecteurs voient {used} à sa place. Choisissez une couleur plus contrastée, ou laissez ainsi.',
};
