import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';

/** Adds a reader. */
export function AddReader({ here, onClose }: { here: Here; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [agreed, setAgreed] = useState(true);
  const add = useMutation({
    mutationFn: ({ address, first_name }: { address: string; first_name: string }) =>
      must(() =>
        here.api.post('/v1/subscribers', {
          body: {
            email_address: address,
            ...(agreed && { type: 'regular' as const }),
            ...(first_name && { metadata: { first_name } }),
          },
        }),
      ),
    onSuccess: ({ email_address, type }) => {
      void queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
      say(type === 'unactivated' ? words.readers.asked(email_address) : words.readers.added(email_address));
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({
      address: String(form.get('address')).trim(),
      first_name: String(form.get('first_name')).trim(),
    });
  };
  const wrong = errorAt(add.error, 'email_address');
  return (
    <Dialog title={words.readers.add} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            name="address"
            type="email"
            label={words.readers.address}
            required
            error={wrong}
            autoComplete="off"
          />
          <Field
            name="first_name"
            label={words.readers.name}
            hint={words.readers.name_hint}
            autoComplete="off"
          />
          <CheckField
            label={words.readers.agreed}
            hint={words.readers.agreed_hint}
            checked={agreed}
            onChange={event => setAgreed(event.target.checked)}
          />
          {add.error && !wrong && <Failure error={add.error} />}
        </Fields>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" look="solid" busy={add.isPending}>
            {words.readers.add}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
