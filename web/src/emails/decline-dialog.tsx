import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { emailQuery, fetchEmail, forgetEmails } from './queries.ts';

const said = words.approval;

/** Asks what has to change, then declines the request to approve the email. */
export function DeclineDialog({
  here,
  email: { id },
  onDeclined,
  onClose,
}: {
  here: Here;
  email: Email;
  onDeclined: () => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const decline = useMutation({
    mutationFn: async (reason: string) => {
      await must(() =>
        here.api.post('/v1/emails/{id}/approval/decline', { params: { id }, body: { reason } }),
      );
      return fetchEmail(here, id);
    },
    onSuccess: result => {
      queryClient.setQueryData(emailQuery(here, id).queryKey, result);
      void forgetEmails(here, queryClient);
      say(said.declined);
      onDeclined();
    },
  });
  const at_field = errorAt(decline.error, 'reason');
  return (
    <Dialog title={said.decline_title} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          decline.mutate(String(new FormData(event.currentTarget).get('reason')).trim());
        }}
      >
        <TextField
          label={said.decline_reason}
          hint={said.decline_hint}
          error={at_field}
          name="reason"
          maxLength={500}
        />
        {decline.error && !at_field && <Failure error={decline.error} />}
        <DialogButtons onCancel={onClose}>
          <Button look="solid" type="submit" busy={decline.isPending}>
            {said.decline_act}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
