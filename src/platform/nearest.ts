/** Returns the candidate that `word` most likely means, if it differs by at most `tolerance` letters, by default a third of them. */
export function nearest(
  word: string,
  candidates: readonly string[],
  tolerance = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  const [best] = candidates
    .filter(candidate => Math.abs(candidate.length - word.length) <= tolerance)
    .map(candidate => ({ candidate, distance: distance(word.toLowerCase(), candidate) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= tolerance ? best.candidate : undefined;
}

/** Counts the letters that must be inserted, removed, replaced or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, replaced, swapped);
    }
    rows[i] = row;
  }
  return rows[a.length]![b.length]!;
}
