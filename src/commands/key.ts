import { isAhead, pastExpiry } from '../accounts/api-key.ts';
import { type Bounds, boundsSchema } from '../accounts/bounds.ts';
import { listKeys, revokeKeyRow } from '../accounts/key-queries.ts';
import { createKey } from '../accounts/keys.ts';
import { endMadeBy } from '../accounts/people/makers.ts';
import { areas, everything, levels, type Permissions, permissionsSchema } from '../accounts/permissions.ts';
import { tagIdsOf } from '../audience/tags/resolve.ts';
import { recordAudit } from '../journal/audit/record.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { CommandError, type Context, UsageError } from './command.ts';
import { chooseNewsletter } from './newsletter.ts';

/** `postrider key create`: creates a key and prints its secret. Throws UsageError before creating anything. */
export async function createKeyAsAsked(
  values: {
    name?: string;
    newsletter?: string;
    permissions?: string;
    installation?: string;
    expires?: string;
    'most-recipients'?: string;
    'most-recipients-a-day'?: string;
    tags?: string;
    'drafts-only'?: boolean;
  },
  context: Pick<Context, 'onDatabase'>,
): Promise<void> {
  const key = {
    name: values.name ?? 'from the command line',
    permissions: { ...readPermissions(values.permissions), ...readInstallation(values.installation) },
    expiry_date: readExpiry(values.expires),
  };
  const limits = {
    most_recipients: readMost('--most-recipients', values['most-recipients']),
    most_recipients_a_day: readMost('--most-recipients-a-day', values['most-recipients-a-day']),
    drafts_only: values['drafts-only'] ?? false,
  };
  const words = values.tags?.split(',').map(word => word.trim()) ?? [];
  await context.onDatabase(async db => {
    const newsletter = await chooseNewsletter(db, values.newsletter);
    const tags = await tagIdsOf(db, newsletter.key, words, '--tags').catch(asUsage);
    const bounds = boundsSchema.parse({ ...limits, tags: tags.length > 0 ? tags : null });
    const { id, secret } = await inTransaction(db, async trx => {
      const made = await createKey(trx, newsletter, { ...key, bounds });
      await recordAudit(
        trx,
        { type: 'command_line' },
        { newsletter_id: newsletter.id, action: 'api_key.created', object_id: made.id },
      );
      return made;
    });
    console.log(`${secret}\n\nKey ${id} of newsletter "${newsletter.username}". The key is shown only once.`);
  });
}

/** `postrider key list`: prints a line for each key, without its secret. */
export async function printKeys(db: Database): Promise<void> {
  for (const row of await listKeys(db)) {
    const permissions = permissionsSchema.parse(row.permissions);
    const granted = areas
      .filter(area => permissions[area] !== 'none')
      .map(area => `${area}:${permissions[area]}`);
    const used = row.last_used_date ? `used ${row.last_used_date}` : 'never used';
    const bounds = showBounds(boundsSchema.parse(row.bounds));
    const may = [granted.join(',') || 'nothing', ...bounds];
    const parts = [row.id, row.username, row.name, stateOf(row), ...may, used];
    console.log(parts.join('  '));
  }
}

type Dates = { revocation_date: string | null; expiry_date: string | null };

function stateOf({ revocation_date, expiry_date }: Dates): string {
  if (revocation_date) return `revoked ${revocation_date}`;
  if (!expiry_date) return 'valid';
  return `${isAhead(expiry_date) ? 'expires' : 'expired'} ${expiry_date}`;
}

/** `postrider key revoke`: revokes the key and those it created, which are refused from then on. */
export async function revokeKey(id: string, context: Pick<Context, 'onDatabase'>): Promise<void> {
  if (!isId(id)) throw new UsageError(`"${id}" is not the id of a key. See: postrider key list`);
  const ended = await context.onDatabase(db =>
    inTransaction(db, async trx => {
      if (!(await revokeKeyRow(trx, id))) return undefined;
      await recordAudit(
        trx,
        { type: 'command_line' },
        { newsletter_id: null, action: 'api_key.revoked', object_id: id },
      );
      return endMadeBy(trx, id, { actor: { type: 'command_line' } });
    }),
  );
  if (ended === undefined)
    throw new CommandError(`There is no valid key with the id ${id}. See: postrider key list`);
  const others =
    ended === 0
      ? ''
      : ` ${ended === 1 ? 'A key that it created is' : `${ended} keys that it created are`} revoked too.`;
  console.log(`Key ${id} is revoked. Requests with it are refused from now on.${others}`);
}

function readPermissions(text: string | undefined): Permissions {
  if (text === undefined) return everything;
  const parsed = permissionsSchema
    .strict()
    .safeParse(Object.fromEntries(text.split(',').map(part => part.trim().split(':'))));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `--permissions: use a list such as emails:write,subscribers:read with ${areas.join(', ')} and ${levels.join(', ')}.`,
  );
}

function readMost(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const most = boundsSchema.shape.most_recipients.safeParse(Number(text));
  if (!most.success) throw new UsageError(`${option}: use a whole number of 1 or more.`);
  return most.data;
}

function asUsage(error: unknown): never {
  throw error instanceof DomainError ? new UsageError(error.detail) : error;
}

function showBounds(bounds: Bounds): string[] {
  return Object.entries(bounds)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => `${name}:${Array.isArray(value) ? value.join('+') : value}`);
}

function readExpiry(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new UsageError('--expires: use a date such as 2027-12-31.');
  if (!isAhead(date.toISOString())) throw new UsageError(`--expires: ${pastExpiry}.`);
  return date.toISOString();
}

function readInstallation(text: string | undefined): Partial<Permissions> {
  if (text === undefined) return {};
  const level = levels.find(level => level === text);
  if (level === undefined) throw new UsageError(`--installation: use ${levels.join(', ')}.`);
  return { installation: level };
}
