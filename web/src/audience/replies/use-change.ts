import { useMutation } from '@tanstack/react-query';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { say } from '../../ui/toast.tsx';
import { replies as said } from '../../words/replies.ts';
import type { Reply } from './queries.ts';

/** Marks or archives a reply, or says that no program wrote it. */
export function useChange({ id }: Pick<Reply, 'id'>) {
  const here = useHere();
  return useMutation({
    mutationFn: (body: { status: 'read' | 'archived' } | { is_automatic: false }) =>
      here.api.patch('/v1/replies/{id}', { params: { id }, body }),
    onSuccess: (_, body) => {
      say('status' in body ? said.marked[body.status] : said.moved);
      void readAgain(here);
    },
    onError: error => say(error.message),
  });
}

/** Unsubscribes the person beside whom the reply is shown. */
export function useUnsubscribe({ subscriber_id }: Pick<Reply, 'subscriber_id'>) {
  const here = useHere();
  return useMutation({
    mutationFn: () =>
      here.api.patch('/v1/subscribers/{id_or_email}', {
        params: { id_or_email: subscriber_id! },
        body: { type: 'unsubscribed' },
      }),
    onSuccess: () => {
      say(said.unsubscribed);
      void readAgain(here);
    },
    onError: error => say(error.message),
  });
}
