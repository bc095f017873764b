import { useMutation } from '@tanstack/react-query';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { say } from '../../ui/toast.tsx';
import { comments as said } from '../../words/comments.ts';
import type { Comment } from './queries.ts';

/** Approves a comment or marks it as spam. */
export function useModerate({ id }: Pick<Comment, 'id'>) {
  const here = useHere();
  return useMutation({
    mutationFn: (status: 'active' | 'spammy') =>
      here.api.patch('/v1/comments/{id}', { params: { id }, body: { status } }),
    onSuccess: (_, status) => {
      say(status === 'active' ? said.approved : said.marked);
      void readAgain(here);
    },
    onError: error => say(error.message),
  });
}
