// The choice of a language.

export const languages = {
  spoken: 'Pages and mails speak it',
  others: 'With English words',
} as const;
