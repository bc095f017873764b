/** Started hand-overs whose results nobody has taken yet: what a crash can leave uncertain. */
export type HandOvers<Result> = {
  /** Tracks a hand-over that starts now. */
  begin(handOver: Promise<Result>): void;
  /** How many there are, and how many of them have a result. */
  count(): number;
  come(): number;
  /**
   * The results since the last call, in order of arrival. Waits until there are `least`, until none is in progress, or
   * until one has waited for 20 ms: a slow server does not delay recording what it has answered.
   */
  results(least: number): Promise<Result[]>;
};

const longestWait = 20;

/** Quick hand-overs do not wait for slow ones. None of them may reject. */
export function openHandOvers<Result>(): HandOvers<Result> {
  let come: Result[] = [];
  let under_way = 0;
  let wanted = 0;
  let tell = () => {};
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(handOver) {
      under_way += 1;
      void handOver.then(result => {
        under_way -= 1;
        come.push(result);
        if (come.length >= wanted || under_way === 0) tell();
        else if (come.length === 1) hurry();
      });
    },
    count: () => under_way + come.length,
    come: () => come.length,
    async results(least) {
      if (come.length < least && under_way > 0) {
        wanted = least;
        await new Promise<void>(resolve => {
          tell = resolve;
          if (come.length > 0) hurry();
        });
        clearTimeout(timer);
      }
      const results = come;
      come = [];
      return results;
    },
  };

  function hurry() {
    clearTimeout(timer);
    timer = setTimeout(tell, longestWait);
  }
}
