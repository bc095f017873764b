// Every key that does something here, by where it works. All listeners take their keys from this list, and the dialog of shortcuts shows
// all of it.

import { key_names } from '../words/key-names.ts';

/**
 * Each act has one or more ways. `Mod` is ⌘ on an Apple keyboard and Ctrl on others. A space separates keys that are pressed one after the
 * other. Keys that work the same in every program are not here: arrows and Enter in menus, Escape, Tab, cursor movement.
 */
export const keys = {
  everywhere: {
    palette: ['Mod-k'],
    home: ['g h'],
    emails: ['g e'],
    feeds: ['g f'],
    subscribers: ['g r'],
    settings: ['g s'],
    write: ['c'],
    switch: ['n'],
    numbered: ['n 1–9'],
    help: ['?', 'Mod-/'],
  },
  lists: {
    next: ['ArrowDown', 'j'],
    previous: ['ArrowUp', 'k'],
    choose: ['x'],
    find: ['/'],
  },
  calendar: {
    day_earlier: ['Shift-ArrowLeft'],
    day_later: ['Shift-ArrowRight'],
    week_earlier: ['Shift-ArrowUp'],
    week_later: ['Shift-ArrowDown'],
  },
  review: {
    test: ['t'],
  },
  formatting: {
    bold: ['Mod-b'],
    italic: ['Mod-i'],
    strike: ['Mod-Shift-x'],
    link: ['Mod-k'],
    code: ['Mod-e'],
    heading: ['Mod-Alt-2'],
    subheading: ['Mod-Alt-3'],
    quote: ['Mod-Shift-9'],
    list: ['Mod-Shift-8'],
    numbers: ['Mod-Shift-7'],
    tools: ['Alt-F10'],
  },
  tables: {
    row_up: ['Alt-ArrowUp'],
    row_down: ['Alt-ArrowDown'],
    column_left: ['Alt-ArrowLeft'],
    column_right: ['Alt-ArrowRight'],
    delete_row: ['Mod-Shift-k'],
  },
  moving: {
    block_up: ['Alt-ArrowUp'],
    block_down: ['Alt-ArrowDown'],
    table_up: ['Alt-Shift-ArrowUp'],
    table_down: ['Alt-Shift-ArrowDown'],
  },
  writing: {
    review: ['Mod-Enter'],
    insert: ['/'],
    line_break: ['Shift-Enter'],
    deeper: ['Tab'],
    less_deep: ['Shift-Tab'],
    leave: ['Escape Tab'],
    complete: ['Ctrl-Space'],
    find: ['Mod-f'],
    next_match: ['F3', 'Mod-g'],
    previous_match: ['Shift-F3', 'Mod-Shift-g'],
    finding: ['F8'],
    tidy: ['Alt-Shift-f'],
    next_cell: ['Tab'],
    previous_cell: ['Shift-Tab'],
    undo: ['Mod-z'],
    redo: ['Mod-Shift-z', 'Mod-y'],
    selection_back: ['Mod-u'],
    line_up: ['Alt-ArrowUp'],
    line_down: ['Alt-ArrowDown'],
    copy_up: ['Alt-Shift-ArrowUp'],
    copy_down: ['Alt-Shift-ArrowDown'],
    delete_line: ['Mod-Shift-k'],
    indent: ['Mod-]'],
    outdent: ['Mod-['],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

type Groups = typeof keys;
export type KeyGroup = keyof Groups;
export type KeyOf<Group extends KeyGroup> = Extract<keyof Groups[Group], string>;

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Returns true if one of these keys was pressed. Some characters need Shift on some keyboards, so Shift counts only for letters. */
export function isPressed(pressed: Pressed, wanted: readonly string[]): boolean {
  return wanted.some(way => {
    const [key, held] = [way.split('-').at(-1)!, way.split('-').slice(0, -1)];
    const isLetter = /^[a-z]$/.test(key);
    return (
      pressed.key.toLowerCase() === key.toLowerCase() &&
      (pressed.metaKey || pressed.ctrlKey) === held.includes('Mod') &&
      pressed.altKey === held.includes('Alt') &&
      (!isLetter || pressed.shiftKey === held.includes('Shift'))
    );
  });
}

const isApple = /Mac|iP(?:hone|ad)/.test(navigator.platform);
const signs: Record<string, string> = isApple
  ? { ...key_names, Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
  : { ...key_names, Mod: key_names.Ctrl };
const named: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Tab: 'Tab',
};

/** Returns a key as it is called on this computer's keyboard, such as "Ctrl+B" or "⌘B"; several if they are pressed in turn. */
export function keyWords(way: string): string[] {
  return way.split(' ').map(key => {
    const parts = key.split('-');
    const isAlone = parts.length === 1;
    return parts
      .map(
        part => signs[part] ?? named[part] ?? (isAlone ? part : part.charAt(0).toUpperCase() + part.slice(1)),
      )
      .join(isApple ? '' : '+');
  });
}
