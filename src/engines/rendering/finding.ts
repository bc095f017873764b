export const findingKinds = [
  'size',
  'alt_missing',
  'link_relative',
  'link_dead',
  'image_relative',
  'image_dead',
  'image_format',
  'variable_unknown',
  'value_missing',
  'placeholder_left',
  'text_missing',
  'text_dropped',
  'subject_empty',
  'subject_long',
  'subject_shouting',
  'subject_markup',
  'description_missing',
  'paywall_open',
  'too_large_for_relay',
  'address_unsupported',
] as const;
export const severities = ['error', 'warning', 'hint'] as const;

/**
 * Something that an author should check before sending. An `error` makes the mail useless to its readers, a `warning` may do so, and a
 * `hint` is a matter of taste. `detail` says where and what to do.
 */
export type Finding = Found & Place;

/** The finding without its place. */
export type Found = {
  kind: (typeof findingKinds)[number];
  severity: (typeof severities)[number];
  detail: string;
};

export const findingParts = ['subject', 'body', 'description'] as const;

/** The place where the author can fix it, as far as known. Line and column are counted from 1. */
export type Place = {
  part: (typeof findingParts)[number] | null;
  line: number | null;
  column: number | null;
};

export const nowhere: Place = { part: null, line: null, column: null };
