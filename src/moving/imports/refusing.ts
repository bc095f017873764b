import pg from 'pg';
import { LineError } from '../../platform/bundle/lines.ts';
import { ZipError } from '../../platform/bundle/zip-reader.ts';
import { DomainError } from '../../platform/errors.ts';

/** Turns errors that the file itself caused into a DomainError, and throws all others unchanged. */
export async function refusing<Result>(work: () => Promise<Result>, part?: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const words = blame(error);
    if (words === undefined) throw error;
    throw new DomainError(
      'import_invalid',
      `The file cannot be imported: ${part ? `${part}: ` : ''}${words}`,
    );
  }
}

export function alreadyHere(what: string, which: string): string {
  return `${what}: ${which} already exists in this installation. An installation cannot have the same newsletter twice. Delete the other one, wait until its rows are gone, then import again.`;
}

function blame(error: unknown): string | undefined {
  if (error instanceof ZipError || error instanceof LineError || error instanceof RangeError)
    return error.message;
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // 22: data exceptions, 23: constraints.
  if (error.code === '23505')
    return error.constraint?.endsWith('_id_key')
      ? alreadyHere('an id', /\(([^()]*)\)=\(([^()]*)\)/.exec(error.detail ?? '')?.[2] ?? '')
      : `two lines contradict each other (${error.constraint}).`;
  if (error.code?.startsWith('22') || error.code?.startsWith('23'))
    return `a value cannot be stored (${error.message.slice(0, 200)}).`;
  return undefined;
}
