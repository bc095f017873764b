import { z } from 'zod';
import { subscriberTypes } from '../../audience/filter/fields.ts';
import { formerMailState } from '../../audience/subscribers/former.ts';
import { restoreMailStates } from '../../audience/subscribers/restore.ts';
import { changeMailStates } from '../../audience/subscribers/update-many.ts';
import type { MailState, SubscriberType } from '../../platform/database/schema.ts';
import { done, type Result } from './result.ts';
import { type AnyBulkType, bulkType } from './type.ts';

/**
 * An action that changes the state of the mail of subscribers to `to`. `refusal` is the result for subscribers of other types; undefined
 * for those who are changed.
 */
export function mailChanging(
  to: MailState,
  refusal: (before: SubscriberType) => Result | undefined,
): AnyBulkType {
  return bulkType({
    acts_on: 'subscribers',
    needs: ['subscribers'],
    without_ids: 'refused',
    metadata: z.object({}),
    settle: async () => ({}),
    inverse: {
      former: () => formerMailState(subscriberTypes.filter(type => refusal(type) === undefined)),
      restore: (trx, remembered) => restoreMailStates(trx, remembered, { mail_state: to }),
    },
    group: 500,
    async work(trx, _context, newsletter, _settings, targets) {
      const keys = targets.map(({ key }) => key);
      const { before } = await changeMailStates(
        trx,
        newsletter.key,
        keys,
        to,
        type => refusal(type) === undefined,
      );
      return new Map([...before].map(([key, { type }]) => [key, refusal(type) ?? done]));
    },
  });
}
