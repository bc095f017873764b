// The people whom a reader has brought, and comments in the timeline.
import { number } from './counted.ts';

export const referrals = {
  title: 'Brought by this reader',
  count: (count: number) =>
    count === 1
      ? '1 reader has come through their link.'
      : `${number(count)} readers have come through their link.`,
  none: 'Nobody who came through their link counts so far.',
  counts: 'counts',
  brought: (count: number) => `Brought somebody; they have brought ${number(count)} in all`,
  commented: 'Commented on an email',
  replied: 'Replied to the newsletter',
  waits: 'has not confirmed',
  refusals: {
    same_mailbox: 'does not count: the same mailbox as the reader, or as somebody who counts',
    same_network: 'does not count: the same network as the reader, or as somebody who counts',
  },
} as const;
