/** Texts that cannot be made into a mail. */
export const rendering = {
  nested_too_deeply: '{part}: the template is nested too deeply.',
  too_many_footnotes: 'body: the text has more than {limit} footnotes. Remove some.',
  not_processed: 'body: it could not be processed: {reason}. Shorten it.',
  too_many_elements: 'it has more than {most:number} HTML elements',
  html_too_long: 'its HTML is longer than {most:number} characters',
  template_nested: 'the template is nested too deeply',
  too_slow: 'the template takes too long to render; use fewer loops, or loops over shorter lists',
  template_too_long: 'the template is longer than {most:number} characters; shorten it and link to the rest',
  too_many_pieces: 'the template has more than {most:number} Liquid tags and outputs; write some of them out',
  liquid_misplaced: "Liquid cannot be used in {place:sentence}; put it inside an attribute's value",
  style_condition: 'a style attribute can contain values, but not conditions or loops',
  block_torn: 'a block must begin and end in the same element, or inside the value of one attribute',
  block_separated: '{source} is separated from the rest of its block; {remedy:sentence}',
  too_large: 'the message grows beyond 2 MB',
  mixed_values:
    '{own} differs for each reader and {shared} is the same for all, so one piece of Liquid cannot use both; separate them.',
  at: '{part}, line {line}, column {column}: {reason:sentence}',
  no_theme: 'archive_theme: there is no theme {theme}. Use one of {themes}.',
  layout_unusable:
    'template: the newsletter’s own layout (custom_email_template) cannot be used: {why:sentence}',
  layout_fault:
    'template: the newsletter’s own layout (custom_email_template) cannot be used: {found:sentence}. {remedy:sentence}',
  layout_fault_at:
    'template: the newsletter’s own layout (custom_email_template) cannot be used, line {line}: {found:sentence}. {remedy:sentence}',
  body_too_large: 'body: {found:sentence}. Shorten it and link to the rest.',
  tag_unavailable: 'the tag {tag} is not available; write its content into the message',
  in_element_name: 'the name of an element',
  in_attribute_names: 'the name or between the names of attributes',
} as const;
