/** The names of keys on keyboards other than Apple's. */
export const key_names = { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Space: 'Space', Escape: 'Esc' } as const;
