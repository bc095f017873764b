import type { Error as Refusal } from './schema.ts';

/**
 * A request that failed. `code` is for programs (docs/api.md lists those of the service), and the message says what went wrong and what to
 * do. Failures on the way have the status 0 or that of a proxy, and the code `no_answer`, `timed_out` or `unreadable`.
 */
export class PostriderError extends Error {
  override readonly name = 'PostriderError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  /** The field of the request that the failure is about. */
  readonly field: string | undefined;
  /** Identifiers of the objects involved. */
  readonly metadata: Record<string, string>;
  /** The seconds after which the service wants to be asked again. */
  readonly retry_after: number | undefined;
  /** The whole response: after 412, for example, with the present email in `current`. */
  readonly body: Readonly<Refusal>;

  constructor(
    status: number,
    body: Refusal,
    about: { retry_after?: number | undefined; cause?: unknown } = {},
  ) {
    super(body.detail, 'cause' in about ? { cause: about.cause } : undefined);
    this.status = status;
    this.code = body.code;
    this.field = body.field;
    this.metadata = body.metadata ?? {};
    this.retry_after = about.retry_after;
    this.body = body;
  }
}
