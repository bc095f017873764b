import { recordAudit } from '../journal/audit/record.ts';
import type { Config } from '../platform/config/config.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { addSecret, forgetFormerSecrets } from '../platform/secrets/secret.ts';
import {
  makeSecretKey,
  newKey,
  newKeyText,
  openSecretKeys,
  readKeyFile,
  secretKeyFile,
  writeSecretKeys,
} from '../platform/secrets/secret-key.ts';
import { keyIdOf, lockVault, openVault } from '../platform/secrets/vault.ts';
import { describeLosses, listLost } from '../program/lost-secrets.ts';
import { listStored, openSecrets, replaceLost, sealAll } from '../program/open-secrets.ts';
import { CommandError } from './command.ts';

/**
 * `postrider secret rotate`: encrypts every secret with a new key. The old key stays in the file until all are
 * encrypted, so that an interruption at any point leaves every secret readable.
 */
export async function rotateSecrets(
  config: Config,
  db: Database,
  links: 'keep' | 'add' | 'end',
): Promise<void> {
  await openSecrets(db, config); // throws if the key is not the one of this database
  const file = secretKeyFile(config);
  const from_setting = config.SECRET_KEY !== undefined;
  if (from_setting && config.SECRET_KEY!.length === 1 && links === 'keep')
    throw new CommandError(
      `The key is set in SECRET_KEY, so the new key belongs there too. 1. Add it at the end, after a comma, and restart every process. 2. Move it to the front and restart them again; the first start encrypts everything with it. 3. Remove the old key. A new key: ${newKeyText()}`,
    );
  await inTransaction(db, async trx => {
    await lockVault(trx);
    if (!from_setting) await writeSecretKeys(file, [newKey(), ...readKeyFile(file)]);
    const vault = openVault(openSecretKeys(config)!);
    const count = await sealAll(trx, vault, await listStored(trx));
    console.log(`${count} ${count === 1 ? 'secret is' : 'secrets are'} encrypted with the new key.`);
    if (links !== 'keep') await addSecret(trx, vault);
    if (links === 'end') await forgetFormerSecrets(trx);
    const details = { links };
    await recordAudit(
      trx,
      { type: 'command_line' },
      { newsletter_id: null, action: 'secrets.rotated', object_id: null, details },
    );
  });
  if (!from_setting) {
    await inTransaction(db, async trx => {
      await lockVault(trx);
      const needed = new Set((await listStored(trx)).map(({ stored }) => keyIdOf(stored)));
      const keys = readKeyFile(file).filter(({ id }, at) => at === 0 || needed.has(id));
      await writeSecretKeys(file, keys);
    });
    console.log(
      `The new key is in ${file}. Store a copy next to that of the old key, which older backups still need.`,
    );
  }
  if (links === 'add')
    console.log(
      'Restart every process of the service to sign links with the new secret. Old links stay valid.',
    );
  if (links === 'end')
    console.log('Restart every process of the service. From then on all earlier links are refused.');
}

/**
 * `postrider secret reset`: replaces every secret that no key here can decrypt, and prints what no longer works. The
 * exit code is 1 if there are such secrets and `yes` is not given.
 */
export async function resetSecrets(config: Config, db: Database, yes: boolean): Promise<number> {
  const done = await inTransaction(db, async trx => {
    await lockVault(trx);
    const keys = openSecretKeys(config);
    const lost = await listLost(trx, config);
    for (const line of describeLosses(lost)) console.log(line);
    if (lost.length === 0) console.log('The key here decrypts every secret. Nothing needs to be reset.');
    if (lost.length === 0 || !yes) return lost.length === 0;
    if (!keys) await makeSecretKey(config);
    const vault = openVault(openSecretKeys(config)!);
    for (const one of lost) await replaceLost(trx, vault, one);
    await recordAudit(
      trx,
      { type: 'command_line' },
      { newsletter_id: null, action: 'secrets.reset', object_id: null, details: { count: lost.length } },
    );
    return true;
  });
  if (!done) {
    console.log('Nothing was changed. If the key is permanently lost, run: npx postrider secret reset --yes');
    return 1;
  }
  if (yes) await openSecrets(db, config);
  return 0;
}
