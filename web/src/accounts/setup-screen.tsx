import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Newsletter } from '../../../src/client/schema.ts';
import { apiOf, queryClient } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { submitted, textOf } from '../platform/form.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { changeMe } from './me.ts';
import { newslettersQuery } from './newsletters.ts';
import { type Session, sessionQuery } from './session.ts';
import styles from './sign-in.module.css';

/** Sets up a new installation: first the newsletter, then you. Each step can be skipped. */
export function SetupScreen() {
  const navigate = useNavigate();
  const { data: newsletters, error } = useQuery(newslettersQuery);
  const { data: session } = useQuery(sessionQuery);
  const [step, setStep] = useState<'newsletter' | 'you'>('newsletter');
  const newsletter = newsletters?.[0];
  const finish = useMutation({
    mutationFn: () => apiOf(newsletter?.id).post('/v1/setup'),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await navigate({ to: '/', replace: true });
    },
  });
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      if (step === 'newsletter') {
        const body = {
          name: textOf(form, 'name'),
          from_name: textOf(form, 'from_name'),
          from_address: textOf(form, 'from_address'),
          timezone: ownZone,
        };
        await apiOf(newsletter!.id).patch('/v1/newsletters/{id}', { params: { id: newsletter!.id }, body });
        return;
      }
      const password = textOf(form, 'password');
      await changeMe({ email_address: textOf(form, 'email_address'), ...(password && { password }) });
    },
    onSuccess: () => (step === 'newsletter' ? setStep('you') : finish.mutate()),
  });
  const title = step === 'newsletter' ? words.setup.newsletter : words.setup.you;
  const names = ['name', 'from_name', 'from_address', 'email_address', 'password'];
  const isShown = names.some(name => errorAt(save.error, name) !== undefined);
  const trouble = error ?? finish.error ?? (isShown ? undefined : save.error);
  return (
    <main className={styles.page}>
      <title>{words.parts.title(title)}</title>
      <p className={styles.note}>{step === 'newsletter' ? words.setup.first : words.setup.second}</p>
      <h1 tabIndex={-1}>{title}</h1>
      {!newsletter ? (
        <Skeleton lines={3} />
      ) : (
        <form key={step} onSubmit={submitted(form => save.mutate(form))}>
          <Fields>
            {step === 'newsletter' ? (
              <NewsletterFields newsletter={newsletter} error={save.error} />
            ) : (
              <PersonFields session={session} error={save.error} />
            )}
            {trouble && <Failure error={trouble} />}
          </Fields>
          <div className={styles.buttons}>
            <Button
              look="quiet"
              busy={finish.isPending}
              onClick={() => (step === 'newsletter' ? setStep('you') : finish.mutate())}
            >
              {words.setup.skip}
            </Button>
            <Button type="submit" look="solid" busy={save.isPending}>
              {step === 'newsletter' ? words.sign_in.go_on : words.setup.finish}
            </Button>
          </div>
        </form>
      )}
    </main>
  );
}

function NewsletterFields({ newsletter, error }: { newsletter: Newsletter; error: unknown }) {
  return (
    <>
      <Field
        name="name"
        label={words.settings.fields.name}
        hint={words.setup.name_hint}
        defaultValue={newsletter.name}
        required
        error={errorAt(error, 'name')}
      />
      <Field
        name="from_name"
        label={words.settings.fields.from_name}
        hint={words.setting_hints.from_name}
        defaultValue={newsletter.from_name}
        error={errorAt(error, 'from_name')}
      />
      <Field
        name="from_address"
        type="email"
        label={words.settings.fields.from_address}
        hint={words.setup.from_hint}
        defaultValue={newsletter.from_address}
        required
        error={errorAt(error, 'from_address')}
      />
    </>
  );
}

function PersonFields({ session, error }: { session: Session | undefined; error: unknown }) {
  return (
    <>
      <Field
        name="email_address"
        type="email"
        label={words.profile.address}
        hint={words.setup.address_hint}
        defaultValue={session?.person?.email_address}
        autoComplete="username"
        required
        error={errorAt(error, 'email_address')}
      />
      <Field
        name="password"
        type="password"
        label={words.setup.password}
        hint={words.setup.password_hint}
        autoComplete="new-password"
        required={session?.credential_due === true}
        error={errorAt(error, 'password')}
      />
    </>
  );
}
