import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../accounts/caller.ts';
import { findNewsletterById } from '../accounts/queries.ts';
import type { FilterGroup } from '../audience/filter/filter.ts';
import { settleFilter } from '../audience/filter/settle.ts';
import { openTagDirectory, resolveOrCreateTags } from '../audience/tags/resolve.ts';
import { createEmail } from '../emails/create.ts';
import { emailCreate } from '../emails/input.ts';
import { findEmail } from '../emails/queries.ts';
import { updateEmail } from '../emails/update.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError, domainError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import type { WebhookClient } from '../webhooks/client.ts';
import { readMetadata, type Step } from './definition/actions.ts';
import { asDisguised, asRevealed, isBare, sequenceFilter } from './definition/filters.ts';
import { mayManage } from './definition/other-newsletter.ts';
import { insertEdition } from './definition/queries.ts';
import { demandTrigger, type ReadAction, readActions } from './definition/read-actions.ts';
import type { Edition, Sequence, TriggerDate } from './definition/sequence.ts';
import { hashOf, recogniseSteps } from './definition/steps.ts';
import { openKeys } from './signing-keys.ts';

export type PublishContext = { theme: Theme; clock: Clock; vault: Vault; client: WebhookClient };

/** The content of a new edition, as clients send it. */
export type Draft = {
  trigger: string;
  actions: readonly Record<string, unknown>[];
  timing: unknown;
  filters: FilterGroup | null;
  exit_filters: FilterGroup | null;
  checks_again: boolean;
  trigger_date: TriggerDate | null;
};

/**
 * Makes the next edition of a sequence, whose row `trx` has locked. Emails that it names become transactional; from the subjects and bodies
 * that it contains, emails are made. A step that was there before keeps its email, with the new text. Throws the errors of `readActions`,
 * and `tag_invalid`, `filter_invalid`, `action_invalid`, `invalid_newsletter_id` and `url_invalid` for things that actions name.
 */
export async function publish(
  trx: Database,
  context: PublishContext,
  caller: Pick<Caller, 'newsletter' | 'by'>,
  sequence: Pick<Sequence, 'key' | 'id' | 'edition'>,
  draft: Draft,
  before: Edition | undefined,
): Promise<Edition> {
  const { newsletter, by } = caller;
  const trigger = demandTrigger(draft.trigger);
  const trigger_date = trigger === 'subscriber.date' ? draft.trigger_date : null;
  if (trigger === 'subscriber.date' && !trigger_date)
    throw domainError('trigger_action_invalid', 'sequences.no_date', { example: '{"key": "birthday"}' });
  const keys = await openKeys(trx, context.vault, sequence.key);
  const actions = readActions(draft.actions, trigger, draft.timing);
  const sealed = await Promise.all(actions.map(action => keys.seal(action)));
  const known = before?.steps ?? [];
  const ids = recogniseSteps(sealed, known);
  const steps: Step[] = [];
  for (const [at, action] of sealed.entries()) {
    const id = ids[at]!;
    const former = known.find(step => step.id === id);
    const settled = await settleConditions(trx, newsletter.key, action, former);
    const tag_ids = await demandNamed(trx, context, caller, settled);
    const email_id =
      action.type === 'send_email' ? await mailOf(trx, context, caller, sequence, settled, former) : null;
    steps.push({ id, type: action.type, action: settled, email_id, ...(tag_ids && { tag_ids }) });
  }
  const settle = (group: FilterGroup | null, kept: FilterGroup | null | undefined) =>
    group && settleOwn(trx, newsletter.key, group, kept);
  const content = {
    trigger,
    trigger_date,
    filters: await settle(draft.filters, before?.filters),
    // A goal without conditions is not a goal, because everybody would reach it at once.
    exit_filters:
      draft.exit_filters && !isBare(draft.exit_filters)
        ? await settle(draft.exit_filters, before?.exit_filters)
        : null,
    checks_again: draft.checks_again,
    steps,
  };
  const number = before ? sequence.edition + 1 : 1;
  return insertEdition(trx, {
    sequence_key: sequence.key,
    number,
    trigger,
    checks_again: content.checks_again,
    trigger_date: json(trigger_date),
    filters: json(content.filters),
    exit_filters: json(content.exit_filters),
    steps: JSON.stringify(steps),
    hash: hashOf(content),
    published_by: by,
  });
}

function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Returns the filter to store, with ids. Conditions on the event are kept as they are. */
async function settleOwn(
  trx: Database,
  newsletter_key: number,
  group: FilterGroup,
  kept: FilterGroup | null | undefined,
): Promise<FilterGroup> {
  if (isDeepStrictEqual(group, kept)) return group;
  return asRevealed(await settleFilter(trx, newsletter_key, asDisguised(group), 'filter_invalid'));
}

async function settleConditions(
  trx: Database,
  newsletter_key: number,
  action: ReadAction,
  former: Step | undefined,
): Promise<ReadAction> {
  const { filters, until } = action as {
    filters?: FilterGroup | null;
    until?: { filters: FilterGroup } | null;
  };
  if (former && isDeepStrictEqual([filters, until], [former.action.filters, former.action.until]))
    return action;
  const settle = (group: FilterGroup) => settleOwn(trx, newsletter_key, sequenceFilter.parse(group), null);
  return {
    ...action,
    ...(filters && { filters: await settle(filters) }),
    ...(until && { until: { ...until, filters: await settle(until.filters) } }),
  };
}

/** Throws unless everything that an action names exists and may be used. Returns the tags that the action adds or removes. */
async function demandNamed(
  trx: Database,
  { client }: PublishContext,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  action: ReadAction,
): Promise<string[] | undefined> {
  switch (action.type) {
    case 'add_tags':
    case 'remove_tags': {
      const words = readMetadata('add_tags', action.metadata);
      const keys = await resolveOrCreateTags(trx, newsletter.key, words);
      return (await openTagDirectory(trx, newsletter.key)).ids(keys);
    }
    case 'send_post_request': {
      const refusal = await client.refusalOf(readMetadata('send_post_request', action.metadata).url);
      if (refusal !== null) throw new DomainError('url_invalid', `url: ${refusal}`);
      return undefined;
    }
    case 'create_subscriber': {
      const { newsletter_id } = readMetadata('create_subscriber', action.metadata);
      const other = await findNewsletterById(trx, newsletter_id).catch(() => undefined);
      if (other && other.key !== newsletter.key && (await mayManage(trx, other.key, by))) return undefined;
      throw domainError('invalid_newsletter_id', 'sequences.other_newsletter');
    }
    default:
      return undefined;
  }
}

/** Returns the id of the email that a step mails. */
async function mailOf(
  trx: Database,
  context: PublishContext,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  sequence: Pick<Sequence, 'id'>,
  action: ReadAction,
  former: Step | undefined,
): Promise<string> {
  const { email_id, subject, body } = readMetadata('send_email', action.metadata);
  if (email_id) {
    const email = await findEmail(trx, newsletter.key, email_id);
    if (!email || (email.status !== 'draft' && email.status !== 'transactional'))
      throw new DomainError(
        'action_invalid',
        email
          ? sentence('sequences.email_not_draft', { status: email.status })
          : sentence('sequences.no_email'),
        email && { email_id },
      );
    if (email.status === 'draft')
      await updateEmail(trx, context, newsletter, email.id, { status: 'transactional' }, { by });
    return email.id;
  }
  if (subject.trim() === '' || body.trim() === '')
    throw domainError('action_invalid__missing_body_or_subject', 'sequences.no_mail');
  const own = former?.action as { metadata?: { email_id?: unknown } } | undefined;
  if (former?.email_id && !own?.metadata?.email_id) {
    await updateEmail(trx, context, newsletter, former.email_id, { subject, body }, { by });
    return former.email_id;
  }
  const input = emailCreate.parse({ subject, body, status: 'transactional' });
  const email = await createEmail(
    trx,
    context,
    newsletter,
    { ...input, slug: `sequence-${newId()}` },
    { by, automation_id: sequence.id },
  );
  return email.id;
}
