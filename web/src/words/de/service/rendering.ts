import type { rendering as english } from '../../../../../src/platform/sentences/rendering.ts';
import type { Translated } from '../../translated.ts';

export const rendering: Translated<typeof english> = {
  nested_too_deeply: '{part}: Die Vorlage ist zu tief verschachtelt.',
  too_many_footnotes: 'body: Der Text hat mehr als {limit} Fußnoten. Einige entfernen.',
  not_processed: 'body: ließ sich nicht verarbeiten: {reason}. Bitte kürzen.',
  too_many_elements: 'sie hat mehr als {most:number} HTML-Elemente',
  html_too_long: 'ihr HTML ist länger als {most:number} Zeichen',
  template_nested: 'die Vorlage ist zu tief verschachtelt',
  too_slow: 'die Vorlage braucht zu lange; weniger Schleifen verwenden, oder Schleifen über kürzere Listen',
  template_too_long: 'die Vorlage ist länger als {most:number} Zeichen; kürzen und auf den Rest verlinken',
  too_many_pieces: 'die Vorlage hat mehr als {most:number} Tags und Ausgaben von Liquid; einige ausschreiben',
  liquid_misplaced:
    'Liquid ist nicht möglich an dieser Stelle: {place:sentence}; in den Wert eines Attributs setzen',
  style_condition: 'ein style-Attribut kann Werte enthalten, aber keine Bedingungen oder Schleifen',
  block_torn: 'ein Block muss im selben Element beginnen und enden, oder im Wert eines Attributs',
  block_separated: '{source} ist vom Rest seines Blocks getrennt; {remedy:sentence}',
  too_large: 'die Nachricht wird größer als 2\u00a0MB',
  mixed_values:
    '{own} ist für jeden Leser anders und {shared} für alle gleich; ein Stück Liquid kann nicht beide verwenden. Bitte trennen.',
  at: '{part}, Zeile {line}, Spalte {column}: {reason:sentence}',
  no_theme: 'archive_theme: Ein Theme {theme} gibt es nicht. Möglich sind {themes}.',
  layout_unusable:
    'template: Das eigene Layout des Newsletters (custom_email_template) ist nicht verwendbar: {why:sentence}',
  layout_fault:
    'template: Das eigene Layout des Newsletters (custom_email_template) ist nicht verwendbar: {found:sentence}. {remedy:sentence}',
  layout_fault_at:
    'template: Das eigene Layout des Newsletters (custom_email_template) ist nicht verwendbar, Zeile {line}: {found:sentence}. {remedy:sentence}',
  body_too_large: 'body: {found:sentence}. Kürzen und auf den Rest verlinken.',
  tag_unavailable: 'das Tag {tag} gibt es hier nicht; seinen Inhalt in die Nachricht schreiben',
  in_element_name: 'im Namen eines Elements',
  in_attribute_names: 'im Namen oder zwischen den Namen von Attributen',
};
