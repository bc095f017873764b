import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { signOn } from '../words/sign-on.ts';
import { words } from '../words.ts';
import { hasPasskeys, signInByPasskey } from './passkey.ts';
import { ProviderButton } from './provider-button.tsx';
import { askSession, enter, type Session, sessionQuery } from './session.ts';
import styles from './sign-in.module.css';
import { useNamed } from './sign-on.ts';

type Props = {
  why: 'ended' | 'proof';
  /** True if the form lies over a page that must stay as it is. */
  isOver: boolean;
  onCancel?: () => void;
};

/** Offers every way to sign in: at the provider, and with a password, passkey or mailed link. */
export function SignInForm({ why, isOver, onCancel }: Props) {
  const { data: session, isPending } = useQuery(sessionQuery);
  const named = useNamed(session);
  if (isPending || named.isLoading) return <Skeleton lines={3} />;
  const { provider = null, only_provider = false } = session ?? {};
  return (
    <>
      {named.error && <Failure error={named.error} />}
      {provider !== null && (
        <ProviderButton name={provider} intent={why === 'proof' ? 'prove' : 'sign_in'} isOver={isOver} />
      )}
      {provider !== null && !only_provider && <p className={styles.or}>{signOn.or}</p>}
      {!only_provider && <OwnWays session={session} />}
      <p className={styles.note}>
        {words.sign_in.terminal} <code>npx postrider sign-in</code>
      </p>
      {onCancel && (
        <Button look="quiet" wide onClick={onCancel}>
          {words.parts.cancel}
        </Button>
      )}
    </>
  );
}

/** Offers the ways that need no provider: password, possibly followed by a code; passkey; mailed link. */
function OwnWays({ session }: { session: Session | undefined }) {
  const [chosen, setStep] = useState<'password' | 'code' | 'mailed'>();
  const step = chosen ?? (session?.state === 'code_due' ? 'code' : 'password');
  const [address, setAddress] = useState(session?.person?.email_address ?? '');
  const entered = (session: Session) => {
    if (!enter(session)) setStep('code');
  };
  const password = useMutation({
    mutationFn: (password: string) =>
      askSession<Session>('POST', '/password', { email_address: address, password }),
    onSuccess: entered,
  });
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: entered });
  const mail = useMutation({
    mutationFn: () => askSession('POST', '/mail', { email_address: address }),
    onSuccess: () => setStep('mailed'),
  });
  if (step === 'code') return <CodeForm onDone={entered} onOther={() => setStep('password')} />;
  if (step === 'mailed')
    return (
      <>
        <p className={styles.note}>{words.sign_in.mailed(address)}</p>
        <Button look="quiet" onClick={() => setStep('password')}>
          {words.sign_in.other_way}
        </Button>
      </>
    );

  const submit = submitted(form => password.mutate(String(form.get('password'))));
  const error = password.error ?? passkey.error ?? mail.error;
  return (
    <form onSubmit={submit}>
      <Fields>
        <Field
          type="email"
          label={words.sign_in.address}
          autoComplete="username webauthn"
          required
          name="address"
          autoFocus={address === ''}
          value={address}
          onChange={event => setAddress(event.target.value.trim())}
        />
        <Field
          name="password"
          type="password"
          label={words.sign_in.password}
          autoComplete="current-password"
          required
          // Somebody who signs in again has a known address; only the password is missing.
          autoFocus={address !== ''}
          data-focus={address !== '' || undefined}
        />
        {error && <Failure error={error} />}
        <Button type="submit" look={session?.provider ? 'plain' : 'solid'} wide busy={password.isPending}>
          {words.sign_in.title}
        </Button>
      </Fields>
      <div className={styles.others}>
        {hasPasskeys && (
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {words.sign_in.passkey}
          </Button>
        )}
        <Button
          busy={mail.isPending}
          onClick={({ currentTarget: { form } }) => {
            const field = form?.elements.namedItem('address');
            if (field instanceof HTMLInputElement && field.reportValidity()) mail.mutate();
          }}
        >
          {words.sign_in.mail}
        </Button>
      </div>
    </form>
  );
}

function CodeForm({ onDone, onOther }: { onDone: (session: Session) => void; onOther: () => void }) {
  const code = useMutation({
    mutationFn: (code: string) => askSession<Session>('POST', '/code', { code }),
    onSuccess: onDone,
  });
  return (
    <form onSubmit={submitted(form => code.mutate(textOf(form, 'code')))}>
      <Fields>
        <Field
          name="code"
          label={words.sign_in.code}
          hint={words.sign_in.code_hint}
          autoComplete="one-time-code"
          inputMode="text"
          required
          autoFocus
        />
        {code.error && <Failure error={code.error} />}
        <Button type="submit" look="solid" wide busy={code.isPending}>
          {words.sign_in.go_on}
        </Button>
        <Button look="quiet" onClick={onOther}>
          {words.sign_in.other_way}
        </Button>
      </Fields>
    </form>
  );
}
