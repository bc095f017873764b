// The English names of screens and commands, by their names in the language of the page, so that the search over all of them finds both. In
// English there is nothing to add; the build makes the table of another language from its words.
export const englishNames: Readonly<Record<string, string>> = {};
