type Mask = (x: number, y: number) => boolean;

/** Which modules of a QR code each mask pattern inverts (ISO/IEC 18004, 7.8.2). */
export const masks: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The penalty for patterns that are hard to scan: runs, squares, false corners, and too much dark or light (7.8.3). */
export function penalty(rows: boolean[][]): number {
  const columns = rows.map((_, x) => rows.map(row => row[x]!));
  const lines = [...rows, ...columns].map(line => line.map(dark => (dark ? '1' : '0')).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    for (const corner of ['00001011101', '10111010000'])
      for (let at = line.indexOf(corner); at !== -1; at = line.indexOf(corner, at + 1)) sum += 40;
  }
  for (let y = 1; y < rows.length; y += 1)
    for (let x = 1; x < rows.length; x += 1) {
      const dark = rows[y]![x];
      if (rows[y]![x - 1] === dark && rows[y - 1]![x] === dark && rows[y - 1]![x - 1] === dark) sum += 3;
    }
  const share = rows.flat().filter(Boolean).length / rows.length ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
