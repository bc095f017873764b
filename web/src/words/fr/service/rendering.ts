import type { rendering as english } from '../../../../../src/platform/sentences/rendering.ts';
import type { Translated } from '../../translated.ts';

export const rendering: Translated<typeof english> = {
  nested_too_deeply: '{part}: le modèle est trop imbriqué.',
  too_many_footnotes: 'body: le texte a plus de {limit} notes. Retirez-en.',
  not_processed: 'body: il n’a pas pu être traité : {reason}. Raccourcissez-le.',
  too_many_elements: 'il a plus de {most:number} éléments HTML',
  html_too_long: 'son HTML dépasse {most:number} caractères',
  template_nested: 'le modèle est trop imbriqué',
  too_slow:
    'le modèle est trop long à produire ; utilisez moins de boucles, ou des boucles sur des listes plus courtes',
  template_too_long:
    'le modèle dépasse {most:number} caractères ; raccourcissez-le et mettez un lien vers la suite',
  too_many_pieces:
    'le modèle a plus de {most:number} balises et sorties Liquid ; écrivez-en certaines en clair',
  liquid_misplaced:
    'Liquid ne peut pas être utilisé dans {place:sentence} ; mettez-le dans la valeur d’un attribut',
  style_condition: 'un attribut style peut contenir des valeurs, mais ni conditions ni boucles',
  block_torn: 'un bloc doit commencer et finir dans le même élément, ou dans la valeur d’un seul attribut',
  block_separated: '{source} est séparé du reste de son bloc ; {remedy:sentence}',
  too_large: 'le message dépasse 2 Mo',
  mixed_values:
    '{own} diffère pour chaque lecteur et {shared} est le même pour tous ; un même morceau de Liquid ne peut pas utiliser les deux ; séparez-les.',
  at: '{part}, ligne {line}, colonne {column} : {reason:sentence}',
  no_theme: 'archive_theme: il n’y a pas de thème {theme}. Utilisez l’un de {themes}.',
  layout_unusable:
    'template: la mise en page de la newsletter (custom_email_template) est inutilisable : {why:sentence}',
  layout_fault:
    'template: la mise en page de la newsletter (custom_email_template) est inutilisable : {found:sentence}. {remedy:sentence}',
  layout_fault_at:
    'template: la mise en page de la newsletter (custom_email_template) est inutilisable, ligne {line} : {found:sentence}. {remedy:sentence}',
  body_too_large: 'body: {found:sentence}. Raccourcissez-le et mettez un lien vers la suite.',
  tag_unavailable: 'la balise {tag} n’est pas disponible ; écrivez son contenu dans le message',
  in_element_name: 'le nom d’un élément',
  in_attribute_names: 'les noms d’attributs ou entre eux',
};
