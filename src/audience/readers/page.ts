import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Attempts } from '../../platform/http/attempts.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import { networkOf } from '../../platform/networks.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { Ledger } from './ledger.ts';

/** What the reader pages need. */
export type ReaderPages = {
  db: Database;
  secret: Secret;
  pages: Pages;
  base_url: string;
  clock: Clock;
  /** How often one network may request mail. */
  attempts: Attempts;
  ledger: Ledger;
};

/** Throws `rate_limited` for a network that has requested too much mail within the hour. */
export function demandAttempt(attempts: Attempts, { ip }: FastifyRequest): void {
  if (attempts.take(`network ${networkOf(ip)}`)) return;
  throw new DomainError(
    'rate_limited',
    'Too many requests for mail from your network. Try again in an hour.',
  );
}
