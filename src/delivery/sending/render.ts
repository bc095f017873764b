import { setImmediate as pause } from 'node:timers/promises';
import type { Newsletter } from '../../accounts/newsletter.ts';
import type { View } from '../../archive/content.ts';
import { previewPage } from '../../archive/preview.ts';
import { payingTypes } from '../../audience/subscribers/subscriber.ts';
import { getsTeaser, type LongestValues } from '../../emails/audience.ts';
import { templateOf } from '../../emails/email.ts';
import { withMailedPictures } from '../../emails/files/shapes.ts';
import { completeSource, type EmailSource, withPictures } from '../../emails/templates.ts';
import { excerptOf } from '../../engines/rendering/excerpt.ts';
import type { Finding } from '../../engines/rendering/finding.ts';
import { type Heading, headingOf } from '../../engines/rendering/heading.ts';
import { compileLarge, findLargeFaults, type LargeMessage } from '../../engines/rendering/large.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import { decodeEntities } from '../../engines/rendering/markup.ts';
import type { FilledMessage, OwnValues, Pattern } from '../../engines/rendering/message.ts';
import { joinPattern } from '../../engines/rendering/patterns.ts';
import type { Theme } from '../../engines/rendering/theme.ts';
import { valuesRead } from '../../engines/rendering/values-read.ts';
import { manageAddress } from '../../links/readers.ts';
import { referralAddress } from '../../links/referrals.ts';
import { homeAddress, readersAddress } from '../../links/site.ts';
import { signStamp } from '../../links/tracked.ts';
import { ownAddresses } from '../../links/unsubscribe.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { domainError } from '../../platform/errors.ts';
import type { Pages } from '../../platform/http/public-pages.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { type Stamped, trackHtml } from '../tracking/track-html.ts';
import { findLinks, forecastTracking } from '../tracking/tracker.ts';
import { findMissingValues, type MissingCount } from './missing-values.ts';
import { findOpenPaywall } from './open-paywall.ts';
import { openPress, sharedValues } from './press.ts';
import { previewValues } from './preview.ts';
import { findRelayFaults } from './relays.ts';
import { type Draft, sourceFor } from './source.ts';

export type Rendered = FilledMessage & {
  /** Bytes of the message and of its HTML as they would be mailed, without attachments. */
  size: number;
  html_size: number;
  /** The row that an inbox shows in its list. */
  inbox: { from: string; subject: string; preview: string };
  /** The public page; null if it was not wanted, or if there is none. */
  web: string | null;
  findings: Finding[];
};

export type RenderContext = { theme: Theme; pages: Pages; secret: Secret; clock: Clock; base_url: string };

/**
 * The reader, by id or address, or else a made-up one; the parts to return in addition to the mail; and, if the email has an audience, how
 * to count the people in it who lack a value, and how to find the longest values in it.
 */
type Wish = {
  reader?: string | undefined;
  lines?: boolean;
  page?: boolean;
  missing?: MissingCount | undefined;
  longest?: ((keys: string[]) => Promise<LongestValues | undefined>) | undefined;
};

/** With fewer bytes of HTML, the longest values do not matter: nobody's values fill the rest up to the size that Gmail shows. */
const sizeToLookUp = 50_000;

/**
 * Renders the draft as the reader would get it, and finds what must be checked before sending. With `lines`, blocks of Markdown have the
 * attribute `data-line`, which no mail has. Throws `request_invalid` for an unknown reader, and `subject_invalid`, `body_invalid`.
 */
export async function renderDraft(
  db: Database,
  context: RenderContext,
  plain: Newsletter,
  draft: Draft,
  { reader, lines = false, page = false, missing, longest }: Wish = {},
): Promise<Rendered> {
  const { theme, base_url } = context;
  const to = reader === undefined ? { email_address: sampleAddress } : { subscriber_id: reader };
  const values = await previewValues(db, plain, base_url, to);
  if (!values) throw domainError('request_invalid', 'delivery.no_reader', { id: reader!.slice(0, 100) });
  const { type } = values.subscriber;
  const complete = await completeSource(db, plain.key, draft);
  const written = { ...(await withPictures(db, plain, complete, draft.image)), shows_lines: lines };
  const newsletter = withMailedPictures(plain, written.pictures);
  // Lines in a teaser, or in its ending, are not lines of the body.
  const shows_lines = lines && !getsTeaser(draft, type as SubscriberType);
  const template = templateOf(draft, newsletter);
  const layout = themeOf(theme, template, newsletter, draft.locale);
  const source = { ...sourceFor(draft, newsletter, written, type, layout.words), shows_lines };
  const date = draft.publish_date ?? context.clock().toISOString();
  const heading = headingOf(theme, newsletter, { ...draft, ...written }, date, layout.words);
  const headed = { ...draft, template, heading };
  const whole = { ...sharedValues(headed, newsletter, base_url), ...values };
  const compiled = await compileLarge(source, layout, whole);
  const filled = compiled.fill(whole);
  await pause(); // each step takes time for a large body
  const own = measure(context, newsletter, headed, compiled, values);
  await pause();
  const most = longest && own.html_size >= sizeToLookUp ? await longest(keysRead(compiled)) : undefined;
  const largest = most
    ? measure(context, newsletter, headed, compiled, withLongest(context, newsletter, values, most))
    : own;
  const size = Math.max(own.size, largest.size);
  const html_size = Math.max(own.html_size, largest.html_size);
  await pause();
  const isText = template === 'plaintext';
  const findings = [
    ...(await findLargeFaults(source, compiled, { ...filled, html: withoutLines(filled.html) }, html_size)),
    ...findOpenPaywall(draft, source),
    ...(await findRelayFaults(db, newsletter, draft, size)),
    ...(missing ? await findMissingValues(source, missing) : []),
  ];
  return {
    ...filled,
    html: isText ? '' : filled.html, // a text-only message
    size,
    html_size: isText ? 0 : html_size,
    inbox: {
      from: newsletter.from_name || newsletter.name,
      subject: filled.subject,
      preview: draft.description || (isText ? excerptOf(filled.text) : shownBeside(filled.html)),
    },
    web: page ? await showPage(db, context, newsletter, draft, written, viewOf(reader && type)) : null,
    findings,
  };
}

const sampleAddress = 'reader@example.org';

/** Lists the keys of the metadata that a message reads by name. */
function keysRead(compiled: LargeMessage): string[] {
  return valuesRead(compiled.keep())
    .filter(name => name.startsWith('metadata.'))
    .map(name => name.slice('metadata.'.length))
    .sort();
}

/** Returns the values with these longest ones in place of the reader's, and with addresses as long as in every copy. */
function withLongest(
  { base_url: installation, secret }: RenderContext,
  newsletter: Newsletter,
  { subscriber }: OwnValues,
  { email, metadata }: LongestValues,
): OwnValues {
  const base_url = readersAddress(installation, newsletter);
  const owner = { id: anyId, email_address: email };
  return {
    subscriber: { ...subscriber, email, metadata: { ...subscriber.metadata, ...metadata } },
    ...ownAddresses(base_url, secret, { subscriber_id: anyId, email_id: anyId }),
    referral_url: referralAddress(homeAddress(base_url, newsletter), anyId),
    manage_subscription_url: manageAddress(base_url, secret, owner),
  };
}

const anyId = '00000000-0000-7000-8000-000000000000';

/** Measures the message and its HTML as they are mailed: tracked if the newsletter tracks, without lines. */
function measure(
  context: RenderContext,
  newsletter: Newsletter,
  draft: Draft & { heading: Heading },
  compiled: LargeMessage,
  values: OwnValues,
): Pick<Rendered, 'size' | 'html_size'> {
  const { base_url, secret } = context;
  const shared = sharedValues(draft, newsletter, base_url);
  const { html, ...bound } = compiled.bind(shared);
  const mailed = {
    ...bound,
    html: html.map(piece =>
      typeof piece === 'string' ? withoutLines(piece) : (own: OwnValues) => withoutLines(piece(own)),
    ),
  };
  const links = findLinks({ bind: () => mailed, links: compiled.links }, shared);
  const tracking = forecastTracking({ base_url, secret }, newsletter, draft, links);
  const tracker = tracking && {
    html: <Values extends OwnValues & Stamped>(html: Pattern<Values>) => trackHtml(html, tracking),
  };
  const press = openPress({
    email: draft,
    newsletter,
    compiled: { bind: () => mailed },
    attachments: [],
    base_url,
    tracker: tracker ?? undefined,
  });
  const copy = {
    ...values,
    message_id: draft.id,
    one_click_url: values.unsubscribe_url,
    unsubscribe_mailbox: null,
    stamp: signStamp(secret, { email_key: 1, subscriber_key: 1 }),
  };
  const tracked: Pattern<typeof copy> = tracker ? tracker.html(mailed.html) : mailed.html;
  return {
    size: Buffer.byteLength(press(copy, new Date(0)).pieces.join('')),
    html_size: Buffer.byteLength(joinPattern(tracked, copy)),
  };
}

function showPage(
  db: Database,
  context: RenderContext,
  newsletter: Newsletter,
  draft: Draft,
  source: EmailSource,
  view: View,
): Promise<string | null> {
  const published_date = draft.publish_date ?? context.clock().toISOString();
  return previewPage({ ...context, db }, newsletter, { ...draft, published_date }, source, view);
}

/** Returns the view of the page for this type of reader: a made-up reader is anybody; a subscriber is somebody who has signed in. */
function viewOf(type: string | undefined): View {
  if (type === undefined) return 'public';
  return (payingTypes as readonly string[]).includes(type) ? 'paying' : 'subscriber';
}

function withoutLines(html: string): string {
  return html.replace(/ data-line="\d+"/g, '');
}

/** Returns the text of the HTML that inboxes show beside the subject: its hidden line or, in a layout without one, its beginning. */
function shownBeside(html: string): string {
  const line = /<div class="preview"[^>]*>([\s\S]*?)(?:&#8199;|\u2007)/.exec(html)?.[1];
  if (line !== undefined) return decodeEntities(line);
  const begun = html.slice(html.search(/<body\b/i)).slice(0, 20_000);
  const text = begun.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>?/g, ' ');
  return excerptOf(decodeEntities(text.replace(/&(?:nbsp|zwnj|middot|#8199);/g, ' ')));
}
