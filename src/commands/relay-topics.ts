import { openSns } from '../delivery/feedback/providers/sns.ts';
import { confirmTopic, listTopics } from '../delivery/feedback/topics.ts';
import { recordAudit } from '../journal/audit/record.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { openSafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { CommandError } from './command.ts';

/** `postrider relay topics`: prints the topics that report to a relay or ask to, with that relay. */
export async function printTopics(db: Database): Promise<void> {
  for (const { id, topic_arn, relay_id, is_waiting, asked_date, confirmed_date } of await listTopics(db)) {
    const state = is_waiting ? `asks since ${asked_date}` : `confirmed ${confirmed_date}`;
    console.log([id, topic_arn, relay_id ? `relay ${relay_id}` : 'all relays', state].join('  '));
  }
}

/** `postrider relay confirm`: confirms a topic at Amazon. */
export async function confirmTopicAsAsked(config: Config, db: Database, id: string): Promise<void> {
  const { ALLOWED_PRIVATE_NETWORKS: allowed_private_networks, BASE_URL: contact_url } = config;
  const safe_fetch = openSafeFetch({ allowed_private_networks, contact_url });
  try {
    const { topic_arn } = await confirmTopic(db, openSns(safe_fetch), id);
    await recordAudit(
      db,
      { type: 'command_line' },
      { newsletter_id: null, action: 'report_topic.confirmed', object_id: id },
    );
    console.log(`The topic ${topic_arn} reports from now on.`);
  } catch (error) {
    throw error instanceof DomainError ? new CommandError(error.detail) : error;
  } finally {
    await safe_fetch.close();
  }
}
