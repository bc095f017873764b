// Signing in with an outside account, and the texts about people's accounts. Loaded with the screens that say it.

export const signOn = {
  provider: (name: string) => `Sign in with ${name}`,
  provider_going: (name: string) => `Taking you to ${name} …`,
  provider_back: 'You are being signed in …',
  provider_tab: (name: string) => `${name} opens in a new tab. This page stays as it is.`,
  provider_done: 'You are signed in. Close this tab, and continue where you were.',
  start_again: 'Start again',
  or: 'or',
  from_group: (group: string) => `role from the group ${group.replace(/^groups:/, '')}`,
  back_with_group: (group: string) =>
    `The group ${group.replace(/^groups:/, '')} gives them their role, so they come back at their next sign-in. Remove them from the group first.`,
  disconnect: 'Disconnect from single sign-on',
  disconnected: 'Disconnected. Their sessions from there have ended.',
  accounts: 'Accounts elsewhere',
  accounts_note: (name: string | null) =>
    name === null ? 'You sign in with these accounts.' : `Sign in with your account at ${name}.`,
  connect: (name: string) => `Connect ${name}`,
  disconnect_one: 'Disconnect',
  by_proxy: 'Named by the proxy',
} as const;
