import { useHere } from '../../accounts/newsletters.ts';
import { useAct } from '../../accounts/use-act.ts';
import { replies as said } from '../../words/replies.ts';
import type { Reply } from './queries.ts';

/** Marks or archives a reply, or says that a person and not a program wrote it. */
export function useChange({ id }: Pick<Reply, 'id'>) {
  const { api } = useHere();
  return useAct(
    (body: { status: 'read' | 'archived' } | { is_automatic: false }) =>
      api.patch('/v1/replies/{id}', { params: { id }, body }),
    body => ('status' in body ? said.marked[body.status] : said.moved),
  );
}

/** Unsubscribes the person who wrote the reply. */
export function useUnsubscribe({ subscriber_id }: Pick<Reply, 'subscriber_id'>) {
  const { api } = useHere();
  const params = { id_or_email: subscriber_id! };
  return useAct(
    () => api.patch('/v1/subscribers/{id_or_email}', { params, body: { type: 'unsubscribed' } }),
    () => said.unsubscribed,
  );
}
