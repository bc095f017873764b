import { version } from '../platform/version.ts';

/** The command that calls this program again. npx keeps a package of its own for a tarball, which `npx postrider` does not find. */
export const call = /[\\/]_npx[\\/]/.test(import.meta.url)
  ? `npx ./postrider-${version}.tgz`
  : 'npx postrider';
