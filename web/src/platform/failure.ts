import type { Error as Refusal } from '../../../src/client/schema.ts';

/** A refusal by the API, with its code and detail. The status is 0 if there was no response. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** The whole answer of the API. Some refusals have more than a code and a detail. */
  readonly answer: Partial<Refusal>;

  constructor(status: number, answer: Partial<Refusal>) {
    super(answer.detail ?? `The answer was ${status}.`);
    this.status = status;
    this.code = answer.code ?? 'unreadable';
    this.answer = answer;
  }

  /** Says what went wrong and what to do. */
  get detail(): string {
    return this.message;
  }

  /** The field concerned, if there is one. The detail begins with its name. */
  get field(): string | undefined {
    return this.answer.field;
  }
}

/** Returns the part of a failure to show below the field `name`. */
export function errorAt(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiFailure) || error.field !== name) return undefined;
  const words = error.detail.slice(name.length + 2);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
