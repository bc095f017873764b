import { useQuery } from '@tanstack/react-query';
import type { System, SystemTable } from '../../../src/client/schema.ts';
import type { Api } from '../platform/api.ts';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Table } from '../ui/table.tsx';
import { words } from '../words.ts';
import { Fact, Scrolling, State } from './fact.tsx';
import { tablesQuery } from './queries.ts';
import styles from './system-screen.module.css';

const mostTables = 10;
const fewConnections = 10;
const longSeconds = 3600;
const lowRate = 0.9;

type Database = System['database'];

/** Shows the size of the database, its connections, and its tables with their slow spots. */
export function DatabaseSection({ api, database }: { api: Api; database: Database }) {
  const { size, version, is_embedded, connections, longest_transaction_seconds, cache_hit_rate } = database;
  const { used, most } = connections;
  const facts = words.system.facts;
  const hints = words.system.hints;
  const isLong = longest_transaction_seconds > longSeconds;
  const isCold = cache_hit_rate !== null && cache_hit_rate < lowRate;
  return (
    <Section title={words.system.database} note={words.system.postgresql(version, is_embedded)}>
      <ul className={styles.facts}>
        <Fact name={facts.size} value={words.system.bytes(size)} hint={hints.size} />
        <Fact
          name={facts.connections}
          value={words.system.of(used, most)}
          hint={hints.connections}
          bad={most - used < fewConnections ? hints.connections_bad : ''}
        />
        <Fact
          name={facts.transaction}
          value={
            longest_transaction_seconds < 1
              ? words.system.quiet_transaction
              : words.system.age(longest_transaction_seconds)
          }
          hint={hints.transaction}
          bad={isLong ? hints.transaction_bad : ''}
        />
        <Fact
          name={facts.memory}
          value={
            cache_hit_rate === null
              ? words.system.unknown
              : words.overview.percent(Math.floor(cache_hit_rate * 1000) / 1000)
          }
          hint={hints.memory}
          bad={isCold ? hints.memory_bad : ''}
        />
        {database.replicas.map(({ name, status, lag_seconds }) => (
          <Fact
            key={name}
            name={words.system.replica(name)}
            value={words.system.replica_states[status]}
            hint={lag_seconds === null ? words.system.unknown_lag : words.system.lag(lag_seconds)}
            bad={status === 'in_use' ? '' : words.system.replicas_bad}
          />
        ))}
      </ul>
      <Tables api={api} />
    </Section>
  );
}

function Tables({ api }: { api: Api }) {
  const { data: tables, error, refetch } = useQuery(tablesQuery(api));
  if (error && !tables) return <Failure error={error} retry={() => void refetch()} />;
  if (!tables) return <Skeleton lines={mostTables} height="2.25rem" />;
  const [shown, rest] = [tables.slice(0, mostTables), tables.slice(mostTables)];
  const restSize = rest.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <p className={styles.notes}>{words.system.database_note}</p>
      <Scrolling label={words.system.database}>
        <Table
          heads={words.system.table_heads}
          rows={shown.map(({ table, size, index_size, rows, dead_rows, whole_reads, index_reads }) => [
            table,
            words.system.bytes(size),
            words.system.bytes(index_size),
            ...[rows, dead_rows, whole_reads, index_reads].map(words.system.number),
          ])}
        />
      </Scrolling>
      <ul className={styles.notes}>
        {tables.flatMap(table =>
          table.hints.map(hint => (
            <li key={table.table + hint}>
              <State bad /> {textOf(table, hint)}
            </li>
          )),
        )}
        {rest.length > 0 && <li>{words.system.more_tables(rest.length, words.system.bytes(restSize))}.</li>}
      </ul>
    </>
  );
}

function textOf({ table, dead_rows }: SystemTable, hint: SystemTable['hints'][number]): string {
  return hint === 'dead_rows'
    ? words.system.table_hints.dead_rows(table, words.system.number(dead_rows))
    : words.system.table_hints.whole_reads(table);
}
