import { useEffect, useState } from 'react';

/** Returns the value once it has stayed the same for a moment. Values are compared as JSON. */
export function useSettled<Value>(value: Value, milliseconds = 350): Value {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written ?? 'null')), milliseconds);
    return () => clearTimeout(timer);
  }, [written, milliseconds]);
  return settled;
}
