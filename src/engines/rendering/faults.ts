import { LiquidError } from 'liquidjs';
import { DomainError, domainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

export type Part = 'subject' | 'body';

/** Runs `work` on a part of a message and turns template errors into `subject_invalid` or `body_invalid`. */
export function withFaultsOf<Result>(part: Part, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toDomainError(part, error);
  }
}

function toDomainError(part: Part, error: unknown): unknown {
  const code = `${part}_invalid` as const;
  if (LiquidError.is(error)) {
    const [line, column] = error.token.getPosition();
    const reason = `${reasonOf(error)}.`;
    return new DomainError(code, sentence('rendering.at', { part, line, column, reason }), {
      part,
      line: String(line),
      column: String(column),
      reason,
    });
  }
  if (error instanceof RangeError) return domainError(code, 'rendering.nested_too_deeply', { part });
  return error;
}

function reasonOf(error: LiquidError): string {
  // Deep nesting overflows the stack of the recursive parsers.
  if (error.originalError instanceof RangeError) return sentence('rendering.template_nested');
  const reason = error.originalError?.message ?? error.message;
  return reason.replace(/(?:, file:[^,]*)?, line:\d+, col:\d+$/, '').replace(/\.$/, '');
}
