import type { Newsletter } from '../../accounts/newsletter.ts';
import { requestLetter } from '../../letters/request.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Collision } from '../../platform/http/collision.ts';
import { newId } from '../../platform/ids.ts';
import { normalAddress } from '../../platform/mail/address.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { joiningType } from '../standing/joining.ts';
import { insertGrants } from '../standing/queries.ts';
import { grantOf, isPaid, typeOf, wordOf } from '../standing/type.ts';
import { wordFor } from '../standing/words.ts';
import { resolveOrCreateTags } from '../tags/resolve.ts';
import { remind } from './confirm.ts';
import { addSubscriber, lockSubscriber, updateSubscriberRow } from './queries.ts';
import { type Subscriber, type SubscriberCreate, suppressedTypes } from './subscriber.ts';
import { hashAddress } from './suppression.ts';
import { addedTo, recordChanges, typeChange } from './update.ts';

type CreateOptions = {
  secret: Secret;
  source: string;
  /** The form that they signed up with. */
  form_id?: string;
  collision: Collision;
  now: Date;
  by: string;
};

// Somebody who signs up again may have lost the first mail; a client that repeats its whole list every night has not.
const daysBetweenSignUps = 7;

/**
 * Creates a subscriber. Without a type, they are `unactivated` and get the confirmation mail if the newsletter uses double opt-in;
 * otherwise they get the type of everybody who joins (`joiningType`). A collision without a type reminds an unactivated subscriber. New
 * consent lifts the suppression left by an earlier deletion. Throws `email_already_exists`, `tag_invalid`, and `subscriber_suppressed` if a
 * collision would bring back somebody who has left.
 */
export async function createSubscriber(
  db: Database,
  newsletter: Newsletter,
  input: SubscriberCreate,
  { secret, source, form_id = '', collision, now, by }: CreateOptions,
): Promise<Subscriber> {
  const asks = input.type === undefined && newsletter.double_opt_in;
  const normal_address = normalAddress(input.email_address);
  const word = wordOf(input.type ?? (asks ? 'unactivated' : joiningType(newsletter)));
  const state = { mail_state: 'subscribed', standing: 'regular', ...word } as const;
  const given = 'standing' in word ? grantOf(word.standing) : undefined;
  const add = async (db: Database, tags: number[]) => {
    const [added] = await addSubscriber(db, {
      ...input,
      ...state,
      tags,
      type: typeOf(state),
      upgrade_date: given && isPaid(given) ? now.toISOString() : null,
      // A subscriber who joined long ago but is asked to confirm only now is reminded.
      reminder_date: asks && input.creation_date !== undefined ? now.toISOString() : null,
      unsubscription_date: input.type === 'unsubscribed' ? new Date().toISOString() : null,
      metadata: JSON.stringify(input.metadata),
      creation_date: input.creation_date ?? null,
      id: newId(),
      newsletter_key: newsletter.key,
      normal_address,
      source,
      form_id,
      event_id: newId(),
      address_hashes: hashAddress(secret, newsletter, normal_address),
    });
    return added;
  };
  // Most subscribers need only this statement.
  const added = asks || given || input.tags.length > 0 ? undefined : await add(db, []);
  if (added) return added;
  return inTransaction(db, async trx => {
    const tags = await resolveOrCreateTags(trx, newsletter.key, input.tags);
    const created = await add(trx, tags);
    if (!created) {
      const present = await collide(trx, newsletter, { ...input, tags }, { collision, by, now });
      if (input.type === undefined) await remind(trx, present, now, { days: daysBetweenSignUps });
      return present;
    }
    if ('standing' in word) await insertGrants(trx, wordFor(created, word.standing, [], { by, now }));
    if (asks) await requestLetter(trx, 'mail_confirmation', created.id);
    return created;
  });
}

async function collide(
  trx: Database,
  newsletter: Newsletter,
  input: Omit<SubscriberCreate, 'tags'> & { tags: number[] },
  { collision, by, now }: Pick<CreateOptions, 'collision' | 'by' | 'now'>,
): Promise<Subscriber> {
  const present = await lockSubscriber(trx, newsletter.key, input.email_address);
  if (!present || collision === 'refuse') {
    throw new DomainError(
      'email_already_exists',
      sentence('audience.already_subscriber', { email_address: input.email_address }),
      present && { subscriber_id: present.id },
    );
  }
  if (suppressedTypes.includes(present.type)) {
    throw new DomainError(
      'subscriber_suppressed',
      sentence('audience.suppressed', { email_address: input.email_address, type: present.type }),
      { subscriber_id: present.id },
    );
  }
  const { tags, metadata, type = present.type, email_address, ...texts } = input;
  const changes =
    collision === 'add'
      ? addedTo(present, { tags, metadata })
      : {
          ...texts,
          ...(type !== present.type && (await typeChange(trx, present, type, { by, now }))),
          tags,
          metadata,
        };
  const updated = await updateSubscriberRow(trx, present.key, {
    ...changes,
    metadata: JSON.stringify(changes.metadata),
  });
  await recordChanges(trx, present, updated);
  return updated;
}
