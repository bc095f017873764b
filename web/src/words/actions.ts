// Bulk actions: the list, and one action with its items.
import { counted, number } from './counted.ts';

const quoted = (text: string) => `“${text}”`;
const list = (parts: string[]) => parts.join(', ');

export const actions = {
  back: 'Bulk actions',
  empty: 'No bulk actions yet',
  empty_detail:
    'Select subscribers in the list, or filter them and select everybody, then choose what to do with all of them at once. Past actions are listed here, and most can be undone for 30 days.',
  to_subscribers: 'Select subscribers',
  missing: 'There is no such bulk action',
  missing_detail: 'It belongs to another newsletter, or the address of the page is wrong.',

  statuses: {
    not_started: 'Waiting',
    in_progress: 'Running',
    processed: 'Done',
    failed: 'Failed',
  },
  undone: 'Undone',
  by: (name: string) => `by ${name}`,
  by_key: (name: string) => `by the API key ${quoted(name)}`,
  nameless: { key: 'by an API key', person: 'by somebody on the team' },
  counts: (done: number, skipped: number, failed: number) =>
    list([
      `${number(done)} changed`,
      ...(skipped > 0 ? [`${number(skipped)} skipped`] : []),
      ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ]),

  // The effect of the action, and its objects.
  added_tags: (names: string[]) =>
    `Added the ${names.length === 1 ? 'tag' : 'tags'} ${list(names.map(quoted))}`,
  removed_tags: (names: string[]) =>
    `Removed the ${names.length === 1 ? 'tag' : 'tags'} ${list(names.map(quoted))}`,
  set_metadata: (pairs: string[]) => `Set ${list(pairs)}`,
  replaced_metadata: (pairs: string[]) => `Replaced all metadata with ${list(pairs)}`,
  removed_metadata: (keys: string[]) => `Removed ${list(keys.map(quoted))} from the metadata`,
  pair: (key: string, value: string) => `${key}: ${value}`,
  undid: 'Undid an earlier action',
  audience: (type: string) => `Changed the audience to ${quoted(type)}`,
  to_webhook: 'Resent events to one webhook',
  things: {
    subscribers: (count: number) => counted(count, 'subscriber'),
    emails: (count: number) => counted(count, 'email'),
    tags: (count: number) => counted(count, 'tag'),
    events: (count: number) => counted(count, 'event'),
  },
  chosen: (things: string) => `${things}, chosen one by one`,
  all: (things: string) => `All ${things}`,
  matching: (things: string, conditions: string[]) => `${things}: ${conditions.join('; ')}`,
  except: (count: number) => `all but ${number(count)}`,
  searched: (text: string) => `contains ${quoted(text)}`,
  parameter: (name: string, value: string) => `${name}: ${value}`,

  // Its progress.
  waiting: 'This action is waiting for earlier ones in this newsletter.',
  running: 'This action is running. You can leave this page.',
  progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  rate: (rate: number) => `${number(Math.round(rate))} a second`,
  ends: (time: string) => `done at about ${time}`,
  parts: { done: 'Changed', skipped: 'Skipped', failed: 'Failed', left: 'Waiting' },
  failed_title: 'The action could not be completed',
  reasons: 'Why some were not changed',
  reason: (count: number, detail: string) => `${number(count)}: ${detail}`,

  // Undo.
  undo: 'Undo …',
  undo_until: (day: string) => `Can be undone until ${day}.`,
  not_undoable: 'This kind of action cannot be undone.',
  undo_title: 'Undo this action?',
  undo_detail:
    'Everybody it changed gets their previous values back, except those who have left or been changed since. Nobody is mailed.',
  undo_would: (count: number) =>
    count === 0 ? 'Nobody would change.' : `${counted(count, 'subscriber')} would be restored.`,
  undo_others: (count: number) => `${number(count)} would stay as they are:`,
  undo_trying: 'Finding out what would change …',
  undo_act: 'Undo it',
  was_undone: 'This action was undone.',
  undo_result: 'Show the result',
  undoes: 'This action undid an earlier one.',
  undoes_link: 'Show that action',

  // Its items.
  items: 'Items',
  item_statuses: { all: 'All', done: 'Changed', skipped: 'Skipped', failed: 'Failed' },
  /** The result for one item. */
  item_states: { done: 'Changed', skipped: 'Skipped', failed: 'Failed' },
  no_items: 'There are no such items.',
  item_waits: 'waiting',
} as const;
