import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Client } from '../../../src/client/client.ts';
import type { Me } from '../../../src/client/schema.ts';
import { apiOf, must, queryClient } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { untilSignedIn } from '../platform/session.ts';
import { sessionQuery } from './session.ts';

/** Who is signed in, as they see themselves. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => must(async () => (await ownApi()).get('/v1/me')),
});

/** The API for what belongs to nobody but whoever is signed in; it wants any one of their newsletters named. */
export async function ownApi(): Promise<Client> {
  const { newsletters } = await queryClient.ensureQueryData(sessionQuery);
  return apiOf(newsletters[0]?.id);
}

/**
 * A change of how one signs in. Where the service wants a fresh sign-in for it, that appears over the page, and the
 * change is then asked for again.
 */
export function useProven<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onSuccess: (output: Output) => void,
) {
  return useMutation({
    mutationFn: async (input: Input) => {
      try {
        return await change(input);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'sign_in_again') throw error;
        await untilSignedIn();
        return change(input);
      }
    },
    onSuccess: output => {
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onSuccess(output);
    },
  });
}

/** Changes what is known of whoever is signed in. */
export function changeMe(body: {
  name?: string;
  email_address?: string;
  password?: string | null;
}): Promise<Me> {
  return must(async () => (await ownApi()).patch('/v1/me', { body }));
}
