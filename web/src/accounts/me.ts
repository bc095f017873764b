import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Me } from '../../../src/client/schema.ts';
import { type Api, apiOf, queryClient } from '../platform/api.ts';
import { ApiFailure } from '../platform/failure.ts';
import { untilSignedIn } from '../platform/session.ts';
import { sessionQuery } from './session.ts';

/** The signed-in person's own data. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => (await ownApi()).get('/v1/me'),
});

/** Returns the API for the signed-in person's own data. It must name one of their newsletters; any will do. */
export async function ownApi(): Promise<Api> {
  const { newsletters } = await queryClient.ensureQueryData(sessionQuery);
  return apiOf(newsletters[0]?.id);
}

/** Makes a change. If the service requires a recent sign-in, asks for one over the page and then repeats the change. */
export async function proven<Output>(change: () => Promise<Output>): Promise<Output> {
  for (;;)
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'sign_in_again') throw error;
      await untilSignedIn('proof');
    }
}

/** Changes how the person signs in, or something else that requires a recent sign-in. */
export function useProven<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onSuccess: (output: Output) => void,
) {
  return useMutation({
    mutationFn: (input: Input) => proven(() => change(input)),
    onSuccess: output => {
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      onSuccess(output);
    },
  });
}

/** Changes the signed-in person's data. */
export async function changeMe(body: {
  name?: string;
  email_address?: string;
  language?: Me['language'];
  password?: string | null;
}): Promise<Me> {
  return (await ownApi()).patch('/v1/me', { body });
}

/** The passkeys that sign the person in. */
export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: async () => (await (await ownApi()).get('/v1/me/passkeys')).results,
});

/** The accounts elsewhere that sign the person in. */
export const identitiesQuery = queryOptions({
  queryKey: ['me', 'identities'],
  queryFn: async () => (await (await ownApi()).get('/v1/me/identities')).results,
});

/** The sessions of the person, on all their devices. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async () => (await (await ownApi()).get('/v1/me/sessions')).results,
});
