import { ApiFailure } from '../platform/failure.ts';
import { words } from '../words.ts';
import { openLiquid } from './unfinished-liquid.ts';

/** The part of a text that the service cannot read, usually Liquid that somebody is still typing. */
export type Unfinished = { part: string; line?: number; column?: number; reason: string };

/** Returns what is unfinished, if that is why the service refused the text. */
export function unfinishedIn(error: unknown): Unfinished | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 400) return undefined;
  const { part, reason, line, column } = error.answer.metadata ?? {};
  if (part === undefined || reason === undefined) return undefined;
  return { part, reason, ...(line && { line: Number(line) }), ...(column && { column: Number(column) }) };
}

const parts = ['subject', 'body', 'description', 'custom_teaser'] as const;

/** Throws the service's refusal of Liquid that is still being typed, without asking the service. */
export function refuseUnfinished(texts: { [Part in (typeof parts)[number]]?: string }): void {
  for (const part of parts) {
    const open = openLiquid(texts[part] ?? '');
    if (!open) continue;
    const reason = words.write.open_liquid[open.lacks](open.mark);
    const metadata = { part, line: String(open.line), column: String(open.column), reason };
    throw new ApiFailure(400, { code: `${part}_invalid`, detail: `${part}: ${reason}`, metadata });
  }
}
