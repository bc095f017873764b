/** The roles that people have in newsletters, the one with the most rights first. Settings name them too. */
export const roleNames = ['owner', 'editor', 'writer', 'viewer'] as const;
