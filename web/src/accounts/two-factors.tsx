import { type FormEvent, useState } from 'react';
import type { Me } from '../../../src/client/schema.ts';
import { must } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import { ownApi, useProven } from './me.ts';
import styles from './profile-screen.module.css';
import { SecretOnce } from './secret-once.tsx';

/** Codes from an authenticator app in addition to the password, and recovery codes for when the app is lost. */
export function TwoFactors({ me }: { me: Me }) {
  const [made, setMade] = useState<{ secret: string; otpauth_url: string }>();
  const [codes, setCodes] = useState<string[]>();
  const begin = useProven(() => must(async () => (await ownApi()).post('/v1/me/totp')), setMade);
  const confirm = useProven(
    (code: string) => must(async () => (await ownApi()).post('/v1/me/totp/confirm', { body: { code } })),
    ({ recovery_codes }) => {
      setMade(undefined);
      setCodes(recovery_codes);
    },
  );
  const renew = useProven(
    () => must(async () => (await ownApi()).post('/v1/me/recovery_codes')),
    ({ recovery_codes }) => setCodes(recovery_codes),
  );
  const end = useProven(
    () => must(async () => (await ownApi()).delete('/v1/me/totp')),
    () => setCodes(undefined),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  };
  const error = begin.error ?? renew.error ?? end.error;
  return (
    <Section
      title={words.profile.totp}
      note={me.has_totp ? words.profile.totp_on : words.profile.totp_off}
      action={
        me.has_totp ? (
          <Button look="danger" busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {words.profile.turn_off}
          </Button>
        ) : (
          !made && (
            <Button busy={begin.isPending} onClick={() => begin.mutate(undefined)}>
              {words.profile.turn_on}
            </Button>
          )
        )
      }
    >
      {error && <Failure error={error} />}
      {codes && (
        <SecretOnce
          secret={codes.join('\n')}
          note={words.profile.recovery_once}
          onDone={() => setCodes(undefined)}
        />
      )}
      {me.has_totp && !codes && (
        <Button look="quiet" busy={renew.isPending} onClick={() => renew.mutate(undefined)}>
          {words.profile.renew_codes}
        </Button>
      )}
      {made && (
        <form onSubmit={submit} className={styles.narrow}>
          <p>{words.profile.totp_add}</p>
          <code className={styles.secret}>{made.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <p>
            <a href={made.otpauth_url}>{words.profile.totp_open}</a>
          </p>
          <br />
          <Fields>
            <Field
              name="code"
              label={words.profile.totp_code}
              autoComplete="one-time-code"
              inputMode="numeric"
              required
              error={confirm.error ? confirm.error.message : undefined}
            />
            <div>
              <Button type="submit" look="solid" busy={confirm.isPending}>
                {words.profile.turn_on}
              </Button>
            </div>
          </Fields>
        </form>
      )}
    </Section>
  );
}
