const statuses = ['waiting', 'held', 'done', 'left'] as const;

/** The status of the passages that are shown. */
export type RunStatus = (typeof statuses)[number];

export function readRunStatus({ status }: Record<string, unknown>): { status?: RunStatus } {
  const known = statuses.find(one => one === status);
  return known ? { status: known } : {};
}
