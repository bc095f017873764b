import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Attempts } from '../../platform/http/attempts.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { Words } from '../../platform/languages/catalogue.ts';
import { networkOf } from '../../platform/networks.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import type { Ledger } from './ledger.ts';

/** The context of the reader pages. */
export type ReaderPages = {
  db: Database;
  secret: Secret;
  pages: Pages;
  base_url: string;
  clock: Clock;
  /** How often one network may request mail. */
  attempts: Attempts;
  ledger: Ledger;
  /** The reader's subscription at the payment service; undefined where nobody can pay. */
  planOf(db: Database, subscriber: Pick<Subscriber, 'key' | 'newsletter_key'>): Promise<Plan | undefined>;
};

/** The plan of a reader. */
export type Plan = { is_running: boolean; ends_with_mail: boolean };

/** Throws `rate_limited`, in these words, for a network that has requested too much mail within the hour. */
export function demandAttempt(attempts: Attempts, { ip }: FastifyRequest, words?: Words): void {
  if (attempts.take(`network ${networkOf(ip)}`)) return;
  const detail = words?.say('failure.too_many_why') ?? sentence('audience.too_many_letters');
  throw new DomainError('rate_limited', detail);
}
