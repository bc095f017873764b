import assert from 'node:assert/strict';

/** Throws unless the text is well formed by RFC 5322, 2045 and 2046. Returns its header and its leaf parts. */
export function assertForm(message: string): { header: string; parts: string[] } {
  assert.doesNotMatch(message, /(?<!\r)\n|\r(?!\n)|[\0\x80-\xff]/, 'a bare line end, or more than ASCII');
  const lines = message.split('\r\n');
  const end = lines.indexOf('');
  assert.ok(lines.every(line => line.length <= 998));
  assert.deepEqual(
    lines.slice(end).filter(line => line.length > 76 && !/^ (file)?name=/.test(line)),
    [],
  );
  const header = `${lines.slice(0, end).join('\r\n')}\r\n`;
  const fields = header
    .split(/\r\n(?![ \t])/)
    .slice(0, -1)
    .map(field => /^([\w-]+): /.exec(field)?.[1]);
  assert.deepEqual([...new Set(fields)], fields, 'a field stands twice, or is none');
  for (const field of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'])
    assert.ok(fields.includes(field), field);
  assert.ok(!fields.includes('Bcc'));
  return { header, parts: leavesOf(message) };
}

/** Returns the leaf parts, each with its header. Throws if a boundary is wrong. */
function leavesOf(part: string): string[] {
  const end = part.indexOf('\r\n\r\n');
  const [, boundary] =
    /^Content-Type: multipart\/\w+; boundary="([^"]{1,70})"\r?$/im.exec(part.slice(0, end)) ?? [];
  if (boundary === undefined) return [part];
  const pieces = part.slice(end + 2).split(`\r\n--${boundary}`);
  assert.equal(pieces.shift(), '', 'nothing before the first part');
  assert.match(pieces.pop()!, /^--\r\n$|^--$/, 'the closing delimiter ends it');
  assert.ok(pieces.length > 0 && pieces.every(piece => piece.startsWith('\r\n')));
  return pieces.flatMap(piece => leavesOf(piece.slice(2)));
}
