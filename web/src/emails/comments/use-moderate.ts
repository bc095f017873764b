import { useMutation } from '@tanstack/react-query';
import { type Here, useHere } from '../../accounts/newsletters.ts';
import { must, queryClient } from '../../platform/api.ts';
import { say } from '../../ui/toast.tsx';
import { comments as said } from '../../words/comments.ts';
import type { Comment } from './queries.ts';

/** Reads the newsletter's comments again, and what counts them. */
export function readAgain({ newsletter }: Here): void {
  void queryClient.invalidateQueries({ queryKey: ['newsletter', newsletter.id] });
}

/** Approves a comment or marks it as spam. */
export function useModerate({ id }: Pick<Comment, 'id'>) {
  const here = useHere();
  return useMutation({
    mutationFn: (status: 'active' | 'spammy') =>
      must(() => here.api.patch('/v1/comments/{id}', { params: { id }, body: { status } })),
    onSuccess: (_, status) => {
      say(status === 'active' ? said.approved : said.marked);
      readAgain(here);
    },
    onError: error => say(error.message),
  });
}
