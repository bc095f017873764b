import { isDay } from './time.ts';

/** Reads one value of an address. Undefined if it does not understand the value. */
type Read<Value> = (given: unknown) => Value | undefined;
type Shape = Readonly<Record<string, Read<unknown>>>;

/** Returns a function that reads the parameters of an address. It ignores everything that it does not understand. */
export function reading<Of extends Shape>(shape: Of) {
  return (address: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shape).flatMap(([name, read]) => {
        const value = read(address[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> };
}

export const text: Read<string> = given => (typeof given === 'string' && given !== '' ? given : undefined);
export const day: Read<string> = given => (isDay(given) ? given : undefined);
export const flag: Read<true> = given => (given === true ? true : undefined);
export const oneOf =
  <Value>(values: readonly Value[]): Read<Value> =>
  given =>
    values.find(value => value === given);
