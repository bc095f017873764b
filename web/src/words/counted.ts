const format = new Intl.NumberFormat('en');

export const number = (value: number): string => format.format(value);

/** "1 subscriber", "1,204 subscribers". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** "640 kB", "8.2 MB", "1.4 GB". */
export function bytes(count: number): string {
  if (count < 1_000_000) return `${number(Math.max(1, Math.round(count / 1000)))} kB`;
  const [unit, size] = count < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${number(Math.round((10 * count) / size) / 10)} ${unit}`;
}
