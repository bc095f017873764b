// Options that several commands have.

export const newsletter = {
  type: 'string',
  value: 'USERNAME',
  about: 'The newsletter (default: the first one)',
} as const;
export const url = {
  type: 'string',
  value: 'URL',
  about: 'Address of the service (default: POSTRIDER_URL, or BASE_URL)',
} as const;
export const key = {
  type: 'string',
  value: 'KEY',
  about: 'The API key to use (default: POSTRIDER_KEY, or API_KEY)',
} as const;
export const dryRun = { type: 'boolean', about: 'Only show what would happen' } as const;
