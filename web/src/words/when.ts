// Words for times in the language of the page, without accents, with their English. The field for a time reads both.

/** Applied in this order to the text in lower case. English needs none. */
export const timeWords: readonly (readonly [words: RegExp, english: string])[] = [];
