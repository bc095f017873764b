/** The part of the address that says which texts are shown: their language, words in them, and whether only the newsletter's own. */
export type Wanted = { language?: string; search?: string; own?: boolean };

/** Reads it from the address. */
export function readWanted({ language, search, own }: Record<string, unknown>): Wanted {
  return {
    ...(typeof language === 'string' && { language }),
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(own === true && { own }),
  };
}
