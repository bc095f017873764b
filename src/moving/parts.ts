import { newsletterPart } from '../accounts/bundle.ts';
import { eventsPart } from '../accounts/events/bundle.ts';
import type { Area } from '../accounts/permissions.ts';
import { webhooksPart } from '../accounts/webhooks/bundle.ts';
import { segmentsPart } from '../audience/segments/bundle.ts';
import { consentsPart } from '../audience/sign-ups/bundle.ts';
import { subscribersPart, suppressionKeysPart, suppressionsPart } from '../audience/subscribers/bundle.ts';
import { tagsPart } from '../audience/tags/bundle.ts';
import { automationItemsPart, automationsPart, feedItemsPart, feedsPart } from '../automations/bundle.ts';
import { faultsPart, feedbackPart } from '../delivery/feedback/bundle.ts';
import { countsPart, deliveriesPart } from '../delivery/ledger/bundle.ts';
import { hitsPart, linksPart } from '../delivery/tracking/bundle.ts';
import { emailsPart, slugsPart } from '../emails/bundle.ts';
import { filesPart } from '../emails/files/bundle.ts';
import { snippetsPart } from '../emails/snippets/bundle.ts';
import type { AnyPart } from '../platform/bundle/part.ts';

/** Everything of a newsletter, in an order in which each part names only rows of earlier ones. */
export const parts: readonly AnyPart[] = [
  newsletterPart,
  tagsPart,
  segmentsPart,
  subscribersPart,
  consentsPart,
  suppressionKeysPart,
  suppressionsPart,
  snippetsPart,
  filesPart,
  emailsPart,
  slugsPart,
  linksPart,
  deliveriesPart,
  countsPart,
  hitsPart,
  feedbackPart,
  faultsPart,
  feedsPart,
  feedItemsPart,
  automationsPart,
  automationItemsPart,
  webhooksPart,
  eventsPart,
];

/** What an export or import of a whole newsletter needs: every area, as an owner has it. */
export const ownersAccess = {
  emails: 'write',
  sending: 'write',
  subscribers: 'write',
  automations: 'write',
  bulk_actions: 'write',
  settings: 'write',
} as const satisfies Partial<Record<Area, 'write'>>;
