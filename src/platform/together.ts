/**
 * Runs `work` once for all calls with the same key in one turn of the event loop, after the last of them, so that no caller
 * gets a result that is older than its call.
 */
export function together<Result>(work: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>();
  return key => {
    const begun = waiting.get(key);
    if (begun) return begun;
    const turn = new Promise<Result>(resolve => {
      setImmediate(() => {
        waiting.delete(key);
        resolve(work(key));
      });
    });
    waiting.set(key, turn);
    return turn;
  };
}
