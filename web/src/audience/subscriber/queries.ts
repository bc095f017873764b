import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Operations, Subscriber } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { readAgain } from '../../accounts/newsletters.ts';
import { queryClient } from '../../platform/api.ts';
import { byPages } from '../../platform/next-page.ts';

type Patch = Operations['patch']['/v1/subscribers/{id_or_email}']['body'];

/** Returns the key of everything cached about one person. */
export const personKey = ({ newsletter }: Here, id: string) => ['newsletter', newsletter.id, 'person', id];

export const personQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: personKey(here, id),
    queryFn: ({ signal }) =>
      here.api.get('/v1/subscribers/{id_or_email}', { params: { id_or_email: id }, signal }),
  });

/** The latest notes on the person. */
export const notesQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...personKey(here, id), 'notes'],
    queryFn: ({ signal }) =>
      here.api.get('/v1/notes', {
        query: { model_type: 'subscriber', model_id: id, expand: 'user', page_size: 50 },
        signal,
      }),
  });

/** Queries what the person may read, and why. */
export const standingQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...personKey(here, id), 'standing'],
    queryFn: ({ signal }) =>
      here.api.get('/v1/subscribers/{id_or_email}/standing', { params: { id_or_email: id }, signal }),
  });

/** Queries what sequences have done and will do for the person, latest passages first. */
export const attemptsQuery = (here: Here, id: string) =>
  queryOptions({
    queryKey: [...personKey(here, id), 'attempts'],
    queryFn: async ({ signal }) =>
      (
        await here.api.get('/v1/subscribers/{id_or_email}/automations', {
          params: { id_or_email: id },
          query: { page_size: 100 },
          signal,
        })
      ).results,
  });

const shows = {
  all: undefined,
  mails: ['mail', 'report'],
  reactions: ['open', 'click'],
  changes: ['change', 'consent'],
};
export type Show = keyof typeof shows;

export function isShow(name: unknown): name is Show {
  return typeof name === 'string' && name in shows;
}

/** Queries what happened to and with the person, newest first. */
export const timelineQuery = (here: Here, id: string, show: Show) =>
  infiniteQueryOptions({
    queryKey: [...personKey(here, id), 'timeline', show],
    queryFn: ({ pageParam, signal }) =>
      here.api.get('/v1/subscribers/{id_or_email}/timeline', {
        params: { id_or_email: id },
        query: { page_size: 50, ...(shows[show] && { kind: shows[show] }), ...pageParam },
        signal,
      }),
    ...byPages,
  });

export type SavePerson = (changes: Patch, way?: 'add') => Promise<void>;

/** Saves changes of the person. With `add`, tags and metadata are added to those they have. Throws ApiFailure. */
export function useSavePerson(here: Here, { id }: Pick<Subscriber, 'id'>): SavePerson {
  return async (body, way) => {
    const headers: Record<string, string> = way ? { 'x-buttondown-collision-behavior': way } : {};
    const params = { id_or_email: id };
    const saved = await here.api.patch('/v1/subscribers/{id_or_email}', { params, body, headers });
    queryClient.setQueryData(personQuery(here, id).queryKey, saved);
    // The lists change too, and so do the tags if one of them is new.
    void readAgain(here);
  };
}

type GrantInput = NonNullable<Operations['post']['/v1/subscribers/{id_or_email}/grants']['body']>;

/** Gives the person a grant. Throws ApiFailure. */
export function useGive(here: Here, { id }: Pick<Subscriber, 'id'>) {
  return async (body: GrantInput) => {
    const params = { id_or_email: id };
    await here.api.post('/v1/subscribers/{id_or_email}/grants', { params, body });
    await readAgain(here);
  };
}

/** Ends a grant of the person. Throws ApiFailure. */
export function useRevoke(here: Here, { id }: Pick<Subscriber, 'id'>) {
  return async (grant_id: string, reason: string) => {
    const params = { id_or_email: id, grant_id };
    await here.api.post('/v1/subscribers/{id_or_email}/grants/{grant_id}/revoke', {
      params,
      body: { reason },
    });
    await readAgain(here);
  };
}
