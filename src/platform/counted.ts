/** A number with its noun: 1 minute, 2 minutes, 0 people. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
