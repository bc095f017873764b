// Merges the changes that two people made to the same text, and finds where they disagree. Pure.

/** A part of the merged text: unchanged or changed alike, changed by one side, or changed differently by both. */
export type Piece =
  | { kind: 'same' | 'mine' | 'theirs'; text: string; was: string }
  | { kind: 'conflict'; was: string; mine: string; theirs: string };

/** Splits a text into paragraphs and other blocks, each with the blank lines after it. Joined, they are the text again. */
export function blocksOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n[ \t]*\n+)(?=[^\n])/);
}

/** Blocks `from` to `to` of the earlier version were replaced by `blocks`. If `from` equals `to`, the blocks were inserted. */
type Hunk = { from: number; to: number; blocks: string[]; is_mine: boolean };

/** Merges two versions that both started from `base`. Changes to different blocks are not a conflict, even to neighbours. */
export function merge(base: string, mine: string, theirs: string): Piece[] {
  const was = blocksOf(base);
  const hunks = [...hunksOf(was, blocksOf(mine), true), ...hunksOf(was, blocksOf(theirs), false)];
  hunks.sort((a, b) => a.from - b.from || a.to - b.to);
  const groups: { from: number; to: number; hunks: Hunk[] }[] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    const isBoth = hunk.from === hunk.to && last?.from === last?.to && hunk.from === last?.from;
    if (last && (hunk.from < last.to || isBoth)) {
      last.to = Math.max(last.to, hunk.to);
      last.hunks.push(hunk);
    } else groups.push({ from: hunk.from, to: hunk.to, hunks: [hunk] });
  }
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, hunks } of groups) {
    pieces.push(...judge(was.slice(at, from), was.slice(at, from), was.slice(at, from)));
    const side = (is_mine: boolean) =>
      apply(
        was,
        from,
        to,
        hunks.filter(hunk => hunk.is_mine === is_mine),
      );
    pieces.push(...judge(was.slice(from, to), side(true), side(false)));
    at = to;
  }
  const rest = was.slice(at);
  return join([...pieces, ...judge(rest, rest, rest)]);
}

function hunksOf(was: string[], now: string[], is_mine: boolean): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, at] = [0, 0];
  for (const [to, end] of [...matches(was, now), [was.length, now.length] as const]) {
    // With as many blocks as before, each has become the one in its place.
    if (to - from === end - at)
      for (let place = from; place < to; place += 1)
        hunks.push({ from: place, to: place + 1, blocks: [now[at + place - from]!], is_mine });
    else hunks.push({ from, to, blocks: now.slice(at, end), is_mine });
    [from, at] = [to + 1, end + 1];
  }
  return hunks;
}

/** Returns blocks `from` to `to` with these hunks applied. */
function apply(was: string[], from: number, to: number, hunks: Hunk[]): string[] {
  const blocks: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    blocks.push(...was.slice(at, hunk.from), ...hunk.blocks);
    at = hunk.to;
  }
  return [...blocks, ...was.slice(at, to)];
}

function judge(was: string[], mine: string[], theirs: string[]): Piece[] {
  const [b, m, t] = [was, mine, theirs].map(blocks => blocks.join('')) as [string, string, string];
  if (b === '' && m === '' && t === '') return [];
  const isSame = (one: string, other: string) => one.trimEnd() === other.trimEnd();
  if (isSame(m, t)) return [{ kind: 'same', text: m.length >= t.length ? m : t, was: b }];
  if (isSame(m, b)) return [{ kind: 'theirs', text: t, was: b }];
  if (isSame(t, b)) return [{ kind: 'mine', text: m, was: b }];
  return [{ kind: 'conflict', was: b, mine: m, theirs: t }];
}

/** Joins neighbouring unchanged pieces into one. */
function join(pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind === 'same' && last?.kind === 'same')
      joined[joined.length - 1] = { kind: 'same', text: last.text + piece.text, was: last.was + piece.was };
    else joined.push(piece);
  }
  return joined;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** Returns the text with the choice for each piece, by its index. A piece without a choice keeps its changes. */
export function resolve(pieces: readonly Piece[], choices: ReadonlyMap<number, Choice>): string {
  const texts = pieces.map((piece, index) => {
    const choice = choices.get(index);
    if (piece.kind === 'conflict') {
      if (choice === 'theirs') return piece.theirs;
      return choice === 'both' ? together([piece.mine, piece.theirs]) : piece.mine;
    }
    const isTaken =
      piece.kind === 'same' || choice === undefined || choice === piece.kind || choice === 'both';
    return isTaken ? piece.text : piece.was;
  });
  return together(texts.filter(text => text !== ''));
}

/** Joins texts so that their blocks stay separate: a block that was the last one and no longer is gets a blank line. */
function together(texts: string[]): string {
  return texts
    .map((text, index) =>
      index === texts.length - 1 || /\n[ \t]*\n$/.test(text) ? text : `${text.trimEnd()}\n\n`,
    )
    .join('');
}

/** Returns true if nobody has to choose. */
export function isSettled(pieces: readonly Piece[]): boolean {
  return pieces.every(({ kind }) => kind !== 'conflict');
}

export type Change = { kind: 'same' | 'added' | 'removed'; text: string };

/** Compares by blocks: those that stay, are added or are removed. */
export function compareBlocks(before: string, after: string): Change[] {
  return compare(blocksOf(before), blocksOf(after));
}

/** Compares by words, to show what changed within a block. */
export function compareWords(before: string, after: string): Change[] {
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
  return compare(wordsOf(before), wordsOf(after));
}

function compare(before: string[], after: string[]): Change[] {
  const changes: Change[] = [];
  const add = (kind: Change['kind'], texts: string[]) => {
    const text = texts.join('');
    if (text === '') return;
    const last = changes.at(-1);
    if (last?.kind === kind) last.text += text;
    else changes.push({ kind, text });
  };
  let [b, a] = [0, 0];
  for (const [atBefore, atAfter] of [...matches(before, after), [before.length, after.length] as const]) {
    add('removed', before.slice(b, atBefore));
    add('added', after.slice(a, atAfter));
    add('same', after.slice(atAfter, atAfter + 1));
    [b, a] = [atBefore + 1, atAfter + 1];
  }
  return changes;
}

/** The limit of comparisons. Beyond it, the differing part counts as changed as a whole. */
const mostCells = 4_000_000;

/** Returns the places of the longest common sequence, in order. Blank lines after a block do not count. */
function matches(before: readonly string[], after: readonly string[]): [number, number][] {
  const [a, b] = [before, after].map(list => list.map(one => one.trimEnd() || one)) as [string[], string[]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const found: [number, number][] = Array.from({ length: start }, (_, index) => [index, index]);
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  if (rows * columns <= mostCells) {
    const width = columns + 1;
    const longest = new Uint32Array((rows + 1) * width);
    for (let i = rows - 1; i >= 0; i -= 1)
      for (let j = columns - 1; j >= 0; j -= 1)
        longest[i * width + j] =
          a[start + i] === b[start + j]
            ? longest[(i + 1) * width + j + 1]! + 1
            : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
    for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
      if (a[start + i] === b[start + j]) {
        found.push([start + i, start + j]);
        i += 1;
        j += 1;
      } else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i += 1;
      else j += 1;
    }
  }
  for (let left = end; left > 0; left -= 1) found.push([a.length - left, b.length - left]);
  return found;
}
