/** Control characters that a text template contains for `finishLines`; values cannot contain them (see `plainText`). */
export const marks = { title: '\u0001', subtitle: '\u0002', keep: '\u0003', cell: '\u0004', rule: '\u0005' };

const anyMark = /[\u0001-\u0005]/;

const width = 78;

/**
 * Formats rendered text for sending: underlines titles, aligns columns, and wraps lines at 78 characters (RFC 5322
 * §2.1.1) between words, so an address is never broken; code and tables stay as they are. No line ends in blanks, and
 * blank lines are never doubled.
 */
export function finishLines(text: string): string {
  const lines = text.split('\n');
  if (text.includes(marks.cell)) alignTables(lines);
  const finish = anyMark.test(text) ? finishLine : finishPlainLine;
  for (let index = 0; index < lines.length; index += 1) lines[index] = finish(lines[index]!);
  const finished = lines.join('\n');
  return finished.includes('\n\n\n') ? finished.replace(/\n{3,}/g, '\n\n') : finished;
}

function alignTables(lines: string[]): void {
  const inTable = (index: number) => /[\u0004\u0005]/.test(lines[index] ?? '');
  for (let start = 0; start < lines.length; start++) {
    if (!inTable(start)) continue;
    let end = start;
    while (inTable(end)) end++;
    lines.splice(start, end - start, ...alignRows(lines.slice(start, end)));
    start = end;
  }
}

// Aligns the rows of a table. Each row is the text before the table (such as a quotation mark), then its cells.
function alignRows(lines: string[]): string[] {
  const rows = lines.map(line =>
    line.split(marks.cell).map((cell, index) => (index > 0 ? cell.trimEnd() : cell)),
  );
  const widths: number[] = [];
  for (const [, ...cells] of rows) {
    for (const [index, cell] of cells.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows.map(([before, ...cells]) => {
    if (before?.includes(marks.rule)) {
      return before.replace(marks.rule, marks.keep + widths.map(width => '-'.repeat(width)).join('-+-'));
    }
    return marks.keep + before + cells.map((cell, index) => cell.padEnd(widths[index]!)).join(' | ');
  });
}

function finishLine(line: string): string {
  if (line.includes(marks.keep)) return line.replace(/[\u0001-\u0005]/g, '').trimEnd();
  if (line.includes(marks.title)) return underline(line, marks.title, '=');
  if (line.includes(marks.subtitle)) return underline(line, marks.subtitle, '-');
  return finishPlainLine(line);
}

function finishPlainLine(line: string): string {
  return line.length <= width ? line.trimEnd() : fold(line);
}

function underline(line: string, mark: string, character: string): string {
  const [before, title] = line.split(mark) as [string, string];
  const length = Math.min(Array.from(title.trim()).length, width);
  return length === 0 ? before.trimEnd() : `${fold(before + title)}\n${before}${character.repeat(length)}`;
}

// Folds a line. Further lines of a list item are indented, and those of a quotation repeat its mark.
function fold(line: string): string {
  const edge = /^(?:> ?|\s)*(?:(?:-|\d{1,4}\.|\[\d{1,4}\]) )?/.exec(line)?.[0] ?? '';
  const hanging = edge.replace(/[^>\s]/g, ' ');
  const lines: string[] = [];
  let start = edge.length;
  let before = edge;
  while (line.length - start > Math.max(width - before.length, 20)) {
    // However deep the quotation, each line has room for some words.
    const room = start + Math.max(width - before.length, 20);
    const space = line.lastIndexOf(' ', room);
    const end = space > start ? space : line.indexOf(' ', room);
    if (end === -1) break;
    lines.push((before + line.slice(start, end)).trimEnd());
    start = end + 1;
    before = hanging;
  }
  return [...lines, (before + line.slice(start)).trimEnd()].join('\n');
}
