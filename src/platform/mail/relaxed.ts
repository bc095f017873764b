/** Returns the relaxed form of a header field (RFC 6376 §3.4.2), without a line end. */
export function relaxField(field: string): string {
  const colon = field.indexOf(':');
  const value = field.slice(colon + 1);
  const even = unevenValue.test(value) ? value.replace(/\r\n/g, '').replace(/[ \t]+/g, ' ') : value;
  return `${field.slice(0, colon).trim().toLowerCase()}:${even.trim()}`;
}

const unevenValue = /[\t\r]| {2}/;

/** The shortest piece whose form is kept: shorter ones are quicker to canonicalise than to look up. */
const shortestKept = 100;
const mostKept = 1000;

/**
 * Computes the relaxed form of bodies (RFC 6376 §3.4.4) that arrive in pieces. A piece shared by many bodies is
 * canonicalised once.
 */
export function openBodyRelaxer(): (pieces: readonly string[]) => string {
  const kept = new Map<string, string>();
  return pieces => {
    let relaxed = '';
    if (pieces.slice(0, -1).some(endsInSpace)) relaxed = relaxLines(pieces.join(''));
    else for (const piece of pieces) relaxed += relaxPiece(piece);
    let end = relaxed.length;
    while (end >= 2 && relaxed.startsWith('\r\n', end - 2)) end -= 2;
    return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`;
  };

  function relaxPiece(piece: string): string {
    if (piece.length < shortestKept) return relaxLines(piece);
    const known = kept.get(piece);
    if (known !== undefined) return known;
    if (kept.size === mostKept) kept.clear();
    const relaxed = relaxLines(piece);
    kept.set(piece, relaxed);
    return relaxed;
  }
}

/** Whether the piece ends in white space or a line end, which may continue in the next piece. */
function endsInSpace(piece: string): boolean {
  return /[ \t\r]$/.test(piece);
}

function relaxLines(text: string): string {
  if (!unevenText.test(text)) return text;
  return text.replace(/[ \t]+(?=\r\n|$)/g, '').replace(/[ \t]{2,}|\t/g, ' ');
}

const unevenText = /\t| (?:[ \r]|$)/;
