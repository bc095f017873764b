import { ApiFailure } from '../platform/failure.ts';

/** What the service cannot read in a text: mostly Liquid that somebody is still typing. */
export type Unfinished = { part: string; line?: number; column?: number; reason: string };

/** Returns what is unfinished, if that is why the service refused the text. */
export function unfinishedIn(error: unknown): Unfinished | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 400) return undefined;
  const { part, reason, line, column } = error.answer.metadata ?? {};
  if (part === undefined || reason === undefined) return undefined;
  return { part, reason, ...(line && { line: Number(line) }), ...(column && { column: Number(column) }) };
}
