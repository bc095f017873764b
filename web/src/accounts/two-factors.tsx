import { useState } from 'react';
import type { Me } from '../../../src/client/schema.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { words } from '../words.ts';
import { ownApi, useProven } from './me.ts';
import { SecretOnce } from './secret-once.tsx';
import { TotpSetup } from './totp-setup.tsx';
import styles from './two-factors.module.css';

/** Sets up codes from an authenticator app in addition to the password, and recovery codes in case the app is lost. */
export function TwoFactors({ me }: { me: Me }) {
  const [made, setMade] = useState<{ secret: string; otpauth_url: string }>();
  const [codes, setCodes] = useState<string[]>();
  const begin = useProven(async () => (await ownApi()).post('/v1/me/totp'), setMade);
  const renew = useProven(
    async () => (await ownApi()).post('/v1/me/recovery_codes'),
    ({ recovery_codes }) => setCodes(recovery_codes),
  );
  const end = useProven(
    async () => (await ownApi()).delete('/v1/me/totp'),
    () => setCodes(undefined),
  );
  const error = begin.error ?? renew.error ?? end.error;
  return (
    <Section
      id="totp"
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
      {(begin.isPending || made) && (
        <div className={styles.app}>
          {made && (
            <TotpSetup
              made={made}
              onClose={() => setMade(undefined)}
              onDone={given => {
                setMade(undefined);
                setCodes(given);
              }}
            />
          )}
        </div>
      )}
    </Section>
  );
}
