/** Which texts the screen of the wording shows: their language, words in them, and whether only the newsletter's own. */
export type Wanted = { language?: string; search?: string; own?: boolean };

/** Reads them from the address. */
export function readWanted({ language, search, own }: Record<string, unknown>): Wanted {
  return {
    ...(typeof language === 'string' && { language }),
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(own === true && { own }),
  };
}
