import { getsTeaser } from '../../emails/audience.ts';
import type { CompiledMessage } from '../../engines/rendering/message.ts';
import { inLanguage } from '../../links/language.ts';
import { providerHeaders } from '../../links/provider-headers.ts';
import { manageAddress } from '../../links/readers.ts';
import { referralAddress } from '../../links/referrals.ts';
import { unsubscribeMailbox } from '../../links/return-path.ts';
import { homeAddress } from '../../links/site.ts';
import { ownAddresses } from '../../links/unsubscribe.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import type { Attachment, Letter } from '../../platform/mail/message.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { ownMessageId } from '../ledger/message-ids.ts';
import { openTracker } from '../tracking/tracker.ts';
import type { Plate } from './plate.ts';
import { type Copy, openPress } from './press.ts';

/** The facts about its reader that a copy needs. */
export type CopyReader = {
  subscriber_key: number;
  id: string;
  email_address: string;
  type: SubscriberType;
  tag_names: string[];
  metadata: Record<string, unknown>;
};

type Source = {
  email_key: number;
  plate: Plate;
  full: Pick<CompiledMessage, 'bind'>;
  teaser: Pick<CompiledMessage, 'bind'> | null;
  attachments: Attachment[];
  secret: Secret;
};

/** The date when an unsubscribe address was made is never read. It is always the same, so that a copy made again is identical. */
const noDate = new Date(0);

/** Values that `copyFor` never leaves blank. */
const filled = ['unsubscribe_url', 'manage_subscription_url'];

/**
 * Makes the readers' copies of an email from its plate, whose compiled messages are `full` and `teaser`. The same plate gives the same
 * copies, except for their date. Throws the same errors as `openPress`.
 */
export function openCopies({ email_key, plate, full, teaser, attachments, secret }: Source) {
  const { email, newsletter, base_url, bounce_domain, tracking } = plate;
  const tracker =
    tracking && openTracker(secret, email_key, { ...tracking, base_url, targets: new Map(tracking.targets) });
  const shared = {
    email,
    newsletter,
    base_url,
    division: { whole_conditions: plate.whole_conditions, filled },
    provider_headers: providerHeaders(plate.provider_fields),
    complaints_address: plate.complaints_address,
    tracker: tracker ?? undefined,
  };
  const home = homeAddress(base_url, newsletter);
  const fullPress = openPress({ ...shared, compiled: full, attachments });
  const teaserPress = teaser && openPress({ ...shared, compiled: teaser, attachments: [] });
  return (reader: CopyReader, date: Date): Letter => {
    const press = teaserPress && getsTeaser(email, reader.type) ? teaserPress : fullPress;
    return press(copyFor(reader), date);
  };

  function copyFor(reader: CopyReader): Copy {
    const { subscriber_key, id } = reader;
    const owner = { subscriber_id: id, email_id: email.id };
    const { unsubscribe_url: url, answer_url } = ownAddresses(base_url, secret, owner);
    const copy = {
      subscriber: {
        email: reader.email_address,
        type: reader.type,
        tags: reader.tag_names,
        metadata: reader.metadata,
      },
      unsubscribe_url: inLanguage(url, email.locale),
      manage_subscription_url: inLanguage(manageAddress(base_url, secret, reader), email.locale),
      answer_url,
      referral_url: referralAddress(home, id),
      one_click_url: url,
      unsubscribe_mailbox:
        bounce_domain === null
          ? null
          : unsubscribeMailbox(secret, bounce_domain, { email_key, subscriber_key, date: noDate }),
      message_id: plate.proves_message_ids ? ownMessageId(secret, owner) : `${email.id}.${id}`,
    };
    return tracker ? { ...copy, stamp: tracker.stamp(subscriber_key) } : copy;
  }
}
