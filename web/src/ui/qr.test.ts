import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { encodeQr } from './qr.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const address = `otpauth://totp/Postrider:nell%40lowwater.example?secret=${secret}&issuer=Postrider`;

test('the smallest code, one for an authenticator app and the largest equal codes that ZXing could read', () => {
  const print = (text: string) => {
    const rows = encodeQr(text);
    const hash = createHash('sha256').update(rows.map(row => row.map(Number).join('')).join('\n'));
    return [rows.length, hash.digest('hex').slice(0, 16)];
  };
  assert.deepEqual(['a', address, 'é'.repeat(333)].map(print), [
    [21, 'e8ab680854e4019c'],
    [41, 'c4d9f22b9d098fbb'],
    [97, 'ff1411bbaee01f72'],
  ]);
});

test('a text that is too long is refused', () => {
  assert.throws(() => encodeQr('x'.repeat(667)), RangeError);
});
