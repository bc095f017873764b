// How an installation on hold resumes.

export const resuming = {
  witness: {
    title: 'Sending is paused',
    detail: 'Nothing is lost. Sending continues by itself as soon as the witness can be used.',
  },
  over: 'This installation is not on hold',
  over_detail: 'Mail, webhooks, feeds and bulk actions work as usual.',
  forbidden: 'Only an owner of this installation can see what waits, and resume.',
  origin: (origin: string) => `The backup was taken from ${origin}.`,
  since: 'What happened after this time is unknown here:',
  waiting: 'What would go out',
  nothing: 'No email is waiting.',
  audience_open: 'Audience not decided yet',
  to_go: (accepted: string, planned: string) => `${accepted} accepted, ${planned} to go`,
  others: (items: string, posts: string, events: string) =>
    `Items of bulk actions: ${items}. Posts of feeds: ${posts}. Events for webhooks: ${events}.`,
  rest: (subject: string) => `The rest of ${subject}`,
  rests: { send: 'Send the rest', uncertain: 'Mark it uncertain' },
  decide: 'Resume',
  first: 'First make sure that the original no longer runs. From then on, this is the installation.',
  everything: 'Everything else',
  choices: { uncertain: 'It may have gone out already', send: 'Nothing has gone out since then' },
  choice_hints: {
    uncertain:
      'Nothing is repeated: bulk actions stop, waiting webhook events are dropped, and new posts of feeds wait for your decision.',
    send: 'Bulk actions, webhooks and feeds continue where they were.',
  },
  resume: 'Resume sending',
  confirm: 'Resume this installation?',
  confirm_detail: 'If the original still runs as well, people get mail from both.',
  resumed: 'Sending continues',
} as const;
