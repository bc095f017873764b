import { readFile } from 'node:fs/promises';
import { inProgram } from '../platform/root.ts';

/** What the API document shows of operations whose schemas have no example: by operation, and by the name of an answer's schema. */
export type Examples = {
  requests: Record<string, unknown>;
  answers: Record<string, unknown>;
  schemas: Record<string, unknown>;
};

/** `npm run examples` writes it, from the answers of a running service. */
export const examplesFile = inProgram('docs/examples.json');

/** Reads docs/examples.json. */
export async function readExamples(): Promise<Examples> {
  return JSON.parse(await readFile(examplesFile, 'utf8'));
}
