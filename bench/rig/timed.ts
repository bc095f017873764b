/** The cost of work: seconds, processor time of this process, and its largest memory in MB. */
export type Timed = { seconds: number; cpu: number; peak: number };

export async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const since = performance.now();
  const before = process.cpuUsage();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss / 1e6);
  }, 50);
  await work();
  clearInterval(watch);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - since) / 1000, cpu: (user + system) / 1e6, peak };
}
