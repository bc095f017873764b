import { openSecretKeys } from '../platform/secrets/secret-key.ts';
import { openVault } from '../platform/secrets/vault.ts';

/** The SECRET_KEY of tests. */
export const testSecretKey = Buffer.alloc(32, 'test').toString('base64');

/** The vault of a service with `testSecretKey`. */
export const testVault = openVault(
  openSecretKeys({
    DATA_DIR: '/nowhere',
    DATABASE_URL: undefined,
    FILES_URL: undefined,
    SECRET_KEY: [Buffer.from(testSecretKey, 'base64')],
  })!,
);
