import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LedgerCheck } from '../../../src/client/schema.ts';
import { type Api, queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { State } from './fact.tsx';
import { ledgerQuery } from './queries.ts';
import styles from './system-screen.module.css';

const names: Record<string, string> = { ...words.recipients.statuses, ...words.system.counts };

/** Says whether the sums of every email were right at the last check, with a button for another check. */
export function Ledger({ api }: { api: Api }) {
  const query = ledgerQuery(api);
  const check = useQuery(query);
  const status = check.data?.status ?? 'none';
  const start = useMutation({
    mutationFn: () => api.post('/v1/system/ledger_check'),
    onSuccess: begun => queryClient.setQueryData(query.queryKey, begun),
  });
  return (
    <Section
      title={words.system.ledger}
      note={words.system.ledger_note}
      action={
        <Button busy={start.isPending || status === 'in_progress'} onClick={() => start.mutate()}>
          {status !== 'none' ? words.system.check_again : words.system.check}
        </Button>
      }
    >
      {start.error && <Failure error={start.error} />}
      <Loaded query={check} lines={1}>
        {data => <Result check={data} />}
      </Loaded>
    </Section>
  );
}

function Result({ check }: { check: LedgerCheck }) {
  const { status, email_count, checked_count, wrong_count, completion_date, wrong } = check;
  return (
    <>
      <p className={styles.said} role="status">
        {status === 'none' && words.system.not_checked}
        {status === 'in_progress' && words.system.checking(checked_count, email_count)}
        {status === 'good' && (
          <>
            <State bad={false}>{words.system.green}</State> {words.system.sums_good(checked_count)}
          </>
        )}
        {status === 'wrong' && (
          <>
            <State bad>{words.system.red}</State> {words.system.sums_wrong(wrong_count, checked_count)}{' '}
            {words.system.sums_remedy}
          </>
        )}
      </p>
      {completion_date !== null && (
        <p className={styles.hint}>
          {words.system.checked_at} <Time at={completion_date} zone={ownZone} precise />
        </p>
      )}
      {wrong.length > 0 && (
        <ul className={styles.facts}>
          {wrong.map(one => (
            <WrongEmail key={one.email.id} wrong={one} />
          ))}
        </ul>
      )}
      {wrong_count > wrong.length && (
        <p className={styles.hint}>{words.system.wrong_more(wrong_count - wrong.length)}</p>
      )}
    </>
  );
}

function WrongEmail({
  wrong: { email, newsletter, stored, counted },
}: {
  wrong: LedgerCheck['wrong'][number];
}) {
  const params = { newsletter: newsletter.username, email: email.id };
  return (
    <li className={styles.fact}>
      <strong>
        <Link to="/$newsletter/emails/$email/sending" params={params}>
          {email.subject}
        </Link>
      </strong>
      <div>
        <p className={styles.value}>
          <State bad>{words.system.red}</State> {newsletter.name}
        </p>
        {Object.keys(stored).map(name => (
          <p key={name} className={styles.hint}>
            {words.system.difference(names[name] ?? name, stored[name] ?? 0, counted[name] ?? 0)}
          </p>
        ))}
      </div>
    </li>
  );
}
