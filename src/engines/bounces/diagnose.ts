import { sentence } from '../../platform/sentences/sentence.ts';
import { exactCodes, replyCodes, vagueCodes } from './patterns/codes.ts';
import {
  beforeRecipient,
  blockedByReader,
  denials,
  doubts,
  recipientNouns,
  senderNouns,
  unnamedAddress,
  unnamedHost,
} from './patterns/doubts.ts';
import { exceptions, furtherExceptions } from './patterns/exceptions.ts';
import { hard, vagueHard } from './patterns/hard.ts';
import { findPattern, type Pattern } from './patterns/pattern.ts';
import { policy, vaguePolicy } from './patterns/policy.ts';
import { sender } from './patterns/sender.ts';
import { later, noRoom, passing, trouble, unexplainedRefusals } from './patterns/soft.ts';
import type { Diagnosis } from './report.ts';
import { findStage } from './stages.ts';
import { clauseAt, findReply, findStatus, oneLine, simplify, unwrapReply } from './words.ts';

/** The pattern for names that the reporting host's own resolver has looked up. That host says 4.0.0 when it has given up. */
const lookedUp = 'no-mail-in-dns';

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
  reason: sentence('bounces.unexplained'),
};

const reasons: ReadonlyMap<string, string> = new Map(
  [
    ...[...clearWords, ...vagueWords, ...later, ...exactCodes, ...vagueCodes, ...replyCodes, unexplained],
    ...[...doubts, senderNouns, ...denials, unnamedAddress, unnamedHost, beforeRecipient, blockedByReader],
  ].map(({ name, reason }) => [name, reason]),
);

/** Returns the meaning of a diagnosis by the pattern of this name, in general words. */
export function meaningOf(pattern: string): string {
  return reasons.get(pattern) ?? unexplained.reason;
}

/** Whether neither words nor an exact code led to the diagnosis: at most the class of the reply did. */
export function isUnexplained({ pattern }: Diagnosis): boolean {
  return pattern === unexplained.name || replyCodes.some(({ name }) => name === pattern);
}

/** The data about a failure: the status in its fields, the remote host's words, and other texts that may help. */
export type Failure = {
  recipient: string | null;
  status: string | null;
  diagnostic: string;
  texts: string[];
  /** Our addresses and domains as senders, as far as they are known. Statements about these are not about the recipient. */
  ours?: string[];
};

/**
 * Decides between hard, soft and policy, and returns the pattern that decided. A failure after 4yz replies was temporary, whatever its
 * words (RFC 3464 §2.3.3); the class of the reply code takes precedence over the status (RFC 5321 §4.2.1). It is hard only if nothing says
 * that it is about the sender, the content or the receiver's policy, because a wrong guess takes a reader off the list for good.
 */
export function diagnose(failure: Failure): Diagnosis {
  const { recipient, diagnostic } = failure;
  const words = unwrapReply(diagnostic);
  const texts = failure.texts.map(unwrapReply);
  const status = [words, ...texts].reduce(refineStatus, failure.status);
  const reply = (findReply(words) ?? (words.trim() === '' ? firstOf(texts, findReply) : null))?.code ?? null;
  const isTemporary = reply === null ? status?.startsWith('4') === true : reply.startsWith('4');
  const classed =
    status === null ? '' : (isTemporary ? '4' : reply === null ? status[0] : '5') + status.slice(1);
  const known = { recipient, ours: failure.ours ?? [], status: classed, isTemporary };
  const found =
    (isMute(words) ? readMute(classed, texts) : decide(words, known)) ??
    firstOf(texts, text => decide(text, known)) ??
    findPattern(exactCodes, 'status', classed) ??
    findPattern(vagueCodes, 'status', classed) ??
    findPattern(replyCodes, 'status', reply ?? '') ??
    unexplained;
  const pattern = (found.kind === 'hard' && findStage([diagnostic, ...failure.texts])) || found;
  const isPassing = isTemporary && pattern.name !== lookedUp;
  return {
    recipient,
    kind: pattern.kind === 'hard' && isPassing ? 'soft' : pattern.kind,
    status,
    reason: quoteReply(diagnostic) || firstOf(failure.texts, text => quote(text, found)) || pattern.reason,
    pattern: pattern.name,
  };
}

type Known = Required<Pick<Failure, 'recipient' | 'ours'>> & { status: string; isTemporary: boolean };

function decide(words: string, known: Known): Pattern | undefined {
  const { status, isTemporary } = known;
  const simple = simplify(nameOurs(words, known));
  if (simple === '') return undefined;
  const found =
    findPattern(clearWords, 'words', simple) ??
    // The code 4.7.1 is used for senders and for greylisting alike; the words "try again later" tell which is meant.
    (isTemporary ? findPattern(trouble, 'words', simple) : undefined) ??
    findExactCode(status, simple) ??
    (isTemporary ? undefined : findPattern(vagueWords, 'words', simple));
  return found?.kind === 'hard' ? (findDoubt(found, simple, known) ?? found) : found;
}

/**
 * Returns why words that mean "nobody is there" are not about the recipient, or contradict their code; undefined if there is no such doubt.
 */
function findDoubt(found: Pattern, simple: string, { recipient, status }: Known): Pattern | undefined {
  const isCode = found.where === 'status';
  const reply = findReply(simple)?.words ?? '';
  // A code has no position in a text, so only the reply that it comes with can contradict it.
  const clause = isCode ? reply.slice(0, 500) : clauseAt(simple, found.expression);
  const said = findReply(clause)?.words ?? clause;
  const doubt = findPattern(doubts, 'words', said) ?? (namesSender(said) ? senderNouns : undefined);
  if (doubt) return doubt;
  const isBlocked =
    found.name === 'inactive' && /\b(blocked|barred)\b/.test(clause) && !/recipient|inactiv/.test(clause);
  if (isCode || isBlocked || vagueHard.includes(found))
    return findPattern(denials, 'words', isCode ? clause : simple);
  if (isOfRecipient(said, status, recipient)) return undefined;
  const isOfDomain = found.name === 'no-such-host' || (found.name === 'gone' && /\bdomain\b/.test(clause));
  if ((isOfDomain || found.name === 'inactive') && status[2] === '7')
    return findPattern(exactCodes, 'status', status);
  if (isOfDomain && reply !== '' && !hard.some(row => row !== found && row.expression.test(clause)))
    return unnamedHost;
  return unnamedAddress.expression.test(clause) ? unnamedAddress : undefined;
}

function namesSender(clause: string): boolean {
  if (opensWithOurs.test(clause)) return true;
  if (recipientNouns.test(clause)) return false;
  return senderNouns.expression.test(clause) || (clause.includes(ourName) && !clause.includes('@'));
}

/** Whether a reply is about the recipient or their domain, by its code or because it names them. */
function isOfRecipient(clause: string, status: string, recipient: string | null): boolean {
  const domain = recipient?.slice(recipient.lastIndexOf('@') + 1).toLowerCase() ?? '';
  return (
    /^5\.(1\.[1-6]|1\.10|4\.4|4\.310)$/.test(status) ||
    (domain !== '' && clause.includes(domain)) ||
    recipientNouns.test(clause) ||
    /@|unrout|destination|hosted|not (local|handled|served)|local-part|\b(this|that|to|for|mail|e-?mail) (the )?domain/.test(
      clause,
    )
  );
}

const ourName = 'our_name';

/** Matches a reply that begins with our name. It answers a server that asks for our address, as in a check of the sender. */
const opensWithOurs = new RegExp(
  String.raw`^(?:[45]\d\d[- ])?(?:#?[45]\.\d\.\d{1,3} )?[<"']?${ourName}[>"']?(?:\.{3}|:|,)? `,
);

/** Returns the text with our own names and every address at our domains replaced, except for names that the recipient shares. */
function nameOurs(words: string, { ours, recipient }: Known): string {
  const theirs = recipient?.toLowerCase() ?? '';
  return ours
    .map(name => name.toLowerCase())
    .filter(name => theirs !== name && !theirs.endsWith(`@${name}`))
    .reduce(
      (text, name) => {
        const anybody = name.includes('@') ? '' : String.raw`(?:[^\s<>()'",;:@]{1,128}@)?`;
        const whole = String.raw`(?<![\w.@-])${anybody}${name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\w-]|\.\w)`;
        return text.replaceAll(new RegExp(whole, 'gi'), ourName);
      },
      words.slice(0, 64 * 1024),
    );
}

/** Whether a diagnostic is missing or consists only of codes. */
function isMute(diagnostic: string): boolean {
  return !/\p{L}{2}/u.test(diagnostic);
}

/**
 * Returns the meaning of an exact code without words. A code that means "nobody is there" yields to texts that mention a temporary problem.
 */
function readMute(status: string, texts: string[]): Pattern | undefined {
  const found = findPattern(exactCodes, 'status', status);
  if (found?.kind !== 'hard') return found;
  return firstOf(texts, text => findPattern([...noRoom, ...passing], 'words', simplify(text))) ?? found;
}

/** Returns the meaning of an exact code, unless it means "nobody is there" and the words ask to try again. */
function findExactCode(status: string, simple: string): Pattern | undefined {
  const found = findPattern(exactCodes, 'status', status);
  return found?.kind === 'hard' ? (findPattern(later, 'words', simple) ?? found) : found;
}

/** Returns the known status, unless it is vague and the text is not: 5.0.0 yields to any other, 5.1.0 to another 5.1.x. */
function refineStatus(known: string | null, text: string): string | null {
  const [, subject, detail] = known?.split('.') ?? [];
  if (known !== null && subject !== '0' && detail !== '0') return known;
  const said = findStatus(text);
  if (known === null || said === null) return said ?? known;
  return said.split('.')[1] === '0' ? known : said;
}

/** Returns the line that matched the pattern, or else the first with a reply code. */
function quote(text: string, { where, expression }: Pattern): string | null {
  const lines = text.split('\n').slice(0, 500);
  const line =
    lines.find(
      candidate => where === 'words' && candidate.trim() !== '' && expression.test(simplify(candidate)),
    ) ?? lines.find(candidate => findReply(candidate) !== null);
  return line === undefined ? null : quoteReply(line);
}

/** Returns the remote host's reply, without the words of the reporting host around it. */
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
