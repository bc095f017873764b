import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../accounts/newsletters.ts';
import { oneOf, reading, text } from '../../platform/address.ts';
import { keepPage, page_size } from '../../platform/pages.ts';
import { emailsKey } from '../queries.ts';

const reactions = {
  opened: { opened: 'true' },
  unopened: { opened: 'false' },
  clicked: { clicked: 'true' },
  unsubscribed: { unsubscribed: 'true' },
  resendable: { resendable: 'true' },
} as const;
export type Reaction = keyof typeof reactions;
const orders = [
  'email_address',
  '-status_date',
  '-open_date',
  'open_date',
  '-click_date',
  '-attempts',
] as const;
export type RecipientOrder = (typeof orders)[number];

/** The part of the address that says which recipients are listed in which order, and whose details are shown. */
export type RecipientSearch = ReturnType<typeof recipientSearch>;
export type Wanted = Omit<RecipientSearch, 'person'>;
export const recipientSearch = reading({
  status: text,
  search: text,
  reaction: oneOf(Object.keys(reactions) as Reaction[]),
  order: oneOf(orders),
  person: text,
});

/** Returns the API's conditions for these recipients. */
export function conditionsOf({ status, reaction, search }: Wanted) {
  return {
    ...(status && { status: status.split(',') }),
    ...(search && { search }),
    ...(reaction && reactions[reaction]),
  };
}

/** A page of these recipients. */
export const recipientPageQuery = (here: Here, id: string, wanted: Wanted, page: number) =>
  queryOptions({
    queryKey: [...emailsKey(here), id, 'recipients', { ...wanted, page }],
    queryFn: ({ signal }) =>
      here.api.get('/v1/emails/{id}/deliveries', {
        params: { id },
        query: {
          ...conditionsOf(wanted),
          ...(wanted.order && { ordering: wanted.order }),
          page,
          page_size,
        },
        signal,
      }),
    placeholderData: keepPage(page),
  });
