import { hash } from 'node:crypto';

/**
 * Hashes printed copies: the first 6 bytes, in hexadecimal, of the SHA-256 of a copy without its field Date. The common end
 * of all copies, such as attachments, is included as its own hash, which is computed once.
 */
export function openCopyHash(): (letter: readonly string[]) => string {
  let ending = '';
  let mark = hash('sha256', ending);
  return letter => {
    const [header = '', ...pieces] = letter;
    const last = pieces.pop() ?? '';
    if (last !== ending) [ending, mark] = [last, hash('sha256', last)];
    const date = header.indexOf('\r\nDate: ');
    const next = header.indexOf('\r\n', date + 2);
    pieces.unshift(header.slice(0, date), header.slice(next));
    pieces.push(mark);
    return hash('sha256', pieces.join('')).slice(0, 12);
  };
}
