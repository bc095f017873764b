import { startCompletion } from '@codemirror/autocomplete';
import {
  copyLineDown,
  copyLineUp,
  deleteLine,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  redo,
  simplifySelection,
  undo,
  undoSelection,
} from '@codemirror/commands';
import { nextDiagnostic } from '@codemirror/lint';
import { closeSearchPanel, findNext, findPrevious, openSearchPanel } from '@codemirror/search';
import type { Command, KeyBinding } from '@codemirror/view';
import { type KeyOf, keys } from '../../platform/keys.ts';
import { goToCell } from './tables.ts';
import { tidy } from './tidy.ts';

/**
 * Keys that are handled elsewhere. The slash menu opens when its character is typed, and the review belongs to the whole screen. Lists and
 * line breaks belong to the text as readers see it, and the editor itself lets Tab leave after Escape.
 */
type Elsewhere = 'insert' | 'review' | 'line_break' | 'deeper' | 'less_deep' | 'leave';
type Bound = Exclude<KeyOf<'writing'>, Elsewhere>;

const commands: Record<Bound, Command> = {
  complete: startCompletion,
  find: openSearchPanel,
  next_match: findNext,
  previous_match: findPrevious,
  finding: nextDiagnostic,
  tidy,
  next_cell: goToCell(1),
  previous_cell: goToCell(-1),
  undo,
  redo,
  selection_back: undoSelection,
  line_up: moveLineUp,
  line_down: moveLineDown,
  copy_up: copyLineUp,
  copy_down: copyLineDown,
  delete_line: deleteLine,
  indent: indentMore,
  outdent: indentLess,
};

/** Keys that also work in the search panel. */
const searching: Bound[] = ['find', 'next_match', 'previous_match'];
/** Keys that do nothing outside a table, so that Tab leaves the editor as it leaves every other field. */
const passing: Bound[] = ['next_cell', 'previous_cell'];

/** The editor's own keys, from the list of all keys. They apply before the standard ones. */
export const bindings: readonly KeyBinding[] = [
  ...(Object.keys(commands) as Bound[]).flatMap(name =>
    keys.writing[name].map(key => ({
      key,
      run: commands[name],
      preventDefault: !passing.includes(name),
      scope: searching.includes(name) ? 'editor search-panel' : 'editor',
    })),
  ),
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  { key: 'Escape', run: simplifySelection },
];
