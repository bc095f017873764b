// Signing in, invitations, the first steps, and creating a newsletter.

export const sign_in = {
  title: 'Sign in',
  proof_title: 'Sign in again',
  proof: 'This changes how you sign in, and you signed in a while ago. Sign in again to continue.',
  proof_missing:
    'Nothing was changed, because you did not sign in again. Try once more, and sign in when you are asked.',
  over: 'Your session has ended. Sign in to continue; nothing on this page is lost.',
  address: 'Email address',
  password: 'Password',
  passkey: 'Use a passkey',
  mail: 'Email me a sign-in link',
  mailed: (address: string) => `If ${address} has an account, a sign-in link is on its way. It works once.`,
  terminal: 'To print a sign-in link on the machine that runs Postrider, type',
  code: 'Code',
  code_hint: 'The six digits from your authenticator app, or a recovery code.',
  go_on: 'Continue',
  other_way: 'Sign in another way',
  no_passkey: 'No passkey was used. Try again, or sign in another way.',
} as const;

export const link = {
  once: 'This link signs you in once.',
  invitation: (newsletter: string) => `You are invited to work on ${newsletter}`,
  invited: (address: string, role: string) =>
    `The invitation is for ${address}. You will join the newsletter as ${role === 'owner' || role === 'editor' ? 'an' : 'a'} ${role}.`,
  accept: 'Accept invitation',
} as const;

export const nowhere = {
  title: 'There is no newsletter here',
  owner: 'You own this installation, so you can create one.',
  title_member: 'You do not belong to any newsletter',
  member: (address: string) =>
    `Ask an owner of the newsletter that you want to work on to invite ${address}. Then open the link in the invitation.`,
  you: 'your address',
} as const;

export const newsletter = {
  make: 'New newsletter',
  make_it: 'Create newsletter',
  made: (name: string) => `${name} is ready`,
  key_once:
    'This is its first API key, for programs. The dashboard does not need it. Copy it now if you want to use it: it is shown only once.',
  open: 'Open the newsletter',
} as const;

export const setup = {
  first: 'Step 1 of 2',
  second: 'Step 2 of 2',
  newsletter: 'Your newsletter',
  you: 'How you sign in',
  password: 'Password',
  name_hint: 'You can change everything later.',
  from_hint: 'Subscribers see this address as the sender.',
  address_hint: 'You sign in with this address.',
  password_hint: 'At least 12 characters. Without one, you sign in with a mailed link.',
  skip: 'Skip',
  finish: 'Finish',
} as const;
