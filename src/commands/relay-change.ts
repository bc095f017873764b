import { readFileSync } from 'node:fs';
import { changeRelay, createRelay, deleteRelay } from '../delivery/relays/change.ts';
import type { Relay } from '../delivery/relays/queries.ts';
import { relayCreate, relayUpdate } from '../delivery/relays/relay.ts';
import { reportUrl } from '../delivery/relays/reports.ts';
import { recordAudit } from '../journal/audit/record.ts';
import type { Config } from '../platform/config/config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { InputError, readInput } from '../platform/http/errors.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { CommandError, explainUnreadable, UsageError } from './command.ts';
import { chooseNewsletter } from './newsletter.ts';

type Values = {
  [Name in
    | 'name'
    | 'host'
    | 'port'
    | 'tls'
    | 'user'
    | 'password-file'
    | 'default'
    | 'reserve'
    | 'weight'
    | 'rate'
    | 'reports'
    | 'report-secret-file']?: string;
} & { newsletter?: string[]; 'from-domain'?: string[] };

/** `postrider relay add`: adds a relay and prints its id. */
export async function addRelay(config: Config, db: Database, values: Values): Promise<void> {
  const input = await fieldsOf(db, values);
  const { vault } = await openSecrets(db, config);
  const relay = await change(db, 'relay.created', async trx =>
    createRelay(trx, { vault }, readInput(relayCreate, input)),
  );
  console.log(`The relay ${relay.id} is added.`);
  sayReports(config, relay);
}

/** `postrider relay change`: changes the fields that the options name. */
export async function changeRelayAsAsked(
  config: Config,
  db: Database,
  id: string,
  values: Values,
): Promise<void> {
  const input = await fieldsOf(db, values);
  sayReports(config, await update(config, db, id, input));
  console.log(`The relay ${id} is changed.`);
}

/** `postrider relay pause` and `postrider relay resume`: pauses a relay, or resumes it. */
export async function pauseRelay(
  config: Config,
  db: Database,
  id: string,
  is_paused: boolean,
): Promise<void> {
  await update(config, db, id, { is_paused });
  console.log(
    is_paused ? `The relay ${id} takes no mail until you resume it.` : `The relay ${id} takes mail.`,
  );
}

/** `postrider relay remove`: removes a relay. */
export async function removeRelayAsAsked(db: Database, id: string): Promise<void> {
  await change(db, 'relay.deleted', async trx => {
    await deleteRelay(trx, id);
    return { id };
  });
  console.log(`The relay ${id} is removed.`);
}

async function update(config: Config, db: Database, id: string, input: object): Promise<Relay> {
  const { vault } = await openSecrets(db, config);
  return change(db, 'relay.updated', async trx =>
    changeRelay(trx, { vault }, id, readInput(relayUpdate, input)),
  );
}

/** Makes the change together with its record. A change that the API would refuse is a wrong usage. */
async function change<Result extends { id: string }>(
  db: Database,
  action: 'relay.created' | 'relay.updated' | 'relay.deleted',
  make: (trx: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(db, async trx => {
      const made = await make(trx);
      await recordAudit(trx, { type: 'command_line' }, { newsletter_id: null, action, object_id: made.id });
      return made;
    });
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(`${error.path.join('.')}: ${error.message}.`);
    if (!(error instanceof DomainError)) throw error;
    throw new (error.code === 'not_found' ? CommandError : UsageError)(error.detail);
  }
}

/** Returns the fields that the options name. */
async function fieldsOf(db: Database, values: Values): Promise<object> {
  const { name, host, tls, user, reports } = values;
  const fields = {
    name,
    host,
    tls,
    user,
    port: numberOf(values.port),
    weight: numberOf(values.weight),
    sending_rate: numberOf(values.rate),
    is_default: answerOf('--default', values.default),
    is_reserve: answerOf('--reserve', values.reserve),
    newsletter_ids: values.newsletter && (await idsOf(db, values.newsletter)),
    from_domains: values['from-domain']?.filter(Boolean),
    password: contentOf(values['password-file']),
    report_service: reports === '' ? null : reports,
    report_secret: contentOf(values['report-secret-file']),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

async function idsOf(db: Database, usernames: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const username of usernames.filter(Boolean)) ids.push((await chooseNewsletter(db, username)).id);
  return ids;
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function answerOf(option: string, text: string | undefined): boolean | undefined {
  if (text !== undefined && text !== 'yes' && text !== 'no')
    throw new UsageError(`${option}: use yes or no.`);
  return text === undefined ? undefined : text === 'yes';
}

function contentOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new CommandError(explainUnreadable(file, error));
  }
}

function sayReports({ BASE_URL }: Config, relay: Relay): void {
  const url = reportUrl(BASE_URL, relay);
  if (url !== '') console.log(`Its mail service reports to ${url}`);
}
