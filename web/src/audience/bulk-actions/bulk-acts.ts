import type { BulkAction } from '../../../../src/client/schema.ts';
import type { words } from '../../words.ts';
import { endOfDay, type Gift } from '../gift-fields.tsx';

export type ActName = keyof typeof words.bulk.acts;
/** The values that somebody typed for an action. */
export type Given = { tag: string; key: string; value: string; gift: Gift };
export type Creatable = Exclude<BulkAction['type'], 'undo'>;

/** An action on many subscribers: the type of the bulk action, its inputs, and its metadata. */
type Act = {
  type: Creatable;
  asks?: 'tag' | 'metadata' | 'gift';
  metadata?: (given: Given, zone: string) => Record<string, unknown>;
  is_dangerous?: true;
  /** True if the action mails people. */
  mails?: true;
};

export const acts: Record<ActName, Act> = {
  add_tags: { type: 'apply_tags', asks: 'tag', metadata: ({ tag }) => ({ action: 'add', tag }) },
  remove_tags: { type: 'apply_tags', asks: 'tag', metadata: ({ tag }) => ({ action: 'remove', tag }) },
  set_metadata: {
    type: 'apply_metadata',
    asks: 'metadata',
    metadata: ({ key, value }) =>
      value === '' ? { action: 'remove', metadata: [key] } : { action: 'add', metadata: { [key]: value } },
  },
  gift: {
    type: 'gift_subscribers',
    asks: 'gift',
    mails: true,
    metadata: ({ gift }, zone) => ({ end_date: endOfDay(gift.end, zone), message: gift.message }),
  },
  ungift: { type: 'ungift_subscribers' },
  unsubscribe: { type: 'unsubscribe_subscribers' },
  resubscribe: { type: 'resubscribe_subscribers' },
  reactivate: { type: 'reactivate_subscribers' },
  remind: { type: 'send_reminders', mails: true },
  block: { type: 'ban_subscribers', is_dangerous: true },
  delete: { type: 'delete_subscribers', is_dangerous: true },
};

/** Returns true if all inputs of the action are filled in. */
export function isComplete({ asks }: Act, { tag, key }: Given): boolean {
  return asks === 'tag' ? tag.trim() !== '' : asks !== 'metadata' || key.trim() !== '';
}
