/** A mark that this process has set on the primary, and when it began to set it. Times are in milliseconds of the process's own clock. */
export type Probe = { mark: string; at: number };

export type Freshness = {
  /** The replica shows everything that was committed until then. */
  complete_until: number;
  /** Since when the replica has lacked something; undefined if it shows the newest probe. */
  lacking_since: number | undefined;
};

/** The freshness of a replica that shows no probe of this process: it is far behind, or follows something else. */
export const nothingKnown: Freshness = {
  complete_until: Number.NEGATIVE_INFINITY,
  lacking_since: undefined,
};

/** Returns how fresh a replica is that shows this mark, by the process's probes, the oldest first. */
export function freshnessOf(probes: readonly Probe[], mark: string | undefined): Freshness {
  const shown = probes.findLastIndex(probe => probe.mark === mark);
  const probe = probes[shown];
  return probe ? { complete_until: probe.at, lacking_since: probes[shown + 1]?.at } : nothingKnown;
}
