import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { largestMessage } from '../engines/bounces/mime.ts';
import { readReport } from '../engines/bounces/read-report.ts';
import { CommandError, explainUnreadable } from './command.ts';

/**
 * `postrider bounce explain FILE…`: prints what each message (RFC 5322; `-` is standard input) says about our mail, one
 * line of JSON per message, in order. Touches no data. Throws CommandError at the end if files could not be read.
 */
export async function explainBounces(files: string[]): Promise<void> {
  const unreadable: string[] = [];
  for (const file of files) {
    try {
      console.log(JSON.stringify({ file, ...readReport(await readStart(file)) }));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      unreadable.push(explainUnreadable(file, error));
    }
  }
  if (unreadable.length > 0) throw new CommandError(unreadable.join('\n'));
}

/** Reads a file up to the size of the largest message. */
async function readStart(file: string): Promise<Buffer> {
  if (file !== '-') return buffer(createReadStream(file, { end: largestMessage - 1 }));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= largestMessage) break;
  }
  return Buffer.concat(chunks);
}
