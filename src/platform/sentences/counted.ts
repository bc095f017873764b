const format = new Intl.NumberFormat('en');

/** Returns a number as people read it: 1,495. */
export function number(value: number): string {
  return format.format(value);
}

/** Returns a number with its noun: 1 minute, 1,204 minutes, 0 people. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Returns a limit in bytes, exactly: 25 MiB, 30,000 bytes. */
export function limitOf(bytes: number): string {
  for (const [unit, size] of [
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
  ] as const)
    if (bytes > 0 && bytes % size === 0) return `${number(bytes / size)} ${unit}`;
  return `${number(bytes)} bytes`;
}

/** Returns about how large something is: 512 bytes, 4.1 kB, 25.3 MB. */
export function sizeOf(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
