import { ApiFailure } from '../platform/failure.ts';

/** What the service cannot read in a text: mostly Liquid that somebody is still typing. */
export type Unfinished = { part: string; line?: number; column?: number; reason: string };

/** What is unfinished, if that is why the service refused the text. */
export function unfinishedIn(error: unknown): Unfinished | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 400) return undefined;
  const placed = /^(subject|body|custom_teaser), line (\d+)(?:, column (\d+))?: (.*)$/s.exec(error.detail);
  if (placed) {
    const [, part, line, column, reason] = placed;
    return { part: part!, line: Number(line), ...(column && { column: Number(column) }), reason: reason! };
  }
  const named = /^(body|custom_teaser): (there is no snippet .*)$/s.exec(error.detail);
  return named ? { part: named[1]!, reason: named[2]! } : undefined;
}
