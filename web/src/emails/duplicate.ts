import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Here } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { forgetEmails } from './queries.ts';

/** Returns a function that creates a draft with the same text, settings and audience as an email, and opens it. */
export function useDuplicate(here: Here): (id: string) => void {
  const navigate = useNavigate();
  const { username: newsletter } = here.newsletter;
  const { mutate } = useMutation({
    mutationFn: async (id: string) => {
      const { duplicateEmail } = await import('./duplicate-email.ts');
      return duplicateEmail(here, id);
    },
    onSuccess: copy => {
      void forgetEmails(here);
      return navigate({ to: '/$newsletter/emails/$email', params: { newsletter, email: copy.id } });
    },
    onError: error => say(error instanceof ApiFailure ? error.detail : words.failures.bug),
  });
  return mutate;
}
