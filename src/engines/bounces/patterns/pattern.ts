/**
 * The kind of a returned message. `hard`: the mailbox does not exist, and will not; `soft`: given up because of a temporary problem;
 * `policy`: the receiver refuses the sender or the content, which says nothing about the recipient; `delayed`: not given up yet;
 * `delivered`: a receipt; `complaint`, `not_spam`: a reader's report about our mail (RFC 5965); `auto_reply`: an automatic reply on behalf
 * of a person; `none`: none of these.
 */
export type Kind =
  | 'hard'
  | 'soft'
  | 'policy'
  | 'delayed'
  | 'delivered'
  | 'complaint'
  | 'not_spam'
  | 'auto_reply'
  | 'none';

/**
 * A row of the tables. `where` names the text that the expression is matched against: the enhanced `status`; the `words` of the remote host
 * (the diagnostic, or the text in which a notice quotes it); the `text` of a notice; its `subject`; its `sender`. All except the status are
 * simplified by simplify(). Every quantifier is bounded, and so is the matching time.
 */
export type Pattern = {
  name: string;
  kind: Kind;
  where: 'status' | 'words' | 'text' | 'subject' | 'sender';
  expression: RegExp;
  reason: string;
};

/** Returns a function that makes rows of this kind for this place. */
export function rowOf(kind: Kind, where: Pattern['where']) {
  return (name: string, expression: RegExp, reason: string): Pattern => ({
    name,
    kind,
    where,
    expression,
    reason,
  });
}

export const hardIf = rowOf('hard', 'words');
export const softIf = rowOf('soft', 'words');
export const policyIf = rowOf('policy', 'words');

/** Returns the first row for this place that matches. */
export function findPattern(table: Pattern[], where: Pattern['where'], text: string): Pattern | undefined {
  if (text === '') return undefined;
  return table.find(pattern => pattern.where === where && pattern.expression.test(text));
}
