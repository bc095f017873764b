import type { Selectable } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { GiftPurchases } from '../platform/database/schema.ts';
import { addDays, dayOf, startOfDay } from '../platform/days.ts';
import { hour_ms } from '../platform/durations.ts';
import { parseMailAddress } from '../platform/mail/address.ts';
import type { PaymentAccount } from './account.ts';
import type { Price } from './offers.ts';

/** A gift that somebody buys for somebody else. */
export type Gift = Selectable<GiftPurchases>;

const lengths = ['week', 'month', 'year'] as const;
export type Lasts = (typeof lengths)[number];

/** Returns how long a gift at this price lasts; undefined if it cannot be given, because it has no end or no amount of its own. */
export function lastsOf({ cadence, style, amount, product_id }: Price): Lasts | undefined {
  if (style !== 'fixed' || amount === null || product_id === null) return undefined;
  return lengths.find(name => name === cadence);
}

/** The wishes of a buyer. */
export type GiftWish = Pick<Gift, 'recipient_address' | 'message' | 'deliver_date'>;

const longestMessage = 1000;
const daysAhead = 366;
/** The hour of the day at which the recipient gets the mail. */
const hour = 8;

/**
 * Reads the form of a gift. Returns undefined if the address or the day is not possible. Without real money, everybody could have mail sent
 * to anybody, so in practice and test mode the gift goes to the buyer.
 */
export function readGift(
  form: URLSearchParams,
  buyer_address: string,
  { mode }: Pick<PaymentAccount, 'mode'>,
  timezone: string,
  now: Date,
): GiftWish | undefined {
  const recipient_address = parseMailAddress(form.get('recipient')?.trim() ?? '');
  const today = dayOf(now, timezone);
  const day = form.get('day') || today;
  const isPossible = /^\d{4}-\d\d-\d\d$/.test(day) && day >= today && day <= addDays(today, daysAhead);
  if (recipient_address === null || !isPossible) return undefined;
  const morning = new Date(startOfDay(day, timezone).getTime() + hour * hour_ms);
  return {
    recipient_address: mode === 'live' ? recipient_address : buyer_address,
    message: (form.get('message') ?? '').trim().slice(0, longestMessage),
    deliver_date: new Date(Math.max(morning.getTime(), now.getTime())).toISOString(),
  };
}

/** Returns the days between which the recipient may be told. */
export function daysOf(timezone: string, now: Date): { first: string; last: string } {
  const first = dayOf(now, timezone);
  return { first, last: addDays(first, daysAhead) };
}

/** Returns when a gift that is accepted now ends. */
export function endOf(lasts: Lasts, now: Date, timezone: string): string {
  const start = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone);
  return new Date(start.add({ [`${lasts}s`]: 1 }).epochMilliseconds).toISOString();
}
