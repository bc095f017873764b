import { sentence } from '../../platform/sentences/sentence.ts';
/**
 * Parses the JSON value of a document, with cheap repairs: junk around it, control characters in strings, extra commas,
 * a missing end (keeps everything before the last complete member of the outermost list). Integers too long for a
 * number become text, so that two ids stay different. Undefined if it is not JSON.
 */
export function readJson(text: string, repairs: Set<string>): unknown {
  const exact = parsedOf(text);
  if (exact !== undefined) return exact;
  const repaired = parsedOf(repair(text));
  if (repaired !== undefined) repairs.add(sentence('documents.json_broken'));
  return repaired;
}

function parsedOf(text: string): unknown {
  try {
    return /\d{16}/.test(text) ? JSON.parse(text, keepLongNumbers) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keepLongNumbers(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isLong ? (context?.source ?? value) : value;
}

/** Repairs a text in one pass over the characters, which tracks strings and nesting. */
function repair(text: string): string {
  const pieces: string[] = [];
  const open: string[] = [];
  // The ends of complete members of a list in the outermost object, and what would close it there.
  let whole = -1;
  let isInString = false;
  let from = Math.max(text.indexOf('{'), 0);
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isInString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInString = false;
      else if (letter < ' ') {
        pieces.push(text.slice(from, at), letter === '\n' ? '\\n' : ' ');
        from = at + 1;
      }
    } else if (letter === '"') isInString = true;
    else if (letter === '{' || letter === '[') open.push(letter);
    else if (letter === '}' || letter === ']') {
      const before = text.slice(Math.max(from, at - 40), at).trimEnd();
      if (before.endsWith(',')) {
        pieces.push(text.slice(from, text.lastIndexOf(',', at)));
        from = at;
      }
      open.pop();
      if (open.length === 0) return pieces.join('') + text.slice(from, at + 1);
      if (open.length === 2 && open[1] === '[') {
        pieces.push(text.slice(from, at + 1));
        from = at + 1;
        whole = pieces.length;
      }
    }
  }
  return whole < 0 ? '' : `${pieces.slice(0, whole).join('')}]}`;
}
