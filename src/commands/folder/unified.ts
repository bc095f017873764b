/** Above this many lines on either side, everything between the first and the last difference is shown as replaced. */
const mostCompared = 2000;
const context = 3;

type Line = { sign: ' ' | '-' | '+'; text: string };

/** Returns the lines that differ, with three lines around them, in the unified form; '' if no lines differ. */
export function unifiedDiff(file: string, before: string, after: string, colored = false): string {
  if (before === after) return '';
  const lines = compare(linesOf(before), linesOf(after));
  const paint = (code: number, text: string) => (colored ? `\x1b[${code}m${text}\x1b[0m` : text);
  const shown = [paint(1, `--- ${before === '' ? '/dev/null' : file}`), paint(1, `+++ ${file}`)];
  const places = lines.flatMap(({ sign }, at) => (sign === ' ' ? [] : [at]));
  for (let first = 0; first < places.length; ) {
    let last = first;
    while (last + 1 < places.length && places[last + 1]! - places[last]! <= 2 * context) last += 1;
    const from = Math.max(0, places[first]! - context);
    const part = lines.slice(from, places[last]! + context + 1);
    const earlier = lines.slice(0, from);
    shown.push(paint(36, `@@ -${range(earlier, part, '+')} +${range(earlier, part, '-')} @@`));
    for (const { sign, text } of part)
      shown.push(sign === ' ' ? ` ${text}` : paint(sign === '-' ? 31 : 32, sign + text));
    first = last + 1;
  }
  return `${shown.join('\n')}\n`;
}

/** Returns where a part begins on one side, and how many lines it has there: `other` is the sign of the other side. */
function range(earlier: Line[], part: Line[], other: Line['sign']): string {
  const count = (lines: Line[]) => lines.filter(({ sign }) => sign !== other).length;
  return `${count(earlier) + (count(part) > 0 ? 1 : 0)},${count(part)}`;
}

/** Shows control characters of a terminal, so that a file cannot control the terminal. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '\ufffd'));
}

function compare(before: string[], after: string[]): Line[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const line = (sign: Line['sign']) => (text: string) => ({ sign, text });
  return [
    ...before.slice(0, start).map(line(' ')),
    ...between(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(line(' ')),
  ];
}

/** Keeps the longest common lines of both; other lines before are removed, and other lines after are added. */
function between(before: string[], after: string[]): Line[] {
  const removed = (text: string): Line => ({ sign: '-', text });
  const added = (text: string): Line => ({ sign: '+', text });
  if (before.length > mostCompared || after.length > mostCompared)
    return [...before.map(removed), ...after.map(added)];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i] === after[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i]! });
      i += 1;
      j += 1;
    } else if (j === after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push(removed(before[i++]!));
    else lines.push(added(after[j++]!));
  }
  return lines;
}
