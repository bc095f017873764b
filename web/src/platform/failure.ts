import type { Error as Refusal } from '../../../src/client/schema.ts';

/** What the API refused, with its code and its words; status 0 when no answer came. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;

  constructor(
    status: number,
    { code = 'unreadable', detail = `The answer was ${status}.` }: Partial<Refusal>,
  ) {
    super(detail);
    this.status = status;
    this.code = code;
  }

  /** What went wrong and what to do, for people. */
  get detail(): string {
    return this.message;
  }

  /** The field that it is about, if it names one: details begin with it. */
  get field(): string | undefined {
    return /^([a-z_.]+): /.exec(this.message)?.[1];
  }
}

/** The part of a failure that belongs below the field `name`. */
export function errorAt(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiFailure) || error.field !== name) return undefined;
  const words = error.detail.slice(name.length + 2);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
