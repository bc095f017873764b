import type { Pattern } from './message.ts';
import { joinPattern } from './patterns.ts';
import { finishLines } from './wrap.ts';

type Pieces<Values> = Pattern<Values>[number][];

/** Paragraphs that are formatted together. */
type Run<Values> = { own: boolean; pieces: Pieces<Values> };

/**
 * Formats the text as it is sent (see `finishLines`), without blank lines at its ends. Text between two blank lines is formatted
 * separately, and only once if it is the same in every copy.
 */
export function finishPattern<Values>(pattern: Pattern<Values>): Pattern<Values> {
  const runs = separate(finishShared(splitRuns(pattern)));
  if (runs.length === 0) return ['\n'];
  const last = runs.length - 1;
  return runs.map(({ own, pieces }, index) => {
    const ends = (text: string) => {
      const begun = index === 0 ? text.replace(/^\n+/, '') : text;
      return index === last ? `${begun.trimEnd()}\n` : begun;
    };
    return own ? values => ends(finishLines(joinPattern(pieces, values))) : ends(pieces.join(''));
  });
}

/** Splits a pattern into paragraphs with personal values, and runs of shared ones between them with all their blank lines. */
function splitRuns<Values>(pattern: Pattern<Values>): Run<Values>[] {
  const runs: Run<Values>[] = [];
  let paragraph: Run<Values> = { own: false, pieces: [] };
  const add = (run: Run<Values>) => {
    const before = runs.at(-1);
    if (before && !before.own && !run.own) before.pieces.push(...run.pieces);
    else runs.push(run);
  };
  for (const piece of pattern) {
    const parts = typeof piece === 'string' ? piece.split(/(\n{2,})/) : [piece];
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'string' && index % 2 === 1) {
        add(paragraph);
        add({ own: false, pieces: [part] });
        paragraph = { own: false, pieces: [] };
      } else {
        paragraph.own ||= typeof part !== 'string';
        paragraph.pieces.push(part);
      }
    }
  }
  add(paragraph);
  return runs;
}

// Formats the shared runs. Blank lines next to personal paragraphs belong to these: how many remain depends on the values.
function finishShared<Values>(runs: Run<Values>[]): Run<Values>[] {
  return runs.flatMap(run => {
    if (run.own) return [run];
    const text = finishLines(run.pieces.join(''));
    const core = text.replace(/^\n+/, '').trimEnd();
    if (core === '') return [{ own: true, pieces: [text] }];
    const start = text.indexOf(core);
    return [
      { own: true, pieces: [text.slice(0, start)] },
      { own: false, pieces: [core] },
      { own: true, pieces: [text.slice(start + core.length)] },
    ];
  });
}

function separate<Values>(runs: Run<Values>[]): Run<Values>[] {
  const joined: Run<Values>[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    if (before?.own && run.own) before.pieces.push(...run.pieces);
    else joined.push({ own: run.own, pieces: [...run.pieces] });
  }
  return joined
    .map(run => ({ ...run, own: run.pieces.some(piece => typeof piece !== 'string') }))
    .filter(run => run.own || run.pieces.join('') !== '');
}
