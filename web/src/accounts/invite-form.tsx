import { useMutation } from '@tanstack/react-query';
import { errorAt } from '../platform/failure.ts';
import { textOf } from '../platform/form.ts';
import { CheckField, Field, Options, SelectField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { useHere } from './newsletters.ts';
import { type Role, roles } from './session.ts';

/** Invites somebody to work on the newsletter. */
export function InviteForm({
  onInvited,
  onClose,
}: {
  onInvited: (url: string) => void;
  onClose: () => void;
}) {
  const here = useHere();
  const invite = useMutation({
    mutationFn: (body: { email_address: string; role: Role; send_mail: boolean }) =>
      here.api.post('/v1/invitations', { body }),
    onSuccess: ({ url, email_address }) => {
      say(words.team.invited(email_address));
      onInvited(url);
    },
  });
  return (
    <FormDialog
      title={words.team.invite}
      act={words.team.invite}
      action={invite}
      shown={['email_address']}
      onSubmit={form =>
        invite.mutate({
          email_address: textOf(form, 'email_address'),
          role: textOf(form, 'role') as Role,
          send_mail: form.get('send_mail') === 'on',
        })
      }
      onClose={onClose}
    >
      <Field
        name="email_address"
        type="email"
        label={words.team.address}
        required
        autoComplete="off"
        error={errorAt(invite.error, 'email_address')}
      />
      <SelectField name="role" label={words.team.role} hint={words.team.roles_hint} defaultValue="writer">
        <Options of={roles.map(role => [role, words.team.roles[role]])} />
      </SelectField>
      <CheckField
        name="send_mail"
        label={words.team.send_mail}
        hint={words.team.send_mail_hint}
        defaultChecked
      />
    </FormDialog>
  );
}
