import { z } from 'zod';
import { timestamp } from '../platform/http/fields.ts';
import type { ToldType } from './webhook.ts';

/** Returns the schema of the body of a webhook request (`payloadOf`). */
const toldBody = (event_type: ToldType) =>
  z.object({
    id: z.string().describe('The same in every attempt, and in the header `webhook-id`'),
    event_type: z.literal(event_type),
    creation_date: timestamp.describe('When it happened'),
    data: z
      .looseObject({
        newsletter: z
          .string()
          .describe('The id of the newsletter. subscriber, email and automation are ids, too'),
        subscriber: z.string().optional(),
        email: z.string().optional(),
        automation: z.string().optional(),
        truncated: z
          .literal(true)
          .optional()
          .describe('Whether details were left out, because the body would exceed 20 kB'),
      })
      .describe('What the event is about, and its details'),
  });

/** The name of each type of event, and when it happens. */
const meanings: Readonly<Record<ToldType, readonly [name: string, means: string]>> = {
  'subscriber.created': ['Subscriber added', 'Somebody signed up, was added or was imported.'],
  'subscriber.confirmed': ['Subscription confirmed', 'Somebody confirmed their address.'],
  'subscriber.updated': ['Subscriber changed', 'Fields of a subscriber were changed. `data` has `fields`.'],
  'subscriber.changed_email': ['Address changed', 'A subscriber’s address changed.'],
  'subscriber.commented': [
    'Comment shown',
    'A reader’s comment appeared on the web. `data` has `comment_id`.',
  ],
  'subscriber.replied': [
    'Reply',
    'A reader’s reply arrived in the dashboard. `data` has `reply_id`, and in `sender` what is known of who sent it.',
  ],
  'subscriber.referred': [
    'Brought somebody',
    'Somebody who signed up through a reader’s link confirmed, and counts for that reader. `data` has `referred_id` and `referral_count`; `subscriber` is the reader who brought somebody.',
  ],
  'subscriber.viewed_checkout_page': [
    'Went to the checkout',
    'A subscriber went to the page where they pay. `data` has `checkout_id` and `price_id`.',
  ],
  'subscriber.responded_to_survey': [
    'Survey answered',
    'Somebody answered a survey. `data` has `survey_id`, `survey` and `answer`, a list.',
  ],
  'subscriber.tags.changed': [
    'Tags changed',
    'A subscriber got or lost tags. `data` has `added` and `removed`, the `secondary_id` of tags.',
  ],
  'subscriber.type.changed': [
    'State changed',
    'A subscriber’s state changed, for example from regular to premium. `data` has `from` and `to`.',
  ],
  'subscriber.unsubscribed': ['Unsubscribed', 'Somebody left the newsletter.'],
  'subscriber.deleted': ['Subscriber deleted', 'A subscriber’s data was deleted. `data` has `secondary_id`.'],
  'subscriber.paid': ['Became premium', 'A subscriber started paying. `data` has `from` and `to`.'],
  'subscriber.churned': ['Stopped paying', 'A subscriber no longer pays. `data` has `from` and `to`.'],
  'subscriber.paused': ['Plan paused', 'A subscriber’s plan is paused. `data` has `from` and `to`.'],
  'subscriber.resumed': [
    'Plan resumed',
    'A subscriber’s plan continues after a pause. `data` has `from` and `to`.',
  ],
  'subscriber.mail_paused': ['Mail paused', 'A subscriber paused their mail.'],
  'subscriber.mail_resumed': ['Mail resumed', 'A subscriber resumed their mail.'],
  'subscriber.trial_started': ['Trial started', 'A subscriber began a trial. `data` has `from` and `to`.'],
  'subscriber.trial_ended': ['Trial ended', 'A subscriber’s trial is over. `data` has `from` and `to`.'],
  'stripe.checkout.session.completed': [
    'Checkout completed',
    'A subscriber has finished a checkout at Stripe.',
  ],
  'stripe.customer.updated': [
    'Stripe customer changed',
    'Stripe says that its record of a subscriber has changed.',
  ],
  'stripe.invoice.upcoming': ['Payment coming up', 'Stripe will charge a subscriber in a few days.'],
  'stripe.subscription.activated': ['Plan began', 'A subscription at Stripe began, or is running again.'],
  'stripe.subscription.churning': ['Plan will end', 'A subscription at Stripe was set to end.'],
  'stripe.subscription.deactivated': ['Plan ended', 'A subscription at Stripe is no longer running.'],
  'subscriber.delivered': ['Delivered', 'The mail server accepted a mail. One for each recipient.'],
  'subscriber.rejected': ['Rejected', 'The mail server refused a mail for good.'],
  'subscriber.opened': ['Opened', 'Somebody opened an email for the first time.'],
  'subscriber.clicked': [
    'Clicked',
    'Somebody followed a link in an email for the first time. `data` has `url`.',
  ],
  'subscriber.bounced': ['Bounced', 'A mail came back.'],
  'subscriber.complained': ['Complained', 'Somebody reported a mail as spam.'],
  'email.created': ['Email created', 'An email was written, imported or made from a feed.'],
  'email.updated': ['Email changed', 'An email’s text or settings were changed. `data` has `fields`.'],
  'email.status.changed': [
    'Status changed',
    'An email moved on, for example from draft to scheduled. `data` has `from` and `to`.',
  ],
  'email.send.started': ['Sending started', 'An email is going out.'],
  'email.sent': ['Email sent', 'An email has gone out to all its recipients.'],
  'email.errored': ['Sending failed', 'An email could not be sent.'],
  'email.paused': [
    'Sending paused',
    'An email was paused, by somebody or by Postrider. `data` has `by` and `reason`.',
  ],
  'email.resumed': ['Sending resumed', 'A paused email goes out again. `data` has `by`.'],
  'email.deleted': ['Email deleted', 'An email was deleted.'],
  'automation.invoked': [
    'Sequence began',
    'Somebody entered a sequence. `data` has `cause`, the id of what triggered it.',
  ],
  'automation.item.created': ['New post', 'A feed has a new post.'],
  'automation.item.held': ['Post held', 'A post waits until you decide whether it is mailed.'],
  'automation.failing': ['Feed failing', 'A feed could not be read for some time.'],
  'bulk_action.processed': ['Bulk action done', 'A bulk action has ended.'],
  'bulk_action.failed': ['Bulk action failed', 'A bulk action could not be completed.'],
  'form.created': ['Form created', 'A sign-up form was made. `data` has `form_id`.'],
  'form.updated': ['Form changed', 'A sign-up form was changed. `data` has `form_id` and `fields`.'],
  'form.deleted': ['Form deleted', 'A sign-up form was deleted. `data` has `form_id`.'],
  'note.created': ['Note written', 'Somebody of the team noted something. `data` has `note_id`.'],
  'note.deleted': ['Note deleted', 'A note about a subscriber was deleted. `data` has `note_id`.'],
  'survey.created': ['Survey created', 'A survey was made. `data` has `survey_id` and `survey`.'],
  'survey.updated': [
    'Survey changed',
    'A survey was changed. `data` has `survey_id`, `survey` and `fields`.',
  ],
  'survey.deleted': ['Survey deleted', 'A survey was deleted. `data` has `survey_id` and `survey`.'],
  'export.created': ['Export began', 'Somebody asked for an export. `data` has `export_id`.'],
  'export.completed': ['Export ready', 'An export can be downloaded.'],
  'export.failed': ['Export failed', 'An export could not be written.'],
  'import.completed': ['Import done', 'A file was imported.'],
  'import.failed': ['Import failed', 'A file could not be imported.'],
  'import.undone': ['Import undone', 'An import was undone.'],
  'backup.failed': ['Backup failed', 'A scheduled backup of the installation failed.'],
  'installation.held': ['Put on hold', 'The installation sends nothing until somebody resumes.'],
  'installation.resumed': ['Hold ended', 'The installation sends again.'],
};

/** The requests to webhooks as the OpenAPI document describes them, by type of event. */
export const describedWebhooks = Object.fromEntries(
  (Object.entries(meanings) as [ToldType, readonly [string, string]][]).map(
    ([event_type, [summary, means]]) => [
      event_type,
      {
        section: 'Webhooks',
        summary,
        description: `${means} The headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` prove where the request comes from, as Standard Webhooks describes.`,
        body: toldBody(event_type),
      },
    ],
  ),
);
