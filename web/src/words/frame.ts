// The frame around the screens.

export const parts = {
  title: (screen: string) => `${screen} · Postrider`,
  busy: 'Please wait',
  loading: 'Loading',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saved: 'Saved',
  messages: 'Messages',
  copy: 'Copy',
  copied: 'Copied',
  not_copied: 'This browser did not copy it. Select the text and copy it yourself.',
  skip: 'Skip to content',
} as const;

export const failures = {
  bug: 'Something went wrong on this page',
  bug_detail: 'Reload the page. If it happens again, tell the person who runs this Postrider.',
  offline: 'Postrider is not responding',
  offline_detail: 'Check your connection, and whether Postrider is running, then try again.',
  forbidden: 'You do not have permission to do that',
  not_found: 'Not found',
  refused: 'That did not work',
  no_page: 'Page not found',
  no_page_detail: 'The page may have been moved or deleted.',
  home: 'Go to your emails',
  outdated: 'Postrider was updated. Reload to get the new version.',
  reload: 'Reload',
} as const;

export const times = {
  at: (day: string, time: string) => `${day} at ${time}`,
  there: (moment: string, city: string) => `${moment} in ${city}`,
  yours: (moment: string, city: string) => `${moment} where you are, in ${city}`,
} as const;

export const frame = {
  navigation: 'Main',
  emails: 'Emails',
  readers: 'Readers',
  settings: 'Settings',
  search: 'Search',
  account: 'Your account',
  profile: 'Your profile',
  inbox: 'Inbox',
  reference: 'API reference',
  shortcuts: 'Keyboard shortcuts',
  sign_out: 'Sign out',
  switch: 'Switch newsletter',
  switch_to: (name: string) => `Switch to ${name}`,
  view_page: 'View the public page',
} as const;

export const palette = {
  title: 'Search and commands',
  placeholder: 'Search or run a command',
  current: 'Current',
  pages: 'Go to',
  emails: 'Emails',
  readers: 'Readers',
  actions: 'Actions',
  settings: 'Settings',
  team: 'Team',
  you: 'You',
  newsletters: 'Newsletters',
  nothing: (query: string) => `Nothing found for “${query}”.`,
} as const;

export const shortcuts = {
  title: 'Keyboard shortcuts',
  palette: 'Search or run a command',
  emails: 'Go to emails',
  readers: 'Go to readers',
  settings: 'Go to settings',
  write: 'Write a new email',
  switch: 'Switch newsletter',
  help: 'Show these shortcuts',
  review: 'Review and send, while writing',
  and_then: 'then',
} as const;
