import pg from 'pg';
import { LineError } from '../../platform/bundle/lines.ts';
import { ZipError } from '../../platform/bundle/zip-reader.ts';
import { DomainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** Turns errors that the file itself caused into a DomainError, and throws all others unchanged. */
export async function refusing<Result>(work: () => Promise<Result>, part?: string): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const words = blame(error);
    if (words === undefined) throw error;
    throw new DomainError(
      'import_invalid',
      part
        ? sentence('moving.cannot_import_part', { part, reason: words })
        : sentence('moving.cannot_import', { reason: words }),
    );
  }
}

export function alreadyHere(what: string, which: string): string {
  return sentence('moving.exists_here', { what, which });
}

function blame(error: unknown): string | undefined {
  if (error instanceof ZipError || error instanceof LineError || error instanceof RangeError)
    return error.message;
  if (!(error instanceof pg.DatabaseError)) return undefined;
  // Class 22 contains data exceptions, class 23 violations of constraints.
  if (error.code === '23505')
    return error.constraint?.endsWith('_id_key')
      ? alreadyHere('an id', /\(([^()]*)\)=\(([^()]*)\)/.exec(error.detail ?? '')?.[2] ?? '')
      : sentence('moving.two_lines_contradict', { constraint: error.constraint });
  if (error.code?.startsWith('22') || error.code?.startsWith('23'))
    return sentence('moving.value_not_stored', { reason: error.message.slice(0, 200) });
  return undefined;
}
