import { isMainThread } from 'node:worker_threads';

/**
 * A value, or the bytes of its JSON. A large value comes from another thread as bytes, which are quick to pass on, and goes back as bytes
 * to the thread that works on it next.
 */
export type Packed<Value extends object> = Value | Uint8Array;

/** Returns the value as it is, or as bytes if it would have to be copied to the main thread. */
export function pack<Value extends object>(value: Value): Packed<Value> {
  return isMainThread ? value : bytesOf(value);
}

/** Returns the JSON of a value as bytes. */
export function bytesOf(value: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** Returns the value. The main thread never unpacks bytes, because everything else would wait. */
export function unpack<Value extends object>(packed: Packed<Value>): Value {
  if (packed instanceof Uint8Array && isMainThread)
    throw new Error('What was packed on another thread must not be unpacked on the main thread.');
  return unpackHere(packed);
}

/** Like unpack, on any thread: for a program that has nothing else to do. */
export function unpackHere<Value extends object>(packed: Packed<Value>): Value {
  return packed instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(packed)) : packed;
}
