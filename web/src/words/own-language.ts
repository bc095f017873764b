// The choice of the dashboard's language. Each language has its own name.

export const ownLanguage = {
  label: 'Language of the dashboard',
  hint: 'Readers get the newsletter’s language, or the one that they chose.',
  browser: 'The browser’s language',
} as const;
