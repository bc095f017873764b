import type { MailState } from '../../platform/database/schema.ts';
import { type GrantFacts, standing } from './standing.ts';
import { isEntitled, type State, typeOf } from './type.ts';

/** Returns the columns that follow from these grants at `now`, for the row of somebody whose standing was `before`. */
export function columnsOf(
  before: Pick<State, 'standing'>,
  grants: readonly GrantFacts[],
  mail_state: MailState,
  now: Date,
) {
  const found = standing(grants, now);
  const giving = grants.filter(({ key }) => found.grants.includes(key)).map(({ start_date }) => start_date);
  return {
    mail_state,
    standing: found.standing,
    type: typeOf({ mail_state, standing: found.standing }),
    next_look: found.next_look,
    upgrade_date: found.upgrade_date,
    churn_date: found.churn_date,
    gift_subscription_end_date: found.gift_end,
    gift_subscription_message: found.gift_message,
    // Until now they were not in the audience of premium mail that they are entitled to.
    ...(found.entitled && !isEntitled(before) && { catch_up_since: giving.toSorted()[0]! }),
  };
}
