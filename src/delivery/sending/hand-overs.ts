/** Started hand-overs whose results nobody has taken yet: what a crash can leave uncertain. */
export type HandOvers<Result> = {
  /** Tracks a hand-over that starts now. */
  begin(handOver: Promise<Result>): void;
  /** How many there are, and how many of them have a result. */
  count(): number;
  come(): number;
  /**
   * The results since the last call, in order of arrival. Waits until there are `least`, until none is in progress, until
   * `stir` is called, or until one has waited for 20 ms: a slow server does not delay recording what it has answered.
   */
  results(least: number): Promise<Result[]>;
  /** Ends the wait for results, or the next one if nobody waits now. */
  stir(): void;
};

const longestWait = 20;

/** Quick hand-overs do not wait for slow ones. None of them may reject. */
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
