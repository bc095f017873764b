/** What keys are called, on keyboards other than those of Apple. */
export const key_names = { Ctrl: 'Ctrl', Alt: 'Alt', Shift: 'Shift', Space: 'Space', Escape: 'Esc' } as const;
