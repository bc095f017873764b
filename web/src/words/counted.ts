const format = new Intl.NumberFormat('en');

export const number = (value: number): string => format.format(value);

/** "1 reader", "1,204 readers". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
