import { newsletterPart } from '../accounts/bundle.ts';
import type { Area } from '../accounts/permissions.ts';
import { responsesPart } from '../audience/answers/bundle.ts';
import { commentsPart, mutesPart } from '../audience/comments/bundle.ts';
import { formsPart } from '../audience/forms/bundle.ts';
import { grantsPart } from '../audience/grants/bundle.ts';
import { notesPart } from '../audience/notes/bundle.ts';
import { privateFeedsPart } from '../audience/private-feeds/bundle.ts';
import { referralsPart } from '../audience/referrals/bundle.ts';
import { repliesPart, replyAnswersPart } from '../audience/replies/bundle.ts';
import { segmentsPart } from '../audience/segments/bundle.ts';
import { consentsPart } from '../audience/sign-ups/bundle.ts';
import { subscribersPart, suppressionKeysPart, suppressionsPart } from '../audience/subscribers/bundle.ts';
import { tagsPart } from '../audience/tags/bundle.ts';
import { automationItemsPart, automationsPart } from '../automations/bundle.ts';
import { feedItemsPart, feedsPart } from '../automations/feeds/feed-bundle.ts';
import { faultsPart, feedbackPart } from '../delivery/feedback/bundle.ts';
import { countsPart, deliveriesPart } from '../delivery/ledger/bundle.ts';
import { audiencePartsPart, testsPart } from '../delivery/ledger/part-bundle.ts';
import { hitsPart, linksPart } from '../delivery/tracking/bundle.ts';
import { emailsPart, slugsPart } from '../emails/bundle.ts';
import { filesPart } from '../emails/files/bundle.ts';
import { revisionsPart } from '../emails/revision-bundle.ts';
import { snippetsPart } from '../emails/snippets/bundle.ts';
import { surveysPart } from '../emails/surveys/bundle.ts';
import { templatesPart } from '../emails/templates/bundle.ts';
import { eventsPart } from '../journal/bundle.ts';
import { growthPart } from '../journal/growth.ts';
import type { AnyPart } from '../platform/bundle/part.ts';
import { sequenceRunsPart, sequencesPart } from '../sequences/bundle.ts';
import { webhooksPart } from '../webhooks/bundle.ts';

/** All parts of a newsletter. Each part refers only to rows of earlier parts. */
export const parts: readonly AnyPart[] = [
  newsletterPart,
  tagsPart,
  segmentsPart,
  formsPart,
  subscribersPart,
  notesPart,
  grantsPart,
  privateFeedsPart,
  consentsPart,
  referralsPart,
  suppressionKeysPart,
  suppressionsPart,
  snippetsPart,
  surveysPart,
  filesPart,
  templatesPart,
  emailsPart,
  slugsPart,
  responsesPart,
  commentsPart,
  mutesPart,
  repliesPart,
  replyAnswersPart,
  revisionsPart,
  linksPart,
  audiencePartsPart,
  testsPart,
  deliveriesPart,
  countsPart,
  hitsPart,
  feedbackPart,
  faultsPart,
  feedsPart,
  feedItemsPart,
  automationsPart,
  automationItemsPart,
  sequencesPart,
  sequenceRunsPart,
  webhooksPart,
  eventsPart,
  growthPart,
];

/** The permissions for exporting or importing a whole newsletter: write access to every area, as owners have. */
export const ownersAccess = {
  emails: 'write',
  sending: 'write',
  subscribers: 'write',
  automations: 'write',
  bulk_actions: 'write',
  settings: 'write',
} as const satisfies Partial<Record<Area, 'write'>>;
