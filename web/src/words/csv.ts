// Saving a list as a file.

export const csv = {
  act: 'Export',
  downloaded: 'The file is in your downloads.',
} as const;
