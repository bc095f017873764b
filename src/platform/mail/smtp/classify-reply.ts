import type { Envelope, HandOver, Stage } from './hand-over.ts';
import { enhancedCode } from './replies.ts';

/**
 * Returns the meaning of a negative reply for the message. The class of the code decides (RFC 5321 §4.2.1); a reply about our login or our
 * sender says nothing about the recipient. `names_size` says that the relay has stated its size limit.
 */
export function classifyReply(
  stage: Stage,
  code: number,
  reply: string,
  envelope: Envelope,
  names_size: boolean,
): HandOver {
  if (isTooLarge(stage, code, reply, names_size)) return { status: 'too_large', reply, stage };
  const isOurs = stage === 'mail' ? !isOfAddress(code, reply) : isOfSender(code, reply, envelope);
  if (isOurs || code < 400) return { status: 'unreachable', reply, stage };
  return { status: code >= 500 ? 'permanent' : 'temporary', reply, stage };
}

/**
 * Whether the relay itself finds the message too large (RFC 1870 §6.1). At the end of a message within its stated
 * limit, only the recipient's server can mean that.
 */
function isTooLarge(stage: Stage, code: number, reply: string, names_size: boolean): boolean {
  if (stage === 'mail') return code === 552 || /^5\d\d 5\.3\.4(?!\S)/.test(reply);
  return stage === 'dot' && !names_size && /^5\d\d 5\.3\.4(?!\S)/.test(reply);
}

/** Whether a relay that refuses MAIL this way accepts no mail at all now: full, overloaded, shutting down. */
export function isRelayTrouble(code: number, reply: string): boolean {
  const enhanced = enhancedCode(reply);
  return enhanced === null ? code === 452 || code === 451 : enhanced.startsWith('4.3.');
}

/** Whether the message needs something that the relay cannot do (RFC 6531 §3.5). A message to another address may still pass. */
function isOfAddress(code: number, reply: string): boolean {
  return code >= 500 && /^5\d\d 5\.6\.\d+ /.test(reply);
}

// Whether the reply is about our login or our sender. Exchange says 5.7.60 if the sender is not allowed, and SES names unverified
// identities. Relays often check the sender only after the recipient; 5.1.7 and 5.1.8 are about the sender (RFC 3463 §3.2). Apart from
// these codes, only words that must be the relay's own count.
function isOfSender(code: number, reply: string, { from, to }: Envelope): boolean {
  if (code === 530 || code === 534 || code === 535 || code === 538) return true;
  if (/^[45]\.(1\.[78]|7\.60)$/.test(enhancedCode(reply) ?? '')) return true;
  const words = reply.replace(/^\d{3} (?:[45]\.\d+\.\d+ )?/, '').toLowerCase();
  return (
    words.startsWith(`<${from.toLowerCase()}>: sender address rejected`) || // Postfix
    words.startsWith(`<${to.toLowerCase()}>: relay access denied`) ||
    /^(?:relay not permitted|.*\bsender verify failed)$/.test(words) || // Exim
    /^message rejected: email address is not verified\. the following identities failed the check\b/.test(
      words,
    )
  );
}
