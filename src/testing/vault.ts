import { openSecretKeys } from '../platform/secret-key.ts';
import { openVault } from '../platform/vault.ts';

/** The SECRET_KEY of tests. */
export const testSecretKey = Buffer.alloc(32, 'test').toString('base64');

/** Where a service of a test finds its key. */
export const testKeyPlace = { DATA_DIR: '/nowhere', SECRET_KEY: [Buffer.from(testSecretKey, 'base64')] };

export const testVault = openVault(
  openSecretKeys({ ...testKeyPlace, DATABASE_URL: undefined, FILES_URL: undefined })!,
);
