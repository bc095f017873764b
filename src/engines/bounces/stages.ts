import { beforeRecipient, blockedByReader } from './patterns/doubts.ts';
import type { Pattern } from './patterns/pattern.ts';

const before = [
  // Postfix
  /\(in reply to (?:end of )?(?:HELO|EHLO|LHLO|STARTTLS|AUTH|MAIL)\b/i,
  // Exim
  /\bSMTP error from remote (?:mail ?er|mail server|mailer) after (?:pipelined )?(?:initial connection|end of greeting|HELO|EHLO|STARTTLS|AUTH|MAIL)\b/i,
  // qmail
  /\bbut (?:my name|sender) was rejected\b|\bbut greeting failed\b/i,
  // Gmail: its client's states below 14, which is RCPT
  /\(state (?:[1-9]|1[0-3])\)/,
];

const answered =
  /^[>|\s]{0,10}>>> ?(HELO|EHLO|STARTTLS|AUTH|MAIL|RCPT|DATA|BDAT)\b.{0,500}\n[>|\s]{0,10}<<< ?[45]\d\d/gim;

/**
 * Whether a notice says that the server answered a command before the one for the recipient (RFC 5321 §4.1.1). Such a reply is about the
 * sender or its host. Knows the phrases of Postfix, Exim, qmail and Gmail, and Sendmail's transcript.
 */
function isBeforeRecipient(text: string): boolean {
  const { notice, commands } = readTranscript(text);
  if (commands.length > 0) return !commands.some(command => /^(?:RCPT|DATA|BDAT)$/.test(command));
  return before.some(phrase => phrase.test(notice));
}

/** Returns why a refusal at this stage of the conversation does not mean that nobody is there; undefined if it may. */
export function findStage(texts: string[]): Pattern | undefined {
  if (texts.some(isBeforeRecipient)) return beforeRecipient;
  return texts.some(text => /\bdocomo\.ne\.jp\b/i.test(text)) && texts.some(isAfterMessage)
    ? blockedByReader
    : undefined;
}

/** Whether a notice of Postfix, Exim or Sendmail says that the server answered the message, not the recipient. */
function isAfterMessage(text: string): boolean {
  const { notice, commands } = readTranscript(text);
  return (
    (commands.length > 0 && !commands.includes('RCPT')) ||
    /\(in reply to end of DATA\b|\bafter end of data:/i.test(notice)
  );
}

/** Returns the first 64 KiB on one line, and the commands that were refused in Sendmail's transcript. */
function readTranscript(text: string): { notice: string; commands: string[] } {
  const notice = text.slice(0, 64 * 1024);
  const commands = [...notice.matchAll(answered)].map(([, command]) => command!.toUpperCase());
  return { notice: notice.replace(/\s+/g, ' '), commands };
}
