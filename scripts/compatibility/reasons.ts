import { type Field, fields } from '../../src/emails/fields.ts';

/** The reason why a part of Buttondown's API is missing here. The first matching rule applies. */
type Rule = { in: RegExp; names?: RegExp; reason: string };

const standing =
  'What somebody pays for and may read is at GET /v1/subscribers/{id}/standing and …/stripe-subscriptions.';
const perEmail = 'Prices for each email, and prices by use, are not offered.';
const spam = 'Postrider does not score addresses; a captcha and limits protect the sign-up form.';
const events =
  'docs/sequences.md lists the triggers and actions of automations; a request with another names those that exist.';
const themes = 'These mails have the layout and the look of the newsletter (docs/look.md).';
const texts =
  'confirmation_subject, confirmation_text, welcome_subject and welcome_body are the texts of these mails; a reminder is another copy of the confirmation mail.';
const bulk = 'There is no such bulk action.';

/** Missing operations, by the start of their path. */
export const operationReasons: readonly Rule[] = [
  { in: / \/advertising_units/, reason: 'There is no advertising market.' },
  { in: / \/api_requests/, reason: 'Requests are in the log and counted at /metrics.' },
  { in: / \/books/, reason: 'There are no book pages.' },
  { in: / \/external_feeds\/\{id\}\/items/, reason: 'Items come only from the feed.' },
];

/** Values that fields of emails do not have here. */
const valuesOfEmails = Object.entries(fields as Record<string, Field>).flatMap(([name, { missing = {} }]) =>
  Object.entries(missing).map(([values, reason]) => ({
    in: new RegExp(`^Email.*\\.${name}$`),
    names: new RegExp(values),
    reason,
  })),
);

/** Missing names, by their place: a schema, one of its fields, or a part of an operation. */
export const nameReasons: readonly Rule[] = [
  { in: /^(?:Automation|Action)/, reason: events },
  { in: /^Export/, names: /^(?:emails|events|images|subscribers)$/, reason: 'See the other names.' },
  {
    in: /^Export/,
    reason:
      'An export without collections has everything that is kept here, also surveys, comments, referrals and replies.',
  },
  {
    in: /^UpdateImport/,
    reason: 'An import has no label; POST /v1/imports/{id}/run confirms it.',
  },
  {
    in: /^Import/,
    reason: 'An import is a file of any format; its report has the counts of what was imported.',
  },
  { in: /BulkAction(?:Input)?\.type/, reason: bulk },
  { in: /^GET \/prices parameters/, reason: 'Ignored: a price always shows its product.' },
  { in: /^Price(?:Input)?\./, reason: perEmail },
  {
    in: /^(?:CreatePrice|ListPrices|ArchivePrice)ErrorCode/,
    reason: 'Supported; the OpenAPI document does not list codes.',
  },
  ...valuesOfEmails,
  {
    in: /^Form/,
    names: /css/,
    reason:
      "A newsletter's CSS does not reach its forms (docs/look.md); a form has the look of the newsletter.",
  },
  { in: /^Form/, names: /surveys/, reason: 'A form has its own fields; emails contain the surveys.' },
  { in: /^Form$/, names: /page_view_count/, reason: 'Pages do not count visits.' },
  { in: /^(?:Form|GET \/forms parameters)/, names: /admin/, reason: 'Every form is a page for readers.' },
  { in: /^Note(?:Input)?\.model_type/, reason: 'Notes are on subscribers.' },
  { in: /^Note\.source/, reason: 'Nobody else writes notes.' },
  { in: /^User\.status/, reason: 'An invitation that was declined or withdrawn is no longer listed.' },
  { in: /template$/, names: /custom/, reason: themes },
  { in: /^Email$/, names: /callouts/, reason: 'Use the findings of POST /v1/emails/{id}/preview.' },
  { in: /^Email$/, names: /suppression_reason/, reason: 'Emails are not suppressed.' },
  { in: /^Analytics$/, names: /survey/, reason: 'Use GET /v1/emails/{id}/surveys.' },
  { in: /^Analytics$/, names: /comments/, reason: 'Use GET /v1/comments with email_id.' },
  { in: /^Analytics$/, names: /mentions|replies/, reason: 'Not counted.' },
  { in: /^Analytics$/, names: /page_views/, reason: 'Visits to the archive are not counted.' },
  {
    in: /^Analytics$/,
    names: /subscriptions/,
    reason: 'Where subscribers came from is in source and utm_*.',
  },
  {
    in: /^Analytics$/,
    names: /breakdown/,
    reason: "Use GET /v1/emails/{id}/deliveries, which has the mail server's replies.",
  },
  { in: /^GET \/emails parameters/, reason: 'Refused with 400 filter_unsupported.' },
  { in: /^CadenceMetadata$/, reason: 'Supported; the OpenAPI document describes it only as an object.' },
  {
    in: /^ExternalFeed\.status/,
    names: /failing/,
    reason: 'It stays active; last_error has the reason.',
  },
  { in: /^ExternalFeed\.status/, names: /deleted/, reason: 'A deleted feed is no longer listed.' },
  { in: /items parameters/, names: /expand/, reason: 'Ignored; the item names its email.' },
  { in: /^ExternalFeedItem$/, names: /email/, reason: 'The item names its email by id.' },
  { in: /^ExternalFeedItem$/, reason: 'Texts of items are not stored.' },
  { in: /^ExternalFeedItem\.status/, reason: 'A new item is decided on immediately.' },
  {
    in: /headers$/,
    names: /Bypass-Firewall/,
    reason: 'Ignored; there is no firewall for requests with a key.',
  },
  { in: /headers$/, names: /Collision/, reason: 'Supported; the OpenAPI document does not list headers.' },
  { in: /^SubscriberInput\.type/, names: /upcoming/, reason: 'It follows from a grant that begins later.' },
  {
    in: /^SubscriberInput\.type/,
    reason: 'This type results from events and cannot be set on a new subscriber.',
  },
  { in: /\.type$/, names: /upcoming/, reason: 'It follows from a grant that begins later.' },
  {
    in: /^SubscriberInput$/,
    names: /referring/,
    reason: 'Whom somebody brings counts only if they sign up with the code themselves and confirm.',
  },
  {
    in: /^Subscriber(?:UpdateInput)?$/,
    names: /commenting_disabled/,
    reason: 'While a comment of a reader is spammy, each new one is too.',
  },
  { in: /^SubscriberUpdateInput$/, names: /email_which/, reason: 'The ledger records which email it was.' },
  { in: /^Subscriber$/, names: /stripe|gift|purchased|churn_date|upgrade_date/, reason: standing },
  { in: /^Subscriber$/, names: /risk_score|firewall/, reason: spam },
  {
    in: /^Subscriber$/,
    names: /avatar_url|country/,
    reason: 'Postrider does not look up anything about people.',
  },
  {
    in: /^Subscriber$/,
    names: /_count|_rate/,
    reason: "Use the filters and orderings open_rate and click_rate, or the subscriber's events.",
  },
  {
    in: /^Subscriber$/,
    names: /transitions|bounce|undeliverability/,
    reason: "Use the subscriber's events, which have date and reason.",
  },
  {
    in: /^Subscriber$/,
    names: /import_id/,
    reason: 'The field source says where the subscriber came from.',
  },
  { in: /^GET \/subscribers parameters/, reason: 'Refused with 400 filter_unsupported.' },
  {
    in: /^GET \/subscribers\/\{id_or_email\} parameters/,
    reason: 'Ignored: the response has nothing to expand.',
  },
  { in: /^User$/, reason: 'People, with their roles, are at GET /v1/people.' },
  { in: /^TagUpdateInput$/, reason: 'The number of a tag cannot change.' },
  {
    in: /^Webhook(?:Input)?\.event_types$/,
    reason: 'Refused with 400, which lists the types: this event does not exist here.',
  },
  { in: /attempts parameters/, reason: 'Refused with 400 filter_unsupported.' },
  {
    in: /^WebhookAttemptOutput$/,
    reason: 'Each attempt is a separate row with request, response and date.',
  },
  { in: /test answers/, reason: 'Returns 200 with the result of the attempt.' },
  {
    in: /^Newsletter/,
    names: /template|theme|css|tint_color|header|footer|icon|image|announcement_bar/,
    reason: themes,
  },
  {
    in: /^Newsletter/,
    names: /^custom_(?:churn|expired|gift|premium)/,
    reason:
      'Texts about gifts and trials are gift_text, ending_text and ended_text; Stripe mails about payments.',
  },
  { in: /^Newsletter/, names: /^custom_/, reason: texts },
  { in: /^ApexAliasProvider/, reason: 'Providers of DNS are not recognised.' },
  {
    in: /^SendingDomainStatus|^SendingDomainRecord/,
    reason: 'A check takes place while the request waits, so a domain is valid or not.',
  },
  {
    in: /^Newsletter/,
    names: /^(?:email_domain|sending_domain_status)$/,
    reason: 'The domain of from_address; GET /v1/newsletters/{id}/sending-domain shows it.',
  },
  {
    in: /^Newsletter/,
    names: /^api_key$/,
    reason: 'Shown once, when the newsletter is created; only its hash is stored.',
  },
  { in: /^Newsletter/, names: /auditing_mode/, reason: spam },
  {
    in: /^Newsletter/,
    names: /redirect_url/,
    reason: "Sign-up and confirmation end on the newsletter's own pages.",
  },
  {
    in: /^Newsletter/,
    names: /socials|sharing_networks/,
    reason: 'Write links into the body or the description.',
  },
  { in: /^Newsletter/, names: /enabled_features|test_mode|sort|metadata/, reason: 'Not applicable.' },
];

/** Returns the reason. Throws if there is none, because every difference must be a decision. */
export function reasonFor(rules: readonly Rule[], place: string, name = ''): string {
  const rule = rules.find(rule => rule.in.test(place) && (rule.names?.test(name) ?? true));
  if (!rule) throw new Error(`scripts/compatibility/reasons.ts: say why ${place} ${name} is not here`);
  return rule.reason;
}
