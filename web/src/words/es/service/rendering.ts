import type { rendering as english } from '../../../../../src/platform/sentences/rendering.ts';
import type { Translated } from '../../translated.ts';

export const rendering: Translated<typeof english> = {
  nested_too_deeply: '{part}: la plantilla está anidada en demasiados niveles.',
  too_many_footnotes: 'body: el texto tiene más de {limit} notas al pie. Quita algunas.',
  not_processed: 'body: no se pudo procesar: {reason}. Acórtalo.',
  too_many_elements: 'tiene más de {most:number} elementos HTML',
  html_too_long: 'su HTML tiene más de {most:number} caracteres',
  template_nested: 'la plantilla está anidada en demasiados niveles',
  too_slow: 'la plantilla tarda demasiado; usa menos bucles, o bucles sobre listas más cortas',
  template_too_long: 'la plantilla tiene más de {most:number} caracteres; acórtala y enlaza el resto',
  too_many_pieces:
    'la plantilla tiene más de {most:number} órdenes y salidas de Liquid; escribe algunas directamente',
  liquid_misplaced: 'Liquid no se puede usar en {place:sentence}; ponlo dentro del valor de un atributo',
  style_condition: 'un atributo style puede contener valores, pero no condiciones ni bucles',
  block_torn: 'un bloque debe empezar y terminar en el mismo elemento, o dentro del valor de un atributo',
  block_separated: '{source} está separado del resto de su bloque; {remedy:sentence}',
  too_large: 'el mensaje pasa de 2 MB',
  mixed_values:
    '{own} es distinto para cada lector y {shared} es igual para todos, así que un trozo de Liquid no puede usar los dos; sepáralos.',
  at: '{part}, línea {line}, columna {column}: {reason:sentence}',
  no_theme: 'archive_theme: no hay ningún tema {theme}. Usa uno de {themes}.',
  layout_unusable:
    'template: no se puede usar el diseño propio del boletín (custom_email_template): {why:sentence}',
  layout_fault:
    'template: no se puede usar el diseño propio del boletín (custom_email_template): {found:sentence}. {remedy:sentence}',
  layout_fault_at:
    'template: no se puede usar el diseño propio del boletín (custom_email_template), línea {line}: {found:sentence}. {remedy:sentence}',
  body_too_large: 'body: {found:sentence}. Acórtalo y enlaza el resto.',
  tag_unavailable: 'la orden {tag} no está disponible; escribe su contenido en el mensaje',
  in_element_name: 'el nombre de un elemento',
  in_attribute_names: 'el nombre de un atributo o entre los nombres de atributos',
};
