import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, Field, SelectField } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import type { Here } from './newsletters.ts';
import { type Role, roles } from './session.ts';

/** Invites somebody to work on the newsletter. */
export function InviteForm({
  here,
  onInvited,
  onClose,
}: {
  here: Here;
  onInvited: (url: string) => void;
  onClose: () => void;
}) {
  const invite = useMutation({
    mutationFn: (body: { email_address: string; role: Role; send_mail: boolean }) =>
      must(() => here.api.post('/v1/invitations', { body })),
    onSuccess: ({ url, email_address }) => {
      say(words.team.invited(email_address));
      onInvited(url);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    invite.mutate({
      email_address: String(form.get('email_address')).trim(),
      role: String(form.get('role')) as Role,
      send_mail: form.get('send_mail') === 'on',
    });
  };
  const wrong = errorAt(invite.error, 'email_address');
  return (
    <Dialog title={words.team.invite} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            name="email_address"
            type="email"
            label={words.team.address}
            required
            autoComplete="off"
            error={wrong}
          />
          <SelectField name="role" label={words.team.role} hint={words.team.roles_hint} defaultValue="writer">
            {roles.map(role => (
              <option key={role} value={role}>
                {words.team.roles[role]}
              </option>
            ))}
          </SelectField>
          <CheckField
            name="send_mail"
            label={words.team.send_mail}
            hint={words.team.send_mail_hint}
            defaultChecked
          />
          {invite.error && !wrong && <Failure error={invite.error} />}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={invite.isPending}>
            {words.team.invite}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
