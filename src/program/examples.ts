import { readFile } from 'node:fs/promises';
import { inProgram } from '../platform/root.ts';

/** Examples in the API document for operations whose schemas have none: by operation, and by the name of an answer's schema. */
export type Examples = {
  requests: Record<string, unknown>;
  answers: Record<string, unknown>;
  schemas: Record<string, unknown>;
};

/** The file that `npm run examples` writes, from the answers of a running service. */
export const examplesFile = inProgram('docs/examples.json');

/** Reads docs/examples.json. */
export async function readExamples(): Promise<Examples> {
  return JSON.parse(await readFile(examplesFile, 'utf8'));
}
