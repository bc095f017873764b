import { useRef } from 'react';

/** The value, or the last one that there was. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value) last.current = value;
  return value ?? last.current;
}
