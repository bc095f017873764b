import { day_ms } from '../../platform/durations.ts';
import {
  bytesOfId,
  idBytes,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../../platform/secrets/signed-tokens.ts';

const timeBytes = 6;
/** A person needs at least this long to read a form and enter an address. */
const leastTime_ms = 2000;
const mostTime_ms = 7 * day_ms;

/** Proves that somebody was shown this form at this moment: a value for a hidden field. */
export function signShown(secret: Secret, form_id: string, now: Date): string {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now.getTime(), 0, timeBytes);
  return signToken(secret, 'form shown', Buffer.concat([bytesOfId(form_id), time]));
}

/**
 * How long ago the form was shown, by the proof: `recently` (long enough for a person), `too_fast` (in less time than a person needs), or
 * `unknown` (an old proof, or none).
 */
export function sinceShown(
  secret: Secret,
  form_id: string,
  proof: string,
  now: Date,
): 'recently' | 'too_fast' | 'unknown' {
  const payload = readToken(secret, 'form shown', proof, idBytes + timeBytes);
  if (!payload || idOfBytes(payload.subarray(0, idBytes)) !== form_id) return 'unknown';
  const time = now.getTime() - payload.readUIntBE(idBytes, timeBytes);
  if (time < 0 || time > mostTime_ms) return 'unknown';
  return time < leastTime_ms ? 'too_fast' : 'recently';
}
