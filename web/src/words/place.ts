// The places where an email appears.

export const place = {
  label: 'Where it appears',
  options: { both: 'Email and web', email: 'Email only', web: 'Web only' },
  means: {
    both: 'Subscribers get it by email, and it has a page on the web.',
    email: 'Subscribers get it by email. It has no page on the web.',
    web: 'It has a page on the web. Nobody gets it by email.',
  },
  only_mail: 'Former paying subscribers get it by email. It has no page on the web.',
} as const;
