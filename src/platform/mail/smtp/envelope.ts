import { isAscii } from 'node:buffer';
import { limitOf } from '../../sentences/counted.ts';
import { sentence } from '../../sentences/sentence.ts';
import { ownerParameter } from './greeting.ts';
import { type Envelope, type HandOver, isPlainMessage, type Message, piecesOf } from './hand-over.ts';
import type { Offers } from './session.ts';

const plainAddress = /^[!-;=?-~]*$/;
const harmful = /[\0-\x20<>\x7f]/;

/** MAIL and RCPT for a message of this size. */
export type EnvelopeCommands = { commands: string; size: number };

/**
 * Returns MAIL and RCPT for the message, with the parameters that the relay offers (RFC 1870, 3461, 6152, 6531), or the refusal that the
 * message would get from this relay.
 */
export function envelopeCommands(
  envelope: Envelope,
  message: Message,
  offers: Offers,
): EnvelopeCommands | HandOver {
  const { from, to } = envelope;
  const isPlain = plainAddress.test(from) && plainAddress.test(to);
  if (to === '' || (!isPlain && (harmful.test(from) || harmful.test(to))))
    return refusal(sentence('relays.no_address'));
  // The size comes first: a message that is too large for everybody must not be counted against a recipient for another reason.
  const { size, is_ascii } = measure(message);
  if (offers.size > 0 && size > offers.size)
    return {
      status: 'too_large',
      reply: sentence('relays.over_limit', { limit: limitOf(offers.size), bytes: size }),
    };
  if (!isPlain && !offers.smtputf8) return refusal(sentence('relays.no_smtputf8'));
  let parameters = offers.size >= 0 ? ` SIZE=${size}` : '';
  if (!is_ascii) {
    if (!offers.eight_bit) return refusal(sentence('relays.no_eight_bit'));
    parameters += ' BODY=8BITMIME';
  }
  if (!isPlain) parameters += ' SMTPUTF8';
  if (envelope.owner !== undefined && offers.is_inbox) parameters += ` ${ownerParameter}=${envelope.owner}`;
  if (envelope.envelope_id === undefined || !offers.dsn)
    return { commands: `MAIL FROM:<${from}>${parameters}\r\nRCPT TO:<${to}>\r\n`, size };
  // This is the address before any forwarding, for a person who reads the report (RFC 3461 §4).
  const original = isPlain ? ` ORCPT=rfc822;${xtext(to)}` : '';
  const report = ` RET=HDRS ENVID=${xtext(envelope.envelope_id).slice(0, 100)}`;
  const commands = `MAIL FROM:<${from}>${parameters}${report}\r\nRCPT TO:<${to}> NOTIFY=FAILURE,DELAY${original}\r\n`;
  return { commands, size };
}

function refusal(reply: string): HandOver {
  return { status: 'permanent', reply };
}

/** Returns the size of the message on the wire, and whether it is pure ASCII. */
export function measure(message: Message): { size: number; is_ascii: boolean } {
  if (isPlainMessage(message)) {
    const size = message.plain.reduce((sum, piece) => sum + piece.length, 0);
    return { size, is_ascii: true };
  }
  let size = 0;
  let is_ascii = true;
  for (const piece of piecesOf(message)) {
    const bytes = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    is_ascii &&= typeof piece === 'string' ? bytes === piece.length : isAscii(piece);
    size += bytes;
  }
  return { size, is_ascii };
}

/** Encodes text as xtext (RFC 3461 §4). */
function xtext(text: string): string {
  return Array.from(Buffer.from(text), byte =>
    byte < 33 || byte > 126 || byte === 43 || byte === 61
      ? `+${byte.toString(16).toUpperCase().padStart(2, '0')}`
      : String.fromCharCode(byte),
  ).join('');
}
