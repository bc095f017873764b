/** Hand-overs that have begun and whose results nobody has taken yet: what a crash can leave uncertain. */
export type HandOvers<Result> = {
  /** Takes care of one that begins now. */
  begin(handOver: Promise<Result>): void;
  /** How many there are, and how many of them have a result. */
  count(): number;
  come(): number;
  /**
   * The results that have come since it was last asked, in the order of their coming. Waits until there are as many as
   * `least`, until none is under way, or until one has waited for a second: a mail server that is silent about some does not
   * keep others from being written down.
   */
  results(least: number): Promise<Result[]>;
};

const longestWait = 1000;

/** Of several hand-overs those that are quick do not wait for those that are slow. None of them may fail. */
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
