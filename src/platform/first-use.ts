/**
 * Returns a function that calls `make` once, the first time, and returns that result from then on. After a failure, the next call tries
 * again.
 */
export function onFirstUse<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch(error => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
