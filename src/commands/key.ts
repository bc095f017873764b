import { parseArgs } from 'node:util';
import { createKey } from '../accounts/keys.ts';
import { areas, everything, levels, type Permissions, permissionsSchema } from '../accounts/permissions.ts';
import { listKeys, revokeKeyRow } from '../accounts/queries.ts';
import type { Database } from '../platform/database/connect.ts';
import { isId } from '../platform/ids.ts';
import { chooseNewsletter } from './newsletter.ts';
import { UsageError } from './usage.ts';

/** `postrider key create | list | revoke`. Prints what it did; throws UsageError that says how to ask. */
export async function key(db: Database, [action, ...rest]: string[]): Promise<void> {
  if (action === 'create') return create(db, rest);
  if (action === 'list') return list(db);
  if (action === 'revoke') return revoke(db, rest);
  throw new UsageError('Say: postrider key create, postrider key list, or postrider key revoke ID');
}

async function create(db: Database, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      name: { type: 'string', default: 'from the command line' },
      newsletter: { type: 'string' },
      permissions: { type: 'string' },
      expires: { type: 'string' },
    },
  });
  const newsletter = await chooseNewsletter(db, values.newsletter);
  const { id, secret } = await createKey(db, newsletter, {
    name: values.name,
    permissions: readPermissions(values.permissions),
    expiry_date: readExpiry(values.expires),
  });
  console.log(`${secret}\n\nKey ${id} of newsletter "${newsletter.username}". It is shown this once.`);
}

async function list(db: Database): Promise<void> {
  for (const row of await listKeys(db)) {
    const permissions = permissionsSchema.parse(row.permissions);
    const granted = areas
      .filter(area => permissions[area] !== 'none')
      .map(area => `${area}:${permissions[area]}`);
    const state = row.revocation_date
      ? `revoked ${row.revocation_date}`
      : row.expiry_date
        ? `expires ${row.expiry_date}`
        : 'valid';
    console.log([row.id, row.username, row.name, state, granted.join(',') || 'nothing'].join('  '));
  }
}

async function revoke(db: Database, [id = '']: string[]): Promise<void> {
  if (!isId(id) || !(await revokeKeyRow(db, id)))
    throw new UsageError(`No valid key has the id "${id}". See: postrider key list`);
  console.log(`Key ${id} is revoked. Requests with it are refused from now on.`);
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

function readExpiry(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new UsageError('--expires: use a date such as 2027-12-31.');
  return date.toISOString();
}
