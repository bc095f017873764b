import { exactCodes, replyCodes, vagueCodes } from './patterns/codes.ts';
import { exceptions, furtherExceptions } from './patterns/exceptions.ts';
import { hard, vagueHard } from './patterns/hard.ts';
import { findPattern, type Pattern } from './patterns/pattern.ts';
import { policy, vaguePolicy } from './patterns/policy.ts';
import { sender } from './patterns/sender.ts';
import { later, noRoom, passing, trouble, unexplainedRefusals } from './patterns/soft.ts';
import type { Diagnosis } from './report.ts';
import { findReply, findStatus, oneLine, simplify } from './words.ts';

// Clear words beat the status, since hosts say `550 5.7.1 user unknown` and `550 5.1.1 blocked, see spamhaus.org`; an
// exact status beats vague words such as "rejected".
export const clearWords: Pattern[] = [
  ...exceptions,
  ...sender,
  ...furtherExceptions,
  ...noRoom,
  ...policy,
  ...passing,
  ...hard,
];
const vagueWords: Pattern[] = [...trouble, ...vagueHard, ...unexplainedRefusals, ...vaguePolicy];

const unexplained: Pattern = {
  name: 'unexplained',
  kind: 'soft',
  where: 'words',
  expression: /(?!)/,
  reason: 'no reason was given',
};

const reasons: ReadonlyMap<string, string> = new Map(
  [...clearWords, ...vagueWords, ...later, ...exactCodes, ...vagueCodes, ...replyCodes, unexplained].map(
    ({ name, reason }) => [name, reason],
  ),
);

/** What a diagnosis by the pattern of this name means, in general words. */
export function meaningOf(pattern: string): string {
  return reasons.get(pattern) ?? unexplained.reason;
}

/** Whether neither words nor an exact code led to the diagnosis: at most the class of the reply did. */
export function isUnexplained({ pattern }: Diagnosis): boolean {
  return pattern === unexplained.name || replyCodes.some(({ name }) => name === pattern);
}

/** What is known about a failure: the status in its fields, the remote host's words, and other texts that may help. */
export type Failure = {
  recipient: string | null;
  status: string | null;
  diagnostic: string;
  texts: string[];
};

/**
 * Hard, soft or policy, and what decided. A failure after 4yz replies was temporary, whatever its words (RFC 3464
 * §2.3.3); the class of the reply code takes precedence over the status (RFC 5321 §4.2.1).
 */
export function diagnose({ recipient, status: given, diagnostic, texts }: Failure): Diagnosis {
  const status = [diagnostic, ...texts].reduce(refineStatus, given);
  const reply =
    (findReply(diagnostic) ?? (diagnostic.trim() === '' ? firstOf(texts, findReply) : null))?.code ?? null;
  const isTemporary = reply === null ? status?.startsWith('4') === true : reply.startsWith('4');
  const classed =
    status === null ? '' : (isTemporary ? '4' : reply === null ? status[0] : '5') + status.slice(1);
  const pattern =
    (isMute(diagnostic) ? readMute(classed, texts) : decide(diagnostic, classed, isTemporary)) ??
    firstOf(texts, text => decide(text, classed, isTemporary)) ??
    findPattern(exactCodes, 'status', classed) ??
    findPattern(vagueCodes, 'status', classed) ??
    findPattern(replyCodes, 'status', reply ?? '') ??
    unexplained;
  return {
    recipient,
    kind: pattern.kind === 'hard' && isTemporary ? 'soft' : pattern.kind,
    status,
    reason: quoteReply(diagnostic) || firstOf(texts, text => quote(text, pattern)) || pattern.reason,
    pattern: pattern.name,
  };
}

function decide(words: string, status: string, isTemporary: boolean): Pattern | undefined {
  const simple = simplify(words);
  if (simple === '') return undefined;
  return (
    findPattern(clearWords, 'words', simple) ??
    // 4.7.1 is used for senders and for greylisting alike; "try again later" tells which.
    (isTemporary ? findPattern(trouble, 'words', simple) : undefined) ??
    findExactCode(status, simple) ??
    (isTemporary ? undefined : findPattern(vagueWords, 'words', simple))
  );
}

/** Whether a diagnostic is missing or consists only of codes. */
function isMute(diagnostic: string): boolean {
  return !/\p{L}{2}/u.test(diagnostic);
}

/**
 * The meaning of an exact code without words; one that means "nobody is there" yields to texts that mention a temporary
 * problem.
 */
function readMute(status: string, texts: string[]): Pattern | undefined {
  const found = findPattern(exactCodes, 'status', status);
  if (found?.kind !== 'hard') return found;
  return firstOf(texts, text => findPattern([...noRoom, ...passing], 'words', simplify(text))) ?? found;
}

/** The meaning of an exact code, unless it means "nobody is there" and the words ask to try again. */
function findExactCode(status: string, simple: string): Pattern | undefined {
  const found = findPattern(exactCodes, 'status', status);
  return found?.kind === 'hard' ? (findPattern(later, 'words', simple) ?? found) : found;
}

/** The known status, unless it is vague and the text is not: 5.0.0 yields to any, 5.1.0 to another 5.1.x. */
function refineStatus(known: string | null, text: string): string | null {
  const [, subject, detail] = known?.split('.') ?? [];
  if (known !== null && subject !== '0' && detail !== '0') return known;
  const said = findStatus(text);
  if (known === null || said === null) return said ?? known;
  return said.split('.')[1] === '0' ? known : said;
}

/** The line that matched the pattern, or else the first with a reply code. */
function quote(text: string, { where, expression }: Pattern): string | null {
  const lines = text.split('\n').slice(0, 500);
  const line =
    lines.find(
      candidate => where === 'words' && candidate.trim() !== '' && expression.test(simplify(candidate)),
    ) ?? lines.find(candidate => findReply(candidate) !== null);
  return line === undefined ? null : quoteReply(line);
}

/** The remote host's reply, without what our side says around it. */
function quoteReply(diagnostic: string): string {
  const words = findReply(diagnostic)?.words ?? diagnostic;
  return oneLine(words.replace(/\n\s*giving up on .*$|\(in reply to .{1,60} command\)\s*$/is, ''));
}

function firstOf<Found>(texts: string[], find: (text: string) => Found | null | undefined): Found | null {
  for (const text of texts) {
    const found = find(text);
    if (found !== null && found !== undefined) return found;
  }
  return null;
}
