/** Hand-overs that were started and whose results have not been taken yet: those that a crash can leave uncertain. */
export type HandOvers<Result> = {
  /** Tracks a hand-over that starts now. */
  begin(handOver: Promise<Result>): void;
  /** How many hand-overs there are; `come` counts only those that have a result. */
  count(): number;
  come(): number;
  /**
   * Returns the results since the last call, in order of arrival. Waits until there are `least`, until no hand-over is in progress, until
   * `stir` is called, or until a result has waited for 20 ms: a slow server does not delay the recording of earlier answers.
   */
  results(least: number): Promise<Result[]>;
  /** Ends the wait for results, or the next one if there is no wait now. */
  stir(): void;
};

const longestWait = 20;

/** Tracks hand-overs so that quick ones do not wait for slow ones. Their promises must not reject. */
export function openHandOvers<Result>(): HandOvers<Result> {
  let come: Result[] = [];
  let under_way = 0;
  let is_stirred = false;
  let wait: { least: number; end: () => void; timer?: NodeJS.Timeout } | undefined;
  return {
    begin(handOver) {
      under_way += 1;
      void handOver.then(result => {
        under_way -= 1;
        come.push(result);
        if (!wait) return;
        if (come.length >= wait.least || under_way === 0) wait.end();
        else wait.timer ??= setTimeout(wait.end, longestWait);
      });
    },
    count: () => under_way + come.length,
    come: () => come.length,
    async results(least) {
      if (come.length < least && under_way > 0 && !is_stirred) {
        await new Promise<void>(end => {
          wait = { least, end };
          if (come.length > 0) wait.timer = setTimeout(end, longestWait);
        });
        clearTimeout(wait?.timer);
        wait = undefined;
      }
      is_stirred = false;
      const results = come;
      come = [];
      return results;
    },
    stir() {
      is_stirred = true;
      wait?.end();
    },
  };
}
