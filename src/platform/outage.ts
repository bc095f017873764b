import { statfsSync } from 'node:fs';
import pg from 'pg';
import { type DomainError, domainError } from './errors.ts';
import { sentence } from './sentences/sentence.ts';
import { isBrokenConnection, NoServerError } from './server-errors.ts';

/** PostgreSQL writes its WAL in files of 16 MB; with less free space than that, a write may end the server. */
const leastBytes = 16 * 1024 * 1024;

/**
 * Returns the lack of resources that caused `error`, if one did: no disk space, or no writable disk (507 `storage_full`), or no connection
 * to the database (503 `not_ready`). Nothing was stored, and the same request may succeed later.
 */
export function outageOf(error: unknown): DomainError | undefined {
  if (!(error instanceof Error)) return undefined;
  // https://www.postgresql.org/docs/18/errcodes-appendix.html
  switch ('code' in error ? error.code : undefined) {
    case '53100':
      return storageFull(sentence('requests.database_disk_full'));
    case 'ENOSPC':
    case 'EDQUOT':
      return storageFull(sentence('requests.files_disk_full'));
    case 'EROFS':
      return domainError('storage_full', 'requests.disk_read_only');
    case '53300':
      return notReady(sentence('requests.no_connection'));
    case '57P03':
      return notReady(sentence('requests.database_starting'));
    case '25006':
      return notReady(sentence('requests.database_read_only'));
    // The server is stopping or has crashed, perhaps after it stored something.
    case '57P01':
    case '57P02':
    case '57P05':
      return domainError('not_ready', 'requests.connection_broke');
  }
  if (isBrokenConnection(error) || isNoLongerConnected(error))
    return domainError('not_ready', 'requests.connection_broke');
  if (error instanceof NoServerError) return notReady(sentence('requests.database_away'));
  if (error.message === 'timeout exceeded when trying to connect')
    return notReady(sentence('requests.no_connection_in_time'));
  return outageOf(error.cause);
}

/**
 * Whether the database caused `error`: it has run out of a resource, is unavailable, or broke off the connection. The error then says
 * nothing about the work itself.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (outageOf(error)) return true;
  if (!(error instanceof Error)) return false;
  // Classes 08, 53, 57P and 58: connection, resources, shutdown, system.
  if (error instanceof pg.DatabaseError) return /^(08|53|57P|58)/.test(error.code ?? '');
  return false;
}

/** Whether node-postgres reports that the connection had broken before this use of it. */
function isNoLongerConnected({ message }: Error): boolean {
  return /^Connection terminated|not queryable$/.test(message);
}

/** Returns the error for a full disk, which says that nothing was stored. */
export function storageFull(what: string): DomainError {
  return domainError('storage_full', 'requests.disk_full', { what });
}

function notReady(what: string): DomainError {
  return domainError('not_ready', 'requests.try_again', { what });
}

/** Whether the disk of this folder has too little space left for a database; false if that is unknown. */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastBytes;
  } catch {
    return false;
  }
}
