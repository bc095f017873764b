import { hash } from 'node:crypto';
import type { Letter } from '../../platform/mail/message.ts';

/**
 * Hashes printed copies: the first 6 bytes, in hexadecimal, of the SHA-256 of a copy without its field Date. The text that
 * all copies share, such as attachments, is included as its own hash, which is computed once.
 */
export function openCopyHash(): (letter: Letter) => string {
  const marks = new WeakMap<readonly string[], string>();
  return ({ own, shared }) => hash('sha256', [markOf(shared), ...own].join(separator)).slice(0, 12);

  function markOf(shared: readonly string[]): string {
    const known = marks.get(shared);
    if (known !== undefined) return known;
    const mark = hash('sha256', shared.join(separator));
    marks.set(shared, mark);
    return mark;
  }
}

/** A separator that no text of a copy contains. */
const separator = '\0';
