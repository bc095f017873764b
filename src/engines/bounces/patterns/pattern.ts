import type { Kind } from '../report.ts';

/**
 * A row of the tables. `where` says what the expression meets: the enhanced `status`; the `words` of the remote host (the
 * diagnostic, or the text in which a notice quotes it); the `text` of a notice; its `subject`; its `sender`. All but the
 * status in the form that simplify() gives. Every quantifier of an expression has a bound, so that its time has one.
 */
export type Pattern = {
  name: string;
  kind: Kind;
  where: 'status' | 'words' | 'text' | 'subject' | 'sender';
  expression: RegExp;
  reason: string;
};

/** The first row of this place that matches. */
export function findPattern(table: Pattern[], where: Pattern['where'], text: string): Pattern | undefined {
  if (text === '') return undefined;
  return table.find(pattern => pattern.where === where && pattern.expression.test(text));
}
