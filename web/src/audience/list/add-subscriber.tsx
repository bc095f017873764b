import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain, useHere } from '../../accounts/newsletters.ts';
import { errorAt } from '../../platform/failure.ts';
import { textOf } from '../../platform/form.ts';
import { CheckField, Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';

/** Adds a reader. */
export function AddSubscriber({ onClose }: { onClose: () => void }) {
  const here = useHere();
  const [agreed, setAgreed] = useState(true);
  const add = useMutation({
    mutationFn: ({ address, first_name }: { address: string; first_name: string }) =>
      here.api.post('/v1/subscribers', {
        body: {
          email_address: address,
          ...(agreed && { type: 'regular' as const }),
          ...(first_name && { metadata: { first_name } }),
        },
      }),
    onSuccess: ({ email_address, type }) => {
      void readAgain(here);
      say(
        type === 'unactivated'
          ? words.subscriber.asked(email_address)
          : words.subscriber.added(email_address),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.subscriber.add}
      act={words.subscriber.add}
      action={add}
      shown={['email_address']}
      onSubmit={form =>
        add.mutate({ address: textOf(form, 'address'), first_name: textOf(form, 'first_name') })
      }
      onClose={onClose}
    >
      <Field
        name="address"
        type="email"
        label={words.subscriber.address}
        required
        error={errorAt(add.error, 'email_address')}
        autoComplete="off"
      />
      <Field
        name="first_name"
        label={words.subscriber.name}
        hint={words.subscriber.name_hint}
        autoComplete="off"
      />
      <CheckField
        label={words.subscriber.agreed}
        hint={words.subscriber.agreed_hint}
        checked={agreed}
        onChange={event => setAgreed(event.target.checked)}
      />
    </FormDialog>
  );
}
