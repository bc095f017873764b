/** The settings of a newsletter. */
export const newsletters = {
  no_words_in: 'There are no texts in the language {language}. Use one of {languages}.',
  no_such_key: '{key} is not the key of a text. themes/default/words/en.json has all keys.',
  cannot_use: '{language}.{key} cannot use {name}. The usual text is "{usual}".',
  domain_of_installation:
    'domain: {domain} is the address of the installation (BASE_URL), where the dashboard is. Choose another.',
  domain_taken: 'domain: {domain} belongs to another newsletter of this installation. Remove it there first.',
  low_contrast: '{color} and {other} have a contrast of {ratio}. Text needs at least 4.5.',
  contrast_moved: 'Readers see {used} in its place. Choose a color that differs more, or leave it at that.',
} as const;
