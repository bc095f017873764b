import type { Newsletter } from '../../accounts/newsletter.ts';
import { type Email, templateOf } from '../../emails/email.ts';
import { withMailedPictures } from '../../emails/files/shapes.ts';
import { findAttachmentsOf } from '../../emails/files/upload.ts';
import { type EmailSource, withPictures } from '../../emails/templates.ts';
import { headingOf } from '../../engines/rendering/heading.ts';
import { compileLarge, type LargeMessage } from '../../engines/rendering/large.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { valuesRead } from '../../engines/rendering/values-read.ts';
import { providerFields } from '../../links/provider-headers.ts';
import { bounceDomainOf, complaintsAddress } from '../../links/return-path.ts';
import { readersAddress } from '../../links/site.ts';
import type { Database } from '../../platform/database/connect.ts';
import { listRelaysOf } from '../relays/queries.ts';
import type { Tracking } from '../tracking/track-html.ts';
import { findLinks } from '../tracking/tracker.ts';
import type { Plate } from './plate.ts';
import { sharedValues } from './press.ts';
import { teaserSource } from './source.ts';

export type PlateContext = {
  db: Database;
  theme: Theme;
  base_url: string;
  /** The domain that receives bounces and unsubscribe requests of newsletters without a domain of their own; undefined if there is none. */
  bounce_domain: string | undefined;
  /** Names of the header fields that identify a copy in reports of mail services to the whole installation. */
  provider_fields: string[];
};

type Made = { plate: Plate; full: LargeMessage; teaser: LargeMessage | null };

/**
 * Makes the plate of an email from the current state of everything, and its compiled messages. `track` says which of these links are
 * tracked.
 */
export async function makePlate(
  { db, theme, base_url, bounce_domain, provider_fields }: PlateContext,
  email: Email,
  plain: Newsletter,
  content: EmailSource,
  track: (links: string[]) => Promise<Tracking | null>,
): Promise<Made> {
  const source = await withPictures(db, plain, content, email.image);
  const newsletter = withMailedPictures(plain, source.pictures);
  const template = templateOf(email, newsletter);
  const layout = themeOf(theme, template, newsletter, email.locale);
  const full = await compileLarge(source, layout);
  const hasTeaser = email.email_type === 'premium' && email.should_send_teaser;
  const teaser = hasTeaser
    ? await compileLarge(teaserSource(newsletter, source, layout.words), layout)
    : null;
  // The time of sending, which is the same for all copies.
  const date = email.publish_date ?? email.status_date;
  const headed = {
    ...email,
    template,
    heading: headingOf(theme, newsletter, { ...email, ...source }, date, layout.words),
  };
  const shared = sharedValues(headed, newsletter, base_url);
  const links = [full, teaser].flatMap(compiled => (compiled ? findLinks(compiled, shared) : []));
  const tracking = await track(links);
  const receiving = bounceDomainOf(bounce_domain, plain);
  const plate: Plate = {
    email: headed,
    newsletter,
    full: full.keep(),
    teaser: teaser?.keep() ?? null,
    attachments: await findAttachmentsOf(db, newsletter.key, email.attachments),
    base_url: readersAddress(base_url, newsletter),
    bounce_domain: receiving ?? null,
    complaints_address: complaintsAddress(newsletter.from_address, receiving),
    provider_fields: [...new Set([...provider_fields, ...(await fieldsOfRelays(db, plain))])],
    proves_message_ids: true,
    whole_conditions: false,
    tracking: tracking && { ...tracking, targets: [...tracking.targets] },
  };
  return { plate, full, teaser };
}

/** Returns the fields by which the mail services of the newsletter's relays identify a copy. */
async function fieldsOfRelays(db: Database, newsletter: Newsletter): Promise<string[]> {
  const relays = await listRelaysOf(db, newsletter);
  return providerFields(relays.flatMap(({ report_service }) => report_service ?? []));
}

/** Names the values of their readers that the copies of a plate may depend on, apart from the addresses. */
export function valuesReadBy({ full, teaser }: Plate): string[] {
  const names = [full, teaser].flatMap(message => (message ? valuesRead(message) : []));
  return [...new Set(teaser ? [...names, 'type'] : names)];
}
