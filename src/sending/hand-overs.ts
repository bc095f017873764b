/** Hand-overs that have begun and whose results nobody has taken yet: what a crash can leave uncertain. */
export type HandOvers<Result> = {
  /** Takes care of one that begins now. */
  begin(handOver: Promise<Result>): void;
  /** How many there are, and how many of them have a result. */
  count(): number;
  come(): number;
  /**
   * The results that have come since it was last asked, in the order of their coming. Waits until there are as many as
   * `least`, or until none is under way.
   */
  results(least: number): Promise<Result[]>;
};

/** Of several hand-overs those that are quick do not wait for those that are slow. None of them may fail. */
export function openHandOvers<Result>(): HandOvers<Result> {
  let come: Result[] = [];
  let under_way = 0;
  let wanted = 0;
  let tell = () => {};
  return {
    begin(handOver) {
      under_way += 1;
      void handOver.then(result => {
        under_way -= 1;
        come.push(result);
        if (come.length >= wanted || under_way === 0) tell();
      });
    },
    count: () => under_way + come.length,
    come: () => come.length,
    async results(least) {
      if (come.length < least && under_way > 0) {
        wanted = least;
        await new Promise<void>(resolve => {
          tell = resolve;
        });
      }
      const results = come;
      come = [];
      return results;
    },
  };
}
