import type { Me } from '../../../src/client/schema.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { changeMe, useProven } from './me.ts';
import styles from './profile-screen.module.css';

/** Sets or changes the password. */
export function Password({ me }: { me: Me }) {
  const save = useProven(changeMe, () => say(words.profile.password_set));
  const submit = submitted((entered, form) =>
    save.mutate({ password: String(entered.get('password')) }, { onSuccess: () => form.reset() }),
  );
  const wrong = errorAt(save.error, 'password');
  return (
    <Section
      id="password"
      title={words.profile.password}
      note={me.has_password ? words.profile.password_there : words.profile.password_missing}
    >
      <form onSubmit={submit} className={styles.narrow}>
        <Fields>
          <input type="hidden" name="username" autoComplete="username" value={me.email_address} readOnly />
          <Field
            name="password"
            type="password"
            label={words.profile.new_password}
            hint={words.profile.password_hint}
            autoComplete="new-password"
            required
            error={wrong}
          />
          {save.error && !wrong && <Failure error={save.error} />}
          <div>
            <Button type="submit" busy={save.isPending}>
              {words.profile.set_password}
            </Button>
          </div>
        </Fields>
      </form>
    </Section>
  );
}
