import { useQuery } from '@tanstack/react-query';
import type { Client } from '../../../src/client/client.ts';
import { sessionQuery } from '../accounts/session.ts';
import { apiOf } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { OwnPage } from '../ui/own-page.tsx';
import { PageTitle, UnderTitle } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { Backups } from './backups.tsx';
import { DatabaseSection } from './database.tsx';
import { Ledger } from './ledger.tsx';
import { Processes } from './processes.tsx';
import { backupsQuery, ledgerQuery, sendingQuery, systemQuery } from './queries.ts';
import { Queues } from './queues.tsx';
import { Storage } from './storage.tsx';

/** The state of the installation, for its owners. */
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

function State({ api }: { api: Client }) {
  const { data: system, error, refetch } = useQuery(systemQuery(api));
  // Together, so that nothing jumps; what fails says so in its section.
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
