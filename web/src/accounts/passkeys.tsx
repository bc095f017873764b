import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { ownApi, passkeysQuery, useProven } from './me.ts';
import { hasPasskeys, makePasskey } from './passkey.ts';

/** Lists the passkeys that sign you in without a password. */
export function Passkeys() {
  const { data = [] } = useQuery(passkeysQuery);
  const forget = () => void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  const add = useProven(
    async (name: string) => {
      const { options } = await (await ownApi()).post('/v1/me/passkeys/options');
      const response = await makePasskey(options);
      return (await ownApi()).post('/v1/me/passkeys', { body: { name, response } });
    },
    () => {
      say(words.profile.passkey_made);
      forget();
    },
  );
  const remove = useProven(
    async (id: string) => (await ownApi()).delete('/v1/me/passkeys/{id}', { params: { id } }),
    forget,
  );
  const error = add.error ?? remove.error;
  return (
    <Section
      id="passkeys"
      title={words.profile.passkeys}
      note={words.profile.passkeys_note}
      action={
        hasPasskeys && (
          <Button busy={add.isPending} onClick={() => add.mutate(deviceName())}>
            {words.profile.add_passkey}
          </Button>
        )
      }
    >
      {error && <Failure error={error} />}
      {data.length > 0 && (
        <Rows>
          {data.map(({ id, name, creation_date }) => (
            <Row
              key={id}
              title={name}
              note={
                <>
                  {words.profile.since} <Time at={creation_date} zone={ownZone} />
                </>
              }
              action={
                <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate(id)}>
                  {words.profile.remove}
                </Button>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function deviceName(): string {
  const [, device = words.profile.this_device] =
    /(iPhone|iPad|Android|Macintosh|Windows|Linux)/.exec(navigator.userAgent) ?? [];
  return device === 'Macintosh' ? 'Mac' : device;
}
