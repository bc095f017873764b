// Resuming an installation on hold.

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
  doubts: {
    title: 'Copies whose outcome was lost',
    note: 'The database lost its last moments. These recipients were being served just then.',
    written_again: (count: string) => `${count} written again`,
    written_again_detail:
      'Written again: the copy had been sent, and a worker remembered it. None of them gets a second copy, whatever you choose.',
    in_hand: (count: string) => `${count} in hand`,
    in_hand_detail:
      'In hand: a worker had the copy and has not said what happened to it. It may have arrived. After you resume they are uncertain: nobody is mailed again, unless you resend the email to them from its page.',
    more_detail:
      'If a worker stopped together with the database, it may have served others who are missing here. Then choose “It may have gone out already”.',
    show: 'Show them',
    hide: 'Hide',
    of: (subject: string) => `Recipients of ${subject}`,
    types: { written_again: 'Written again', in_hand: 'In hand' },
    deleted: 'A deleted subscriber',
  },
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
