import { useSyncExternalStore } from 'react';

export type Cell<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Sets the value, but components hear of it only with `tell`. */
  setQuietly(value: Value): void;
  tell(): void;
  /** The value for a component, which renders again when it changes. */
  use(): Value;
};

/** One value that components and other code share. */
export function createCell<Value>(initial: Value): Cell<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      tell();
    },
    setQuietly(next) {
      value = next;
    },
    tell,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
