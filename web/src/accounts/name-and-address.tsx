import type { Me } from '../../../src/client/schema.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { changeMe, useProven } from './me.ts';
import styles from './profile-screen.module.css';

/** Changes the name that others see and the address that gets your mail. */
export function NameAndAddress({ me }: { me: Me }) {
  const save = useProven(changeMe, () => say(words.parts.saved));
  const submit = submitted(form => {
    const email_address = textOf(form, 'email_address');
    save.mutate({
      name: textOf(form, 'name'),
      ...(email_address !== me.email_address && { email_address }),
    });
  });
  const wrong = errorAt(save.error, 'email_address');
  return (
    <form onSubmit={submit} className={styles.narrow}>
      <Fields>
        <Field
          name="name"
          label={words.profile.name}
          hint={words.profile.name_hint}
          defaultValue={me.name}
          autoComplete="name"
        />
        <Field
          name="email_address"
          type="email"
          label={words.profile.address}
          hint={words.profile.address_hint}
          defaultValue={me.email_address}
          autoComplete="email"
          error={wrong}
        />
        {save.error && !wrong && <Failure error={save.error} />}
        <div>
          <Button type="submit" busy={save.isPending}>
            {words.parts.save}
          </Button>
        </div>
      </Fields>
    </form>
  );
}
