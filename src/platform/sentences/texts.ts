/** The ways in which sentences stand together. */
export const texts = {
  several: '{sentences:together}',
  with_words: '{said:sentence} ({words}).',
} as const;
