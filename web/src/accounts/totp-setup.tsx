import { submitted, textOf } from '../platform/form.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Fields } from '../ui/page.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { words } from '../words.ts';
import { ownApi, useProven } from './me.ts';
import styles from './totp-setup.module.css';

/** Adds a new secret to an authenticator app, by QR code or by hand, and checks it with a code. */
export function TotpSetup({
  made,
  onDone,
  onClose,
}: {
  made: { secret: string; otpauth_url: string };
  onDone: (recovery_codes: string[]) => void;
  onClose: () => void;
}) {
  const confirm = useProven(
    async (code: string) => (await ownApi()).post('/v1/me/totp/confirm', { body: { code } }),
    ({ recovery_codes }) => onDone(recovery_codes),
  );
  return (
    <form onSubmit={submitted(form => confirm.mutate(textOf(form, 'code')))} className={styles.setup}>
      <QrCode text={made.otpauth_url} label={words.profile.totp_qr} />
      <Fields>
        <div className={styles.steps}>
          <p>{words.profile.totp_add}</p>
          <code>{made.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <a href={made.otpauth_url}>{words.profile.totp_open}</a>
        </div>
        <Field
          name="code"
          label={words.profile.totp_code}
          hint={words.profile.totp_code_hint}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          error={confirm.error ? confirm.error.message : undefined}
        />
        <div className={styles.buttons}>
          <Button type="submit" look="solid" busy={confirm.isPending}>
            {words.profile.turn_on}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.parts.cancel}
          </Button>
        </div>
      </Fields>
    </form>
  );
}
