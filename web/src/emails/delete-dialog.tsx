import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { Confirmation } from '../ui/dialog.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { forgetKept } from './kept.ts';
import { forgetEmails } from './queries.ts';
import { titleOf } from './title.ts';

/** Asks whether to delete an email, which cannot be undone, and deletes it. */
export function DeleteDialog({
  here,
  email,
  onClose,
  onDeleted = onClose,
}: {
  here: Here;
  email: Pick<Email, 'id' | 'subject' | 'status'>;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const queryClient = useQueryClient();
  const { id, status } = email;
  const remove = useMutation({
    mutationFn: () => must(() => here.api.delete('/v1/emails/{id}', { params: { id } })),
    onSuccess: () => {
      forgetKept(here, id, true);
      void forgetEmails(here, queryClient);
      say(words.emails.deleted);
      onDeleted();
    },
  });
  return (
    <Confirmation
      title={words.emails.delete_title(titleOf(email))}
      act={words.emails.delete}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {status === 'sent' || status === 'imported'
        ? words.emails.delete_sent
        : status === 'draft'
          ? words.emails.delete_draft
          : words.emails.delete_waiting}
    </Confirmation>
  );
}
