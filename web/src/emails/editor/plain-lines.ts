// What the lines of a text without format mean. Pure.

/** What begins a block, or is a part of one, where each line counts. */
const structured = /^(?:\s*(?:[-*+>#|=<]|\d{1,9}[.)]\s|`{3}|~{3}|\{%|\[\^?[^\]]+\]:)| {4}|\t)|\|\s*$/;
/** Lines that a program has wrapped are about as long as this, apart from the last one. */
const wrapped = { least: 55, most: 100 };

/**
 * The text as Markdown that shows its lines as they are. Lines that were wrapped go on as one paragraph; longer ones are paragraphs
 * each; between short ones, as in addresses and poems, there are line breaks.
 */
export function keepLines(text: string): string {
  let isCode = false;
  return text
    .replace(/\r\n?/g, '\n')
    .split(/(\n{2,})/)
    .map(part => {
      const fences = part.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0;
      const lines = part.split('\n');
      const isKept =
        isCode || fences > 0 || part.startsWith('\n') || lines.length < 2 || lines.some(isStructured);
      if (fences % 2 === 1) isCode = !isCode;
      if (isKept) return part;
      const before = lines.slice(0, -1);
      if (before.every(({ length }) => length >= wrapped.least && length <= wrapped.most)) return part;
      if (before.some(({ length }) => length > wrapped.most)) return lines.join('\n\n');
      return lines.map((line, index) => line.trimEnd() + (index < before.length ? '  ' : '')).join('\n');
    })
    .join('');
}

function isStructured(line: string): boolean {
  return structured.test(line);
}
