// The choice of the language of the dashboard. Each language has its own name.

export const ownLanguage = {
  label: 'Language of the dashboard',
  hint: 'Readers get the language of the newsletter, or the one that they chose.',
  browser: 'That of the browser',
} as const;
