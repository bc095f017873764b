import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Operations, Payments } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { addDays, writeLocal } from '../platform/time.ts';

const paymentsKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'payments'];

/** The newsletter's connection with Stripe. */
export const paymentsQuery = (here: Here) =>
  queryOptions({
    queryKey: paymentsKey(here),
    queryFn: ({ signal }) => here.api.get('/v1/payments', { signal }),
    refetchInterval: 30_000,
  });

/** The prices that readers can choose. */
export const pricesQuery = (here: Here) =>
  queryOptions({
    queryKey: [...paymentsKey(here), 'prices'],
    queryFn: async ({ signal }) =>
      (await here.api.get('/v1/prices', { query: { page_size: 100 }, signal })).results,
  });

export const couponsQuery = (here: Here) =>
  queryOptions({
    queryKey: [...paymentsKey(here), 'coupons'],
    queryFn: async ({ signal }) =>
      (await here.api.get('/v1/coupons', { query: { page_size: 100 }, signal })).results,
  });

/** The number of days shown at first. */
export const usualDays = 30;

/** Every figure of the last days. */
export const numbersQuery = (here: Here, days: number) =>
  queryOptions({
    queryKey: [...paymentsKey(here), 'numbers', days],
    queryFn: ({ signal }) => {
      const today = writeLocal(new Date(), here.newsletter.timezone).slice(0, 10);
      const query = { start: addDays(today, 1 - days), end: today };
      return here.api.get('/v1/payments/numbers', { query, signal });
    },
  });

/** The person's subscriptions at Stripe, newest first. */
export const subscriptionsQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...paymentsKey(here), 'subscriptions', id],
    queryFn: async ({ signal }) =>
      (
        await here.api.get('/v1/subscribers/{id_or_email}/stripe-subscriptions', {
          params: { id_or_email: id },
          query: { page_size: 20 },
          signal,
        })
      ).results,
  });

/** The products of the account and the rights of the key, as Stripe has them now. */
export const checkQuery = (here: Here) =>
  queryOptions({
    queryKey: [...paymentsKey(here), 'check'],
    queryFn: ({ signal }) => here.api.post('/v1/payments/check', { body: {}, signal }),
    staleTime: 60_000,
  });

export type Change = Operations['put']['/v1/payments']['body'];

export const connect = ({ api }: Here, body: Change): Promise<Payments> => api.put('/v1/payments', { body });

/** Shows the connection as it is now, and fetches everything that depends on it again. */
export async function keepPayments(here: Here, saved?: Payments): Promise<void> {
  if (saved) queryClient.setQueryData(paymentsQuery(here).queryKey, saved);
  await queryClient.invalidateQueries({ queryKey: paymentsKey(here) });
}

/** Changes the connection or its settings. */
export function useConnect(here: Here, onDone: () => void) {
  return useMutation({
    mutationFn: (body: Change) => connect(here, body),
    onSuccess: saved => {
      void keepPayments(here, saved);
      onDone();
    },
  });
}
