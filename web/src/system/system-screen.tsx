import { useQuery } from '@tanstack/react-query';
import type { System } from '../../../src/client/schema.ts';
import { sessionQuery } from '../accounts/session.ts';
import { type Api, apiOf } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { OwnPage } from '../ui/own-page.tsx';
import { PageTitle, Section, UnderTitle } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { Backups } from './backups.tsx';
import { DatabaseSection } from './database.tsx';
import { Fact } from './fact.tsx';
import { Ledger } from './ledger.tsx';
import { Processes } from './processes.tsx';
import { backupsQuery, ledgerQuery, sendingQuery, systemQuery } from './queries.ts';
import { Queues } from './queues.tsx';
import styles from './system-screen.module.css';

/** Shows the state of the installation to its owners. */
export function SystemScreen() {
  const { data: session } = useQuery(sessionQuery);
  const [first] = session?.newsletters ?? [];
  const body = !session ? null : !session.person?.installation ? (
    <Empty title={words.system.forbidden}>{words.system.forbidden_detail}</Empty>
  ) : first ? (
    <State api={apiOf(first.id)} />
  ) : (
    <Empty title={words.system.none}>{words.system.none_detail}</Empty>
  );
  return (
    <OwnPage back={{ name: words.system.back }}>
      <PageTitle>{words.system.title}</PageTitle>
      {body}
    </OwnPage>
  );
}

function State({ api }: { api: Api }) {
  const { data: system, error, refetch } = useQuery(systemQuery(api));
  // All sections appear together, so that nothing jumps. A section that fails says so.
  const others = [useQuery(ledgerQuery(api)), useQuery(backupsQuery(api)), useQuery(sendingQuery(api))];
  if (error && !system) return <Failure error={error} retry={() => void refetch()} />;
  if (!system || others.some(({ isPending }) => isPending)) return <Skeleton lines={12} height="3.5rem" />;
  return (
    <>
      <UnderTitle>
        <span>{words.system.versions(system.version, system.node_version)}</span>
        <span>
          {words.system.started} <Time at={system.start_date} zone={ownZone} precise />
        </span>
      </UnderTitle>
      <Ledger api={api} />
      <Processes api={api} system={system} />
      <Queues queues={system.queues} />
      <Backups api={api} />
      <Storage system={system} />
      <DatabaseSection api={api} database={system.database} />
    </>
  );
}

/** Shows the uploaded files, and the free space on disks. */
function Storage({ system: { files, disks, database } }: { system: System }) {
  const bytes = words.system.bytes;
  return (
    <Section title={words.system.storage}>
      <ul className={styles.facts}>
        <Fact
          name={words.system.files}
          value={words.system.file_count(files.count, bytes(files.size))}
          hint={words.system.files_hint[files.place]}
        />
        {disks.map(({ folder, holds, free, size, is_low }) => (
          <Fact
            key={folder}
            name={words.system.disk(folder)}
            value={words.system.disk_free(bytes(free), bytes(size))}
            hint={words.system.disk_hint(holds.map(one => words.system.holds[one]))}
            bad={is_low ? words.system.disk_bad : ''}
          />
        ))}
      </ul>
      {!database.is_embedded && <p className={styles.notes}>{words.system.database_elsewhere}</p>}
    </Section>
  );
}
