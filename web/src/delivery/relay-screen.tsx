import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { sessionQuery, usePermission } from '../accounts/session.ts';
import { RelayTable } from '../emails/reports/relay-figures.tsx';
import type { Api } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/field.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { figuresQuery, relaysQuery } from './relay-queries.ts';
import { RelayResults } from './relay-results.tsx';
import styles from './relay-screen.module.css';
import { Relays } from './relays.tsx';
import { Topics } from './topics.tsx';

const said = words.relay;

/** Lists the relays, and tests them on request, step by step, in their own words. */
export function RelayScreen() {
  const here = useHere();
  const mayTest = usePermission('settings', 'write');
  const test = useRelayTest(here);
  const { data } = test;
  const { data: session } = useQuery(sessionQuery);
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {!mayTest ? (
        <Empty title={said.owners}>{said.owners_detail}</Empty>
      ) : (
        <>
          <p className={styles.lead}>{said.lead}</p>
          <TestForm isBusy={test.isPending} onTest={send_mail => test.mutate(send_mail)} />
          {!test.isIdle && (
            <div className={styles.results}>
              {test.isPending ? (
                <Skeleton lines={5} height="3.5rem" />
              ) : test.error ? (
                <Failure error={test.error} />
              ) : data?.relays.length === 0 ? (
                <Empty title={said.inbox}>{said.inbox_detail}</Empty>
              ) : (
                data && <RelayResults test={data} zone={here.newsletter.timezone} />
              )}
            </div>
          )}
        </>
      )}
      {session?.person?.installation && (
        <>
          <Relays api={here.api} />
          <Topics api={here.api} />
          <AllRelays api={here.api} />
        </>
      )}
    </>
  );
}

function AllRelays({ api }: { api: Api }) {
  const { data } = useQuery(figuresQuery(api));
  const { data: relays } = useQuery(relaysQuery(api));
  // Like the topics, this waits for the list of relays above it.
  if (!relays || !data?.results.length) return null;
  return <RelayTable title={words.relay_figures.of_all} relays={data.results} />;
}

function useRelayTest({ newsletter, api }: Here) {
  return useMutation({
    mutationFn: (send_mail: boolean) =>
      api.post('/v1/newsletters/{id}/relay_test', { params: { id: newsletter.id }, body: { send_mail } }),
  });
}

function TestForm({ isBusy, onTest }: { isBusy: boolean; onTest: (send_mail: boolean) => void }) {
  const { data: session } = useQuery(sessionQuery);
  const address = session?.person?.email_address ?? '';
  const [wanted, setWanted] = useState(true);
  const sends = wanted && address !== '';
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault();
        onTest(sends);
      }}
    >
      <CheckField
        label={address === '' ? said.send_nowhere : said.send(address)}
        hint={address === '' ? <Link to="/account">{said.profile}</Link> : said.send_hint}
        checked={sends}
        disabled={address === ''}
        onChange={event => setWanted(event.target.checked)}
      />
      <Button look="solid" type="submit" busy={isBusy}>
        {said.test}
      </Button>
    </form>
  );
}
