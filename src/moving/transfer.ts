import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';

/** The fields that exports and imports share. */
export const transferFields = {
  id: z.string(),
  creation_date: timestamp,
  start_date: timestamp.nullable(),
  completion_date: timestamp.nullable(),
  status_reason: z.string().describe('Why it failed, and what to do'),
  status_reason_sentence: sentenceSchema,
  total_count: z.int().describe('Lines to write or read; 0 until they are counted'),
  done_count: z.int(),
  current_part: z.string().describe('What is being written or read, such as subscribers'),
  rate: z.number().nullable().describe('Lines per second'),
  expected_completion_date: timestamp.nullable().describe('Only while in progress'),
};

type Progress = {
  status: string;
  start_date: string | null;
  completion_date: string | null;
  total_count: number;
  done_count: number;
};

/** Returns the speed, and when the work will be done at that speed. */
export function paceOf(
  { status, start_date, completion_date, total_count, done_count }: Progress,
  now: Date,
) {
  const until = completion_date === null ? now.getTime() : Date.parse(completion_date);
  const seconds = start_date === null ? 0 : Math.max(0.001, (until - Date.parse(start_date)) / 1000);
  const moves = done_count > 0 && seconds > 0;
  return {
    rate: moves ? Math.round((done_count / seconds) * 10) / 10 : null,
    expected_completion_date:
      status === 'in_progress' && moves
        ? new Date(now.getTime() + ((total_count - done_count) * seconds * 1000) / done_count).toISOString()
        : null,
  };
}

/** The shortest time between two notes of progress. */
const toldMilliseconds = 500;

/** Counts lines, and calls `note` from time to time. */
export function openProgress(note: (done_count: number, current_part: string) => Promise<void>) {
  let done = 0;
  let told = 0;
  return {
    async add(count: number, part: string): Promise<void> {
      done += count;
      const now = performance.now();
      if (now - told < toldMilliseconds) return;
      told = now;
      await note(done, part);
    },
    done: () => done,
  };
}

/** After this many internal failures in a row, an export or import fails for good. */
export const patience = 5;
