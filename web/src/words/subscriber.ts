// A subscriber: their types, how one is added, and the lists of those who get an email.

export const subscriber = {
  add: 'Add a subscriber',
  address: 'Email address',
  name: 'First name',
  name_hint: 'Optional. Emails can use it in the greeting.',
  agreed: 'They have agreed to receive this newsletter',
  agreed_hint: 'Otherwise they get a mail with a confirmation link.',
  added: (address: string) => `${address} added.`,
  asked: (address: string) => `A confirmation link has been mailed to ${address}.`,
  empty: 'No subscribers yet',
  empty_detail:
    'Add people who have agreed to get your newsletter, or share your public page, where they can sign up themselves.',
  none_of_email: 'The list of subscribers has changed since you reviewed the email.',
  show_all: 'Show all subscribers',
  of_email: (detail: string) => `Who ${detail}`,
  who_get_it: 'would get the email if it went out now',
  to_email: 'Back to the email',
  cannot_be_listed:
    'These people cannot be listed, because the email has been sent or its tags have changed. Open the email and review it again.',
  types: {
    unactivated: 'Not confirmed',
    regular: 'Confirmed',
    premium: 'Paying',
    gifted: 'Gifted',
    trialed: 'On trial',
    churning: 'Leaving',
    past_due: 'Payment due',
    churned: 'No longer pays',
    unpaid: 'Unpaid',
    paused: 'Paused',
    unsubscribed: 'Unsubscribed',
    undeliverable: 'Undeliverable',
    complained: 'Reported spam',
    blocked: 'Blocked',
    removed: 'Removed',
  },
} as const;
