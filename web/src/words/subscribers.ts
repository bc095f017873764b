// The table of subscribers, and the segments above it.
import { counted, number } from './counted.ts';

const people = (count: number) => counted(count, 'subscriber');

export const subscribers = {
  title: 'Subscribers',
  search: 'Search address, name, metadata',
  count: (count: number) => people(count),
  at_least: (count: number) => `${number(count)} or more subscribers`,
  tabs: 'Segments',
  everybody: 'Everybody',
  none: 'Nobody matches',
  none_searched: (text: string) =>
    `No address and no metadata contains “${text}”. Try a shorter part of it, or remove the filter.`,
  none_filtered: 'Nobody meets all of these conditions. Change the filter, or remove it.',
  show_all: 'Show everybody',
  more: 'More about this list',
  columns: 'Columns …',
  recent: 'Bulk actions',
  sort: (column: string) => `Sort by ${column}`,
  columns_title: 'Columns',
  columns_hint: 'The address is always shown. Your choice stays in this browser.',
  metadata_columns: 'Metadata',
  done: 'Done',
  column: {
    address: 'Address',
    name: 'Name',
    type: 'State',
    standing: 'May read',
    mail_state: 'Mail',
    tags: 'Tags',
    creation_date: 'Joined',
    gift_subscription_end_date: 'Gift ends',
    last_open_date: 'Last opened',
    last_click_date: 'Last clicked',
    source: 'Source',
    notes: 'Notes',
  },
  sources: {
    api: 'API',
    form: 'Sign-up form',
    import: 'Import',
    app: 'Dashboard',
  },
  never: '–',
  select: (address: string) => `Select ${address}`,
  select_all: 'Select everybody listed',
  selected: (count: number) => `${number(count)} selected`,
  selected_many: (count: number) => `${number(count)} or more selected`,
  clear: 'Clear',
  filter: 'Filter …',
  filter_on: (count: number) => `Filter: ${counted(count, 'condition')}`,
  unfilter: 'Remove the filter',
} as const;

export const segment = {
  save: 'Save as a segment …',
  save_title: 'Save as a segment',
  save_detail:
    'A segment is always up to date: it contains everybody who meets its conditions. You can send emails to it.',
  name: 'Name',
  create: 'Save the segment',
  created: (name: string) => `Segment “${name}” saved.`,
  changed: (name: string) => `This is not saved in “${name}” yet.`,
  update: (name: string) => `Save in “${name}”`,
  updated: (name: string) => `Segment “${name}” changed.`,
  discard: 'Discard the change',
  delete: (name: string) => `Delete the segment “${name}”`,
  delete_title: (name: string) => `Delete “${name}”?`,
  delete_detail: 'Its people stay. Only the saved filter is deleted.',
  delete_act: 'Delete the segment',
  deleted: (name: string) => `Segment “${name}” deleted.`,
} as const;
