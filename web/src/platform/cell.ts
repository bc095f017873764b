import { useSyncExternalStore } from 'react';

export type Cell<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Sets the value without notifying components; `tell` does that. */
  setQuietly(value: Value): void;
  tell(): void;
  /** Returns the value for a component, which renders again when it changes. */
  use(): Value;
};

/** Creates a value that components and other code share. */
export function createCell<Value>(initial: Value): Cell<Value> {
  let value = initial;
  /** The value of which components were last notified. */
  let told = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const tell = () => {
    if (Object.is(told, value)) return;
    told = value;
    for (const listener of listeners) listener();
  };
  return {
    get: () => value,
    set(next) {
      value = next;
      tell();
    },
    setQuietly(next) {
      value = next;
    },
    tell,
    use: () => useSyncExternalStore(subscribe, () => told),
  };
}
