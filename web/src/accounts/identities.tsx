import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Row, Rows, Section } from '../ui/page.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { signOn } from '../words/sign-on.ts';
import { words } from '../words.ts';
import { identitiesQuery, ownApi, useProven } from './me.ts';
import { sessionQuery } from './session.ts';
import { goToProvider } from './sign-on.ts';

/** Lists the outside accounts that sign you in: at the provider of single sign-on, or named by a proxy. */
export function Identities() {
  const { data: session } = useQuery(sessionQuery);
  const { data = [] } = useQuery(identitiesQuery);
  const provider = session?.provider ?? null;
  const connect = useProven(
    () => goToProvider('connect'),
    () => {},
  );
  const remove = useProven(
    async (id: string) => (await ownApi()).delete('/v1/me/identities/{id}', { params: { id } }),
    () => void queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  );
  if (provider === null && data.length === 0) return null;
  const error = connect.error ?? remove.error;
  const mayConnect = provider !== null && data.every(({ issuer }) => issuer === 'header');
  return (
    <Section
      id="accounts"
      title={signOn.accounts}
      note={signOn.accounts_note(provider)}
      action={
        mayConnect && (
          <Button busy={connect.isPending} onClick={() => connect.mutate(undefined)}>
            {signOn.connect(provider)}
          </Button>
        )
      }
    >
      {error && <Failure error={error} />}
      {data.length > 0 && (
        <Rows>
          {data.map(({ id, issuer, subject, email_address, creation_date }) => (
            <Row
              key={id}
              title={email_address || subject}
              note={
                <>
                  {issuer === 'header' ? signOn.by_proxy : new URL(issuer).host}
                  {' · '}
                  {words.profile.since} <Time at={creation_date} zone={ownZone} />
                </>
              }
              action={
                <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate(id)}>
                  {signOn.disconnect_one}
                </Button>
              }
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}
