/** Reasons why the file of a picture cannot be read. */
export const pictures = {
  cut_off: 'it ends too early',
  no_size: 'it does not say how large the picture is',
  size_late: 'it does not begin with its size',
  many_parts: 'it has more parts than a picture needs',
  old_list: 'its list of items has an old format',
  no_lengths: 'it does not say how long its items are',
  other_track: 'it has a track that is not a picture',
} as const;
