// An installation on hold, and how it resumes.

export const hold = {
  title: 'On hold',
  banner: 'On hold: no mail, no webhook and no bulk action goes out.',
  look: 'See why and resume',
  ask: 'An owner of this installation can resume.',
  witness: {
    banner:
      'Sending is paused: the witness, which keeps copies of this installation from sending, cannot be used.',
    look: 'See why',
    ask: 'An owner of this installation can see why.',
  },
} as const;
