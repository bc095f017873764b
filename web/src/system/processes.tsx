import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { System } from '../../../src/client/schema.ts';
import { sessionQuery } from '../accounts/session.ts';
import type { Api } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { Fact, State } from './fact.tsx';
import { sendingQuery } from './queries.ts';
import styles from './system-screen.module.css';

/** Lists the running processes, says since when they run, and whether mail is sent. */
export function Processes({ api, system: { processes, version } }: { api: Api; system: System }) {
  const hasWorker = processes.some(({ is_running, role }) => is_running && role !== 'api');
  return (
    <Section title={words.system.processes} note={words.system.processes_note}>
      <ul className={styles.facts}>
        <Sending api={api} no_worker={!hasWorker} />
        {processes.map(one => (
          <Fact
            key={one.id}
            name={words.system.process(words.system.role(one.role), one.host)}
            value={
              <>
                {one.is_running && <State bad={false} />} {words.system.since}{' '}
                <Time at={one.start_date} zone={ownZone} precise />, {words.system.seen}{' '}
                <Time at={one.seen_date} zone={ownZone} precise />
              </>
            }
            hint={`${words.system.process_facts(one.process_id, one.version)}.`}
            bad={
              !one.is_running
                ? words.system.silent
                : one.version !== version
                  ? words.system.other_version
                  : ''
            }
          />
        ))}
      </ul>
    </Section>
  );
}

/** Says whether mail may be sent, and links to the hold. */
function Sending({ api, no_worker }: { api: Api; no_worker: boolean }) {
  const { data: hold } = useQuery(sendingQuery(api));
  const { data: session } = useQuery(sessionQuery);
  const [first] = session?.newsletters ?? [];
  const status = hold?.status === 'hold' ? 'hold' : hold?.status === 'open' ? 'open' : 'waiting';
  const isOpen = status === 'open';
  return (
    <Fact
      name={words.system.sending}
      value={
        hold ? (
          <>
            {isOpen && !no_worker && <State bad={false} />}{' '}
            {words.system.sending_states[isOpen && no_worker ? 'idle' : status]}
          </>
        ) : (
          '…'
        )
      }
      hint={
        hold && !isOpen ? (
          <>
            {hold.detail}{' '}
            {first && (
              <Link to="/$newsletter/hold" params={{ newsletter: first.username }}>
                {words.system.see_hold}
              </Link>
            )}
          </>
        ) : null
      }
      bad={no_worker ? words.system.no_worker : status === 'hold' ? words.system.hold_bad : ''}
    />
  );
}
