import { type Found, findingParts, type Place } from './finding.ts';
import type { MessageSource } from './message.ts';

/** Data about the place of a fault: a position, or words that the author wrote there, the most exact first. */
export type Whereabouts =
  | { part: NonNullable<Place['part']>; line?: number; column?: number }
  | { words: string[]; parts?: readonly NonNullable<Place['part']>[] };

/** A fault, and data about its place. */
export type Fault = Found & { at: Whereabouts };

/**
 * Opens a search for the places of faults in the source as the author wrote it, without inserted snippets. If several faults of the same
 * kind look for the same words, each search begins after the previous place.
 */
export function openWhereabouts(source: MessageSource): (known: Whereabouts, kind: Fault['kind']) => Place {
  const found = new Map<string, number>();
  const normal = { ...source, body: source.body.replace(/\r\n?/g, '\n') };
  return (known, kind) => {
    if ('part' in known) return placeOf(known.part, known.line, known.column);
    const { words, parts = findingParts } = known;
    for (const part of parts)
      for (const wanted of words.flatMap(spellings)) {
        const place = seek(part, wanted, kind);
        if (place) return place;
      }
    return placeOf(parts.length === 1 ? parts[0]! : null);
  };

  function seek(part: NonNullable<Place['part']>, wanted: string, kind: Fault['kind']): Place | undefined {
    const text = normal[part];
    const key = `${kind} ${part} ${wanted}`;
    const at = text.indexOf(wanted, found.get(key) ?? 0);
    if (wanted === '' || at === -1) return undefined;
    found.set(key, at + wanted.length);
    const before = text.slice(0, at).split('\n');
    return placeOf(part, before.length, before.at(-1)!.length + 1);
  }

  function placeOf(part: Place['part'], line?: number, column?: number): Place {
    const written = part === 'body' && line !== undefined ? source.written_lines?.[line - 1] : undefined;
    return { part, line: written ?? line ?? null, column: column ?? null };
  }
}

/** Returns the spellings of words: in HTML, an address is written with entities. */
function spellings(words: string): string[] {
  return words.includes('&') ? [words, words.replaceAll('&', '&amp;')] : [words];
}
