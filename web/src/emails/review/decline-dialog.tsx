import { useMutation } from '@tanstack/react-query';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { textOf } from '../../platform/form.ts';
import { limits } from '../../platform/limits.ts';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { fetchEmail, keepEmail } from '../queries.ts';

const said = words.approval;

/** Asks what has to change, then declines the request to approve the email. */
export function DeclineDialog({
  email: { id },
  onDeclined,
  onClose,
}: {
  email: Email;
  onDeclined: () => void;
  onClose: () => void;
}) {
  const here = useHere();
  const decline = useMutation({
    mutationFn: async (reason: string) => {
      await here.api.post('/v1/emails/{id}/approval/decline', { params: { id }, body: { reason } });
      return fetchEmail(here, id);
    },
    onSuccess: result => {
      keepEmail(here, result);
      say(said.declined);
      onDeclined();
    },
  });
  return (
    <FormDialog
      title={said.decline_title}
      act={said.decline_act}
      action={decline}
      shown={['reason']}
      onSubmit={form => decline.mutate(textOf(form, 'reason'))}
      onClose={onClose}
    >
      <TextField
        label={said.decline_reason}
        hint={said.decline_hint}
        error={errorAt(decline.error, 'reason')}
        name="reason"
        maxLength={limits.decline.reason}
      />
    </FormDialog>
  );
}
