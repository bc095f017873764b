// The choice of a language.

export const languages = {
  spoken: 'Pages and mails are translated',
  others: 'Pages and mails stay in English',
} as const;
