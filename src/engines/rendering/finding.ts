export const findingKinds = [
  'size',
  'alt_missing',
  'link_relative',
  'link_dead',
  'image_relative',
  'image_dead',
  'variable_unknown',
  'placeholder_left',
  'text_missing',
  'text_dropped',
  'subject_empty',
  'subject_long',
  'subject_shouting',
  'description_missing',
  'too_large_for_relay',
  'address_unsupported',
] as const;
export const severities = ['error', 'warning', 'hint'] as const;

/**
 * What an author should look at before sending. An `error` makes the mail fail its readers, a `warning` probably does, a
 * `hint` is for taste. `detail` names the place and the remedy.
 */
export type Finding = {
  kind: (typeof findingKinds)[number];
  severity: (typeof severities)[number];
  detail: string;
};
