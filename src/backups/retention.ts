import { day_ms } from '../platform/durations.ts';

/** Scheduled backups are recognised by their names alone. No other file in the folder is ever deleted. */
export function scheduledName(installation_id: string, date: Date, is_encrypted: boolean): string {
  return `${prefixOf(installation_id)}${stampOf(date)}.tar.zst${is_encrypted ? '.enc' : ''}`;
}

const dailies = 7;
const weeklies = 4;

/**
 * Returns the scheduled backups of this installation that are no longer kept: all but the newest of each of the last seven days, and of
 * each of the last four weeks (from Monday), that have one.
 */
export function outdated(names: string[], installation_id: string): string[] {
  const prefix = prefixOf(installation_id);
  const dated = names
    .flatMap(name => {
      const date = name.startsWith(prefix) ? readStamp(name.slice(prefix.length)) : undefined;
      return date ? [{ name, date }] : [];
    })
    .toSorted((one, other) => other.date.getTime() - one.date.getTime());
  const kept = new Set([
    ...newestOfEach(dated, dailies, date => Math.floor(date.getTime() / day_ms)),
    ...newestOfEach(dated, weeklies, date => Math.floor((date.getTime() / day_ms + 3) / 7)), // 1970 began on a Thursday
  ]);
  return dated.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
}

function newestOfEach(
  newest_first: { name: string; date: Date }[],
  most: number,
  spanOf: (date: Date) => number,
): string[] {
  const spans = new Map<number, string>();
  for (const { name, date } of newest_first) {
    const span = spanOf(date);
    if (!spans.has(span) && spans.size < most) spans.set(span, name);
  }
  return [...spans.values()];
}

/** Returns the beginning of the names. It contains a part of the installation's id, because several installations may share a folder. */
function prefixOf(installation_id: string): string {
  return `postrider-${installation_id.slice(-12)}-`;
}

function stampOf(date: Date): string {
  return date.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
}

function readStamp(text: string): Date | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst(?:\.enc)?$/.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [year, month, date, hour, minute, second] = parts;
  const read = new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(read.getTime()) ? undefined : read;
}
