// The palette: search and commands over every screen.

export const palette = {
  title: 'Search and commands',
  placeholder: 'Search or run a command',
  current: 'Current',
  pages: 'Go to',
  emails: 'Emails',
  subscribers: 'Subscribers',
  actions: 'Actions',
  settings: 'Settings',
  team: 'Team',
  you: 'You',
  newsletters: 'Newsletters',
  nothing: (query: string) => `Nothing found for “${query}”.`,
} as const;
