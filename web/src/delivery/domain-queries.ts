import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Here } from '../accounts/newsletters.ts';
import { senderQuery } from '../accounts/sender.ts';
import { usePermission } from '../accounts/session.ts';
import { queryClient } from '../platform/api.ts';

/** The newsletter's DKIM keys, newest first. */
export const keysQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'dkim'],
    queryFn: async ({ signal }) =>
      (await api.get('/v1/newsletters/{id}/dkim_keys', { params: { id: newsletter.id }, signal })).results,
  });

/** Asks DNS again. Keys that waited for their record and now have it begin to sign, if this person may change settings. */
export function useCheck(here: Here) {
  const mayChange = usePermission('settings', 'write');
  const params = { id: here.newsletter.id };
  const ask = () => here.api.get('/v1/newsletters/{id}/sender_check', { params, query: { fresh: 'true' } });
  const readKeys = () => queryClient.invalidateQueries({ queryKey: keysQuery(here).queryKey });
  return useMutation({
    // The records may have just changed, and DNS takes a while.
    onMutate: readKeys,
    mutationFn: async () => {
      const [answer, keys] = await Promise.all([ask(), queryClient.fetchQuery(keysQuery(here))]);
      const shown = new Set(answer.records.filter(({ state }) => state === 'found').map(({ name }) => name));
      const isWaiting = keys.some(key => key.status === 'waiting' && shown.has(key.record_name));
      if (!isWaiting || !mayChange) return answer;
      await here.api.post('/v1/newsletters/{id}/domain/check', { params });
      return ask();
    },
    onSuccess: answer => {
      queryClient.setQueryData(senderQuery(here).queryKey, answer);
      return readKeys();
    },
  });
}
