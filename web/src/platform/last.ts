import { useRef } from 'react';

/** Returns the value, or the last one if it is undefined. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value) last.current = value;
  return value ?? last.current;
}
