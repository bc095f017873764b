// The type of a translated part of the words. A language that lacks a text does not compile.

/** The shape of English words in another language: the same names, and functions that take the same values. */
export type Translated<Words> = Words extends string
  ? string
  : Words extends number | boolean | null | undefined
    ? Words
    : Words extends (...values: infer Values) => infer Said
      ? (...values: Values) => Translated<Said>
      : { readonly [Name in keyof Words]: Translated<Words[Name]> };
