// Tags, snippets and files: the lists, their uses, and their deletion.
import { bytes, counted, number } from './counted.ts';

export const uses = {
  title: (name: string) => `What uses “${name}”`,
  emails: 'Emails',
  sequences: 'Sequences',
  automations: 'Feeds',
  segments: 'Segments',
  snippets: 'Snippets',
  templates: 'Templates',
  more: (count: number) => `and ${counted(count, 'other email')}`,
  none: 'Nothing uses it.',
} as const;

export const tags = {
  title: 'Tags',
  make: 'New tag',
  empty: 'No tags yet',
  empty_detail:
    'A tag marks some of your subscribers, so that an email can go to them, or to everybody else. Forms, imports and you can set tags.',
  people: (count: number | undefined) => (count === undefined ? '…' : counted(count, 'person', 'people')),
  topic: 'subscribers choose it themselves',
  edit: 'Edit',
  more: (name: string) => `More about “${name}”`,
  where: 'What uses it',
  merge: 'Merge …',
  remove: 'Delete …',
  name: 'Name',
  description: 'Description',
  description_hint: 'Only you and your team see it.',
  color: 'Colour',
  subscriber_editable: 'Subscribers may choose it themselves',
  subscriber_editable_hint: 'It appears as a topic on the page where they change their subscription.',
  public_description: 'What subscribers read about it',
  edit_title: (name: string) => `Change “${name}”`,
  made: (name: string) => `“${name}” created.`,
  saved: 'Saved',
  merge_title: (name: string) => `Merge “${name}” into another tag`,
  merge_into: 'Into',
  merge_detail: (name: string, count: number) =>
    count === 0
      ? `Nobody has “${name}”, so it is only deleted.`
      : `${count === 1 ? 'The person with' : `The ${number(count)} people with`} “${name}” ${count === 1 ? 'gets' : 'get'} the other tag, then “${name}” is deleted. Nobody is mailed.`,
  merge_in_use: 'These use it. Give them the other tag first; then the two can be merged.',
  merge_act: 'Merge',
  merging: (done: number, total: number) => `${number(done)} of ${counted(total, 'person', 'people')} done …`,
  merge_failed: 'Not everybody got the other tag, so both are kept. Look at the bulk action, then try again.',
  merged: (name: string) => `Merged into “${name}”.`,
  delete_title: (name: string) => `Delete “${name}”?`,
  delete_detail: (count: number) =>
    count === 0
      ? 'Nobody has this tag.'
      : `${counted(count, 'person loses', 'people lose')} this tag. What was sent stays as it was.`,
  delete_in_use:
    'It cannot be deleted while these use it: without it, they would reach other people. Change them first.',
  delete_act: 'Delete',
  deleted: (name: string) => `“${name}” deleted.`,
} as const;

export const snippets = {
  title: 'Snippets',
  make: 'New snippet',
  empty: 'No snippets yet',
  empty_detail:
    'A snippet is a piece of text that you use again and again, such as a sponsor’s note. Emails refer to it by name, and get its newest version when they go out.',
  used: (count: number) =>
    count === 0 ? 'not used' : `used ${count === 1 ? 'once' : `in ${number(count)} places`}`,
  name: 'Name',
  identifier: 'Name in templates',
  identifier_hint: (identifier: string) =>
    `Write {{ snippets.${identifier || '…'} }} where the text should appear.`,
  content: 'Text',
  edit: 'Edit',
  edit_title: (name: string) => `Change “${name}”`,
  edit_used: (count: number) =>
    `${counted(count, 'email or feed uses', 'emails and feeds use')} it. Those that have not gone out yet get the new text.`,
  where: 'What uses it',
  remove: 'Delete …',
  more: (name: string) => `More about “${name}”`,
  made: (name: string) => `“${name}” created.`,
  delete_title: (name: string) => `Delete “${name}”?`,
  delete_detail: 'Nothing uses it.',
  delete_in_use: 'Those that have not gone out yet cannot be sent without it.',
  delete_act: 'Delete',
  deleted: (name: string) => `“${name}” deleted.`,
} as const;

export const files = {
  title: 'Files',
  upload: 'Upload',
  uploaded: (count: number) => `${counted(count, 'file')} uploaded.`,
  empty: 'No files yet',
  empty_detail:
    'Pictures and attachments of your emails are kept here. Upload some, or drop a picture into an email.',
  kinds: { all: 'All', image: 'Pictures', attachment: 'Attachments', unused: 'Unused' },
  sum: (count: number, size: number) => `${counted(count, 'file')}, ${bytes(size)}`,
  none: 'There are no such files.',
  none_unused: 'Every file is used somewhere.',
  used: (count: number) =>
    count === 0 ? 'unused' : count === 1 ? 'used once' : `used ${number(count)} times`,
  size: bytes,
  more: (name: string) => `More about “${name}”`,
  copy: 'Copy its address',
  where: 'What uses it',
  remove: 'Delete …',
  remove_unused: (count: number) => `Delete all ${number(count)} …`,
  delete_title: (name: string) => `Delete “${name}”?`,
  delete_detail: 'Nothing here uses it. If another site shows it, it will be missing there.',
  delete_used: 'It will be missing from these, and from mails that subscribers already have.',
  delete_unused_title: (count: number) => `Delete ${counted(count, 'unused file')}?`,
  delete_unused_detail: 'No email, feed or snippet uses them. Other sites that show them will lose them.',
  delete_act: 'Delete',
  deleted: (count: number) => `${counted(count, 'file')} deleted.`,
} as const;
