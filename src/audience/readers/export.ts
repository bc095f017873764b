import { lastDropped } from '../../emails/queries.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findFeed } from '../private-feeds/queries.ts';
import { grantsOf } from '../standing/queries.ts';
import { listFormerValues } from '../subscribers/versions.ts';
import { openTagDirectory } from '../tags/resolve.ts';
import type { Ledger } from './ledger.ts';
import type { Present } from './manage.ts';
import {
  findReferralsOf,
  listAnswers,
  listCommentsOf,
  listConsents,
  listEventsOf,
  listHits,
  listPassages,
  listReceived,
  listRepliesOf,
} from './queries.ts';

/** All data about a subscriber that they may have (GDPR art. 15, 20); the publisher's own notes are not included. */
export async function exportOwnData(
  db: Database,
  { subscriber, newsletter }: Present,
  { reportsOf, paymentsOf }: Ledger,
) {
  const tags = await openTagDirectory(db, newsletter.key);
  const grants = (await grantsOf(db, [subscriber.key])).get(subscriber.key) ?? [];
  return {
    newsletter: newsletter.name,
    subscriber: {
      id: subscriber.id,
      email_address: subscriber.email_address,
      type: subscriber.type,
      mail_state: subscriber.mail_state,
      standing: subscriber.standing,
      tags: tags.names(subscriber.tags),
      metadata: subscriber.metadata,
      source: subscriber.source,
      form_id: subscriber.form_id,
      referrer_url: subscriber.referrer_url,
      utm_campaign: subscriber.utm_campaign,
      utm_medium: subscriber.utm_medium,
      utm_source: subscriber.utm_source,
      ip_address: subscriber.ip_address,
      locale: subscriber.locale,
      frequency: subscriber.frequency,
      creation_date: subscriber.creation_date,
      modification_date: subscriber.modification_date,
      confirmation_date: subscriber.confirmation_date,
      unsubscription_date: subscriber.unsubscription_date,
      unsubscription_reason: subscriber.unsubscription_reason,
      last_open_date: subscriber.last_open_date,
      last_click_date: subscriber.last_click_date,
      upgrade_date: subscriber.upgrade_date,
      churn_date: subscriber.churn_date,
    },
    // The rights that they have, without who gave them and the publisher's words about them.
    grants: grants.map(({ kind, state, start_date, end_date, revoked_date, message }) => ({
      ...{ kind, state, start_date, end_date, revoked_date, message },
    })),
    payments: await paymentsOf(db, subscriber.key),
    private_feed: await exportFeed(db, subscriber.key),
    former_values: (await listFormerValues(db, subscriber.key)).map(former => ({
      ...former,
      tags: former.tags && tags.names(former.tags),
    })),
    consents: await listConsents(db, subscriber.key),
    answers: await listAnswers(db, subscriber.key),
    comments: await listCommentsOf(db, subscriber.key),
    replies: await listRepliesOf(db, subscriber.key),
    referrals: await findReferralsOf(db, subscriber.key),
    sequences: await listPassages(db, subscriber.key),
    emails: await listReceived(db, subscriber.key, newsletter.key),
    opens_and_clicks: await listHits(db, subscriber.key),
    bounces_and_complaints: await reportsOf(db, subscriber.key),
    emails_no_longer_kept_before: await lastDropped(db, newsletter.key),
    events: await listEventsOf(db, subscriber.id),
  };
}

/** Whether they have a feed of their own, and how often it was fetched; without the feed's address, which is a secret. */
async function exportFeed(db: Database, subscriber_key: number) {
  const feed = await findFeed(db, subscriber_key);
  if (!feed) return null;
  const { creation_date, fetches, last_fetch_date } = feed;
  return { creation_date, fetches, last_fetch_date };
}
