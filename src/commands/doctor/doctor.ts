import { type Dns, openDns, type ReverseDns } from '../../domains/dns.ts';
import type { Config } from '../../platform/config/config.ts';
import { missingMigrations } from '../../platform/database/serves.ts';
import { messageOf } from '../../platform/errors.ts';
import { version } from '../../platform/version.ts';
import { MissingInstallationError } from '../../program/missing-installation.ts';
import type { Context } from '../command.ts';
import { checkBackups } from './backups.ts';
import { checkDatabase, checkFiles, checkHold } from './database.ts';
import { checkDns } from './dns.ts';
import { type Finding, findingsOf } from './finding.ts';
import { type GetPage, getPage } from './get-page.ts';
import { checkMachine, checkNode } from './machine.ts';
import { checkAddedRelays, checkRelays } from './mail.ts';
import { checkClock, checkService } from './reach.ts';
import { checkServers } from './servers.ts';
import { checkSettings, readSettings } from './settings.ts';
import { checkSignOn } from './sign-on.ts';
import { checkWitness } from './witness.ts';

/** The doctor's access to the world outside this machine. */
export type Instruments = { dns: Dns & ReverseDns; getPage: GetPage };

type Wish = { json?: boolean; 'time-from'?: string };

/**
 * `postrider doctor`: checks settings, machine, service, database, mail servers and DNS, and prints what is right, what is wrong and what
 * to do. Works whether the service runs or not, and changes nothing. The exit code is 1 if something is wrong.
 */
export async function examine(
  context: Pick<Context, 'config' | 'onDatabase'>,
  { json = false, 'time-from': time_from }: Wish,
  instruments: Instruments = { dns: openDns(), getPage },
): Promise<number> {
  const findings = await check(context, time_from, instruments);
  const isWrong = findings.some(({ state }) => state === 'wrong');
  console.log(
    json
      ? JSON.stringify(
          { state: isWrong ? 'wrong' : 'good', version, checked_date: new Date(), findings },
          null,
          2,
        )
      : describe(findings),
  );
  return isWrong ? 1 : 0;
}

async function check(
  context: Pick<Context, 'config' | 'onDatabase'>,
  time_from: string | undefined,
  { dns, getPage }: Instruments,
): Promise<Finding[]> {
  const settings = readSettings(context.config);
  if ('findings' in settings) return [...settings.findings, checkNode(process.versions.node)];
  const { config } = settings;
  const parts = await Promise.all([
    checkSettings(config),
    checkMachine(config),
    time_from === undefined ? [] : checkClock(time_from, getPage).then(finding => [finding]),
    checkService(config, getPage),
    lookIntoDatabase(context, config, dns),
    checkWitness(config),
    checkRelays(config),
    checkSignOn(config),
  ]);
  return parts.flat();
}

async function lookIntoDatabase(
  { onDatabase }: Pick<Context, 'onDatabase'>,
  config: Config,
  dns: Instruments['dns'],
): Promise<Finding[]> {
  const { good, wrong } = findingsOf('database');
  try {
    return await onDatabase(async db => {
      const database = [...(await checkDatabase(db, config)), ...(await checkServers(db, config))];
      // An older schema may lack the tables that the following checks read.
      if ((await missingMigrations(db)).length > 0) return database;
      const dated = [await checkHold(db), await checkBackups(db, config, new Date())];
      return [
        ...database,
        ...(await checkFiles(db)),
        ...dated,
        ...(await checkAddedRelays(db, config)),
        ...(await checkDns(db, config, dns)),
      ];
    });
  } catch (error) {
    if (error instanceof MissingInstallationError)
      return [
        good('connection', { detail: `There is none yet; the first start creates it. ${error.where}` }),
      ];
    return [
      wrong('connection', {
        detail: messageOf(error),
        remedy: 'docs/running/troubles.md#the-database-cannot-be-reached',
      }),
    ];
  }
}

const marks = { good: '✔', warning: '!', wrong: '✖', unknown: '?' } as const;

function describe(findings: Finding[]): string {
  const groups = Map.groupBy(findings, ({ group }) => group);
  const texts = [...groups].map(([group, some]) => {
    const lines = some.map(({ about, state, detail, remedy }) => {
      const todo = remedy && state !== 'good' ? `\n    → ${remedy}` : '';
      return `  ${marks[state]} ${about}: ${detail}${todo}`;
    });
    return [group, ...lines].join('\n');
  });
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length;
  const sum = `${count('wrong')} wrong, ${count('warning')} to improve, ${count('unknown')} unknown, ${count('good')} good`;
  return [...texts, sum].join('\n\n');
}
