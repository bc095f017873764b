// The letters in templates of sequences. Authors change them.

export const sequence_letters = {
  welcome: [
    {
      subject: 'Welcome to {{ newsletter.name }}',
      body: 'Hello,\n\ngood to have you here. This is what you can expect from me, and how often.\n\nIf you like, reply to this letter and tell me what brought you here. I read every answer.',
    },
    {
      subject: 'The three pieces to begin with',
      body: 'Hello again,\n\nnew readers often ask where to begin. These three pieces are the ones that others liked best:\n\n1. \n2. \n3. ',
    },
    {
      subject: 'A question for you',
      body: 'Hello,\n\nyou have been reading along for a week now. What would you like to read more about? Reply with a line or two; it helps me choose.',
    },
  ],
  lesson: (day: number) => ({
    subject: `Day ${day}: `.trim(),
    body: `Good morning,\n\nthis is day ${day} of seven.\n\n## What it is about\n\n\n\n## Try it yourself\n\n`,
  }),
  win_back: [
    {
      subject: 'Is this still for you?',
      body: 'Hello,\n\nyou have not followed a link here for a while. This is what you have missed:\n\n- \n\nIf you would like to stay, follow any of these links. If not, that is fine, too: the link to unsubscribe is below.',
    },
    {
      subject: 'Shall I stop writing?',
      body: 'Hello,\n\nI do not want to fill your inbox with what you do not read. If you would like to keep getting my letters, follow a link in this one.',
    },
  ],
  birthday: {
    subject: 'Happy birthday!',
    body: 'Hello,\n\nI wish you a wonderful year. Thank you for reading along.',
  },
  thanks: [
    {
      subject: 'Thank you',
      body: 'Hello,\n\nthank you for paying for {{ newsletter.name }}. You make it possible. This is what you can read now that others cannot:\n\n- ',
    },
    {
      subject: 'One month later',
      body: 'Hello,\n\nyou have been supporting {{ newsletter.name }} for a month. Do you find what you hoped for? Reply with a line; I read every answer.',
    },
  ],
} as const;
