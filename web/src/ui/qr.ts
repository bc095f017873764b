// The part of QR codes (ISO/IEC 18004) that an address needs: bytes, error correction M, versions 1 to 20.

/** For each version at level M: the error correction codewords in a block, and the number of blocks (table 9). */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

import { masks, penalty } from './qr-masks.ts';

/** The modules of the code for this text, by row; true means dark. Throws RangeError if the text is over 666 bytes. */
export function encodeQr(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version =
    correction.findIndex((_, at) => dataBits(at + 1) >= 4 + lengthBits(at + 1) + 8 * bytes.length) + 1;
  if (version === 0) throw new RangeError('too long for a QR code');
  const grid = openGrid(version);
  writeData(grid, interleave(fill(bytes, version), version));
  const masked = masks.map((mask, pattern) => finish(grid, mask, pattern));
  return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

/** The code with its data inverted by the mask. */
function finish(grid: Grid, mask: (x: number, y: number) => boolean, pattern: number): boolean[][] {
  const modules = grid.modules.map((row, y) =>
    row.map((dark, x) => (grid.fixed[y]![x] ? dark : dark !== mask(x, y))),
  );
  writeFormat({ ...grid, modules }, pattern);
  return modules;
}

type Grid = { modules: boolean[][]; fixed: boolean[][]; size: number };

const lengthBits = (version: number) => (version < 10 ? 8 : 16);

/** The modules that are not part of a pattern. */
function rawBits(version: number): number {
  const aligned = Math.floor(version / 7) + 2;
  const alignment = version > 1 ? (25 * aligned - 10) * aligned - 55 : 0;
  return (16 * version + 128) * version + 64 - alignment - (version >= 7 ? 36 : 0);
}

function dataBits(version: number): number {
  return 8 * (Math.floor(rawBits(version) / 8) - correction[version - 1]! * blockCounts[version - 1]!);
}

/** The codewords of the text: its mode, length and bytes, then padding. */
function fill(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  const room = dataBits(version);
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

/** The codewords in blocks, each with its error correction, interleaved. */
function interleave(data: number[], version: number): number[] {
  const count = blockCounts[version - 1]!;
  const own = correction[version - 1]!;
  const short = Math.floor(data.length / count);
  const firstLong = count - (data.length % count);
  const divisor = generator(own);
  let from = 0;
  const blocks = Array.from({ length: count }, (_, at) => {
    const block = data.slice(from, from + short + (at < firstLong ? 0 : 1));
    from += block.length;
    return { block, check: remainder(block, divisor) };
  });
  const column = (part: 'block' | 'check', length: number) =>
    Array.from({ length }, (_, at) => blocks.flatMap(one => one[part][at] ?? [])).flat();
  return [...column('block', short + 1), ...column('check', own)];
}

/** Multiplication in GF(2^8) with the polynomial 0x11d. */
function multiply(x: number, y: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((y >>> bit) & 1) * x;
  }
  return product;
}

/** The Reed–Solomon divisor of this degree, without its leading 1. */
function generator(degree: number): number[] {
  let result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  for (let root = 1, at = 0; at < degree; at += 1, root = multiply(root, 2))
    result = result.map((one, index) => multiply(one, root) ^ (result[index + 1] ?? 0));
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  let result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ result[0]!;
    result = [...result.slice(1), 0].map((one, at) => one ^ multiply(divisor[at]!, factor));
  }
  return result;
}

/** The square with all patterns that do not depend on the text. */
function openGrid(version: number): Grid {
  const size = 17 + 4 * version;
  const square = () => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const grid: Grid = { modules: square(), fixed: square(), size };
  for (let at = 0; at < size; at += 1) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(grid, x, y, 4);
  const places = alignment(version, size);
  for (const x of places)
    for (const y of places) {
      const isCorner = (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
      if (!isCorner) ring(grid, x, y, 2);
    }
  writeFormat(grid, 0);
  if (version >= 7) writeVersion(grid, version);
  return grid;
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * (count - 2 - at))];
}

/** Concentric squares: a finder pattern (radius 4) or an alignment pattern (radius 2). */
function ring(grid: Grid, x: number, y: number, radius: 2 | 4): void {
  for (let dy = -radius; dy <= radius; dy += 1)
    for (let dx = -radius; dx <= radius; dx += 1) {
      const far = Math.max(Math.abs(dx), Math.abs(dy));
      set(grid, x + dx, y + dy, radius === 4 ? far !== 2 && far !== 4 : far !== 1);
    }
}

function set({ modules, fixed, size }: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  modules[y]![x] = dark;
  fixed[y]![x] = true;
}

/** Level M and the mask with their error correction (8.9), in both places. */
function writeFormat(grid: Grid, pattern: number): void {
  let rest = pattern;
  for (let at = 0; at < 10; at += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((pattern << 10) | rest) ^ 0x5412;
  const bit = (at: number) => ((bits >>> at) & 1) === 1;
  const { size } = grid;
  for (let at = 0; at < 8; at += 1) set(grid, 8, at + (at > 5 ? 1 : 0), bit(at));
  set(grid, 7, 8, bit(8));
  for (let at = 9; at < 15; at += 1) set(grid, 14 - at, 8, bit(at));
  for (let at = 0; at < 8; at += 1) set(grid, size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at += 1) set(grid, 8, size - 15 + at, bit(at));
  set(grid, 8, size - 8, true);
}

/** The version with its error correction (8.10), in both places. */
function writeVersion(grid: Grid, version: number): void {
  let rest = version;
  for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const [a, b] = [grid.size - 11 + (at % 3), Math.floor(at / 3)];
    const dark = ((bits >>> at) & 1) === 1;
    set(grid, a, b, dark);
    set(grid, b, a, dark);
  }
}

/** Places the bits in columns of two, from the right, alternately upwards and downwards. */
function writeData({ modules, fixed, size }: Grid, codewords: number[]): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step;
        if (fixed[y]![x] || at >= 8 * codewords.length) continue;
        modules[y]![x] = ((codewords[at >>> 3]! >>> (7 - (at & 7))) & 1) === 1;
        at += 1;
      }
  }
}
