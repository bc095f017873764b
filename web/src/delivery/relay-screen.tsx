import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RelayTest } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { sessionQuery, usePermission } from '../accounts/session.ts';
import { must } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { CheckField } from '../ui/field.tsx';
import { Note, PageTitle, UnderTitle } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './relay-screen.module.css';

const said = words.relay;

/** A test of the mail servers on request, step by step, in their own words. */
export function RelayScreen() {
  const here = useHere();
  const mayTest = usePermission('settings', 'write');
  const test = useRelayTest(here);
  const { data } = test;
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {!mayTest ? (
        <Empty title={said.owners}>{said.owners_detail}</Empty>
      ) : (
        <>
          <p className={styles.lead}>{said.lead}</p>
          <TestForm isBusy={test.isPending} onTest={send_mail => test.mutate(send_mail)} />
          {test.isPending ? (
            <Skeleton lines={5} height="3.5rem" />
          ) : test.error ? (
            <Failure error={test.error} />
          ) : data?.relays.length === 0 ? (
            <Empty title={said.inbox}>{said.inbox_detail}</Empty>
          ) : (
            data && <Results test={data} zone={here.newsletter.timezone} />
          )}
        </>
      )}
    </>
  );
}

function useRelayTest({ newsletter, api }: Here) {
  return useMutation({
    mutationFn: (send_mail: boolean) =>
      must(() =>
        api.post('/v1/newsletters/{id}/relay_test', { params: { id: newsletter.id }, body: { send_mail } }),
      ),
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

function Results({ test: { relays, mailed_to, test_date }, zone }: { test: RelayTest; zone: string }) {
  return (
    <div role="status">
      {relays.map(relay => (
        <section key={relay.name} className={styles.relay}>
          <h2>
            {relay.name}
            <Mark strong={relay.state !== 'good'}>{said.states[relay.state]}</Mark>
          </h2>
          <UnderTitle>
            <span>
              {said.tested} <Time at={test_date} zone={zone} precise />
            </span>
            {relay.tls && (
              <span>
                {relay.tls.protocol} · {said.certificate(relay.tls.subject, relay.tls.issuer)}{' '}
                <Time at={relay.tls.valid_until} zone={zone} />
              </span>
            )}
          </UnderTitle>
          <ol className={styles.steps}>
            {relay.steps.map(step => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
        </section>
      ))}
      {mailed_to !== null && <Note>{said.mailed(mailed_to)}</Note>}
    </div>
  );
}

function Step({ step }: { step: RelayTest['relays'][number]['steps'][number] }) {
  const { step: name, state, words: heard, detail, milliseconds } = step;
  return (
    <li data-state={state}>
      <span className={styles.name}>{said.steps[name]}</span>
      <div>
        {detail && <p>{detail}</p>}
        {heard.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
          <code key={at}>{line}</code>
        ))}
      </div>
      <Mark strong={state === 'failed' || state === 'warning'}>
        {said.step_states[state]}
        {state !== 'skipped' && ` · ${said.milliseconds(milliseconds)}`}
      </Mark>
    </li>
  );
}
