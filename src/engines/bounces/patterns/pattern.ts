import type { Kind } from '../report.ts';

/**
 * A row of the tables. `where` says what the expression is matched against: the enhanced `status`; the `words` of the
 * remote host (the diagnostic, or the text in which a notice quotes it); the `text` of a notice; its `subject`; its
 * `sender`. All except the status are simplified by simplify(). Every quantifier is bounded, and so is the matching
 * time.
 */
export type Pattern = {
  name: string;
  kind: Kind;
  where: 'status' | 'words' | 'text' | 'subject' | 'sender';
  expression: RegExp;
  reason: string;
};

/** The first matching row for this place. */
export function findPattern(table: Pattern[], where: Pattern['where'], text: string): Pattern | undefined {
  if (text === '') return undefined;
  return table.find(pattern => pattern.where === where && pattern.expression.test(text));
}
