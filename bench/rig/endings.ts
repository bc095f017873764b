const endings: (() => Promise<void>)[] = [];
let isEnding = false;

/**
 * Returns `end` as a function that may be called more than once. If the benchmark is interrupted or fails, it calls all of these functions
 * that were not called yet, newest first, so that no server, process or folder is left behind.
 */
export function atTheLatestAtTheEnd(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  const once = () => {
    ended ??= end();
    return ended;
  };
  if (endings.length === 0) listen();
  endings.push(once);
  return once;
}

function listen(): void {
  process.once('SIGINT', () => void endAll(130));
  process.once('SIGTERM', () => void endAll(143));
  process.on('uncaughtException', error => {
    if (isEnding) return; // work under way has lost its server
    console.error(error);
    void endAll(1);
  });
}

async function endAll(code: number): Promise<void> {
  isEnding = true;
  for (const end of endings.toReversed()) await end().catch(() => {});
  process.exit(code);
}
