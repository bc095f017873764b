import type { Envelope, HandOver } from './hand-over.ts';
import { enhancedCode } from './replies.ts';

/** The command of a transaction that a reply answers; `dot` is the end of the message. */
export type Stage = 'mail' | 'rcpt' | 'data' | 'dot';

/**
 * What a reply other than the hoped-for means for the message. The class of the three digits decides (RFC 5321 §4.2.1);
 * what it says of our login or our sender says nothing of the recipient.
 */
export function judge(stage: Stage, code: number, reply: string, envelope: Envelope): HandOver {
  const isOurs = stage === 'mail' ? !isOfMessage(code, reply) : isOfSender(code, reply, envelope);
  if (isOurs || code < 400) return { status: 'unreachable', reply };
  return { status: code >= 500 ? 'permanent' : 'temporary', reply };
}

/** Whether a relay that refuses MAIL so takes no mail of anybody now: full, overloaded, going down. */
export function isRelayTrouble(code: number, reply: string): boolean {
  const enhanced = enhancedCode(reply);
  return enhanced === null ? code === 452 || code === 451 : enhanced.startsWith('4.3.');
}

/** Too large (RFC 1870 §6.1), or in need of what the relay cannot do (RFC 6531 §3.5): another message may pass. */
function isOfMessage(code: number, reply: string): boolean {
  return code === 552 || /^5\d\d 5\.(3\.4|6\.\d+) /.test(reply);
}

// Relays often wait with their opinion of the sender until they have heard the recipient; 5.1.7 and 5.1.8 are about
// the sender (RFC 3463 §3.2). For the rest their words, as far as they can only be the relay's own.
function isOfSender(code: number, reply: string, { from, to }: Envelope): boolean {
  if (code === 530 || code === 534 || code === 535 || code === 538) return true;
  if (/^[45]\.1\.[78]$/.test(enhancedCode(reply) ?? '')) return true;
  const words = reply.replace(/^\d{3} (?:[45]\.\d+\.\d+ )?/, '').toLowerCase();
  return (
    words.startsWith(`<${from.toLowerCase()}>: sender address rejected`) || // Postfix
    words.startsWith(`<${to.toLowerCase()}>: relay access denied`) ||
    /^(?:relay not permitted|.*\bsender verify failed)$/.test(words) // Exim
  );
}
