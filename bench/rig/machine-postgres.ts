import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../src/testing/until.ts';
import type { Machine } from './machines.ts';

/** The folder of PostgreSQL's programs in Debian. */
const bin_dir = process.env.PG_BIN ?? '/usr/lib/postgresql/15/bin';
export const password = 'bench';
const user = 'postgres';

/** PostgreSQL on a machine, set up by the statements of docs/running/high-availability.md. */
export type MachinePostgres = {
  machine: Machine;
  /** Creates a new cluster and starts it as a primary with the roles and the database. */
  initialize(): Promise<void>;
  /** Turns it into a standby of the other one, and starts it. */
  follow(other: MachinePostgres): Promise<void>;
  /** Makes commits wait for this standby; '' for none. Resolves when it is synchronous. */
  waitFor(standby: string): Promise<void>;
  promote(): void;
};

/** Returns PostgreSQL on a machine. Its data will be in `folder`, which its user must be able to enter. */
export function postgresOn(machine: Machine, folder: string): MachinePostgres {
  const data = join(folder, machine.name);
  const sockets = join(folder, `${machine.name}-sockets`);
  const own = async (path: string) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    execFileSync('chown', [`${user}:${user}`, path]);
  };
  const psql = (...statements: string[]) =>
    machine
      .run(
        user,
        join(bin_dir, 'psql'),
        ...['-X', '-At', '-h', sockets, '-d', 'postgres'],
        ...statements.flatMap(statement => ['-c', statement]),
      )
      .trim();
  const start = async () => {
    await own(sockets);
    machine.start(
      user,
      join(folder, `${machine.name}.log`),
      join(bin_dir, 'postgres'),
      '-D',
      data,
      '-k',
      sockets,
    );
    await until(`PostgreSQL answers on ${machine.name}`, async () => {
      try {
        return psql('select 1') === '1';
      } catch {
        return false;
      }
    });
  };
  return {
    machine,
    async initialize() {
      await own(data);
      machine.run(
        user,
        join(bin_dir, 'initdb'),
        '-D',
        data,
        '-E',
        'UTF8',
        '--locale=C',
        '--auth-local=peer',
        '--auth-host=scram-sha-256',
      );
      await appendFile(join(data, 'postgresql.conf'), "listen_addresses = '*'\nwal_log_hints = on\n");
      await appendFile(
        join(data, 'pg_hba.conf'),
        'host postrider postrider 10.203.0.0/24 scram-sha-256\nhost replication replicator 10.203.0.0/24 scram-sha-256\n',
      );
      await start();
      psql(
        `create role postrider login password '${password}'`,
        "create database postrider owner postrider encoding 'UTF8' template template0",
        `create role replicator login replication password '${password}'`,
      );
    },
    async follow(other) {
      await rm(data, { recursive: true, force: true });
      await own(data);
      const source = `host=${other.machine.address} user=replicator password=${password} application_name=${machine.name}`;
      machine.run(
        user,
        join(bin_dir, 'pg_basebackup'),
        ...['-D', data, '--write-recovery-conf', '--checkpoint=fast', '-d', source],
      );
      await start();
    },
    async waitFor(standby) {
      psql(`alter system set synchronous_standby_names = '${standby}'`, 'select pg_reload_conf()');
      const state = () => psql('select application_name, sync_state from pg_stat_replication');
      if (standby !== '') await until(`${standby} is synchronous`, async () => state() === `${standby}|sync`);
    },
    promote: () => void psql("alter system set synchronous_standby_names = ''", 'select pg_promote()'),
  };
}
