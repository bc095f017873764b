/** A tool is one operation of the API, with those of its fields that an agent needs. */
export type Tool = {
  title: string;
  /** Whether the tool changes nothing, though it may be a POST. */
  reads: boolean;
  /** Whether the tool may send mail to readers. */
  mails?: true;
  /** Names of the parameters and body fields that the tool takes in addition to those in the path; all if absent. */
  only?: readonly string[];
  /** Fields that the agent cannot choose. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Values of arguments that the agent does not give. */
  usual?: Readonly<Record<string, unknown>>;
  /** Whether the answer may contain what readers, feeds or mail servers have written. */
  foreign?: true;
};

const page = ['page', 'page_size'];
const ofList = { reads: true, usual: { page_size: 20 } } as const;
const reads = { reads: true, only: [] } as const;
const writes = { reads: false } as const;
const audience = ['email_type', 'included_tags', 'excluded_tags', 'filters'];
const texts = [
  'subject',
  'body',
  'description',
  'slug',
  'image',
  'canonical_url',
  'template',
  'locale',
  'metadata',
];

/**
 * Every tool, by the id of its operation. None deletes, and none changes keys, people, webhooks, settings or subscribers. A tool
 * can do no more than the request it makes, which its caller's permissions and bounds limit.
 */
export const tools: Readonly<Record<string, Tool>> = {
  get_account: { title: 'The newsletter', ...reads },
  retrieve_overview: { title: 'What needs attention', ...reads, foreign: true },
  retrieve_calendar: { title: 'What goes out when', reads: true },
  list_emails: {
    title: 'Emails',
    reads: true,
    only: [
      ...page,
      'status',
      'subject',
      'ordering',
      'publish_date__start',
      'publish_date__end',
      'excluded_fields',
    ],
    usual: { page_size: 20, excluded_fields: 'body' },
    foreign: true,
  },
  retrieve_email: { title: 'One email', ...reads, foreign: true },
  list_email_revisions: { title: 'Earlier versions of an email', ...ofList, only: page },
  preview_email: {
    title: 'An email as a reader would get it, and what is wrong with it',
    reads: true,
    foreign: true,
  },
  explain_audience: { title: 'Who would get an email', reads: true },
  explain_email: { title: 'Why somebody did or did not get an email', reads: true, foreign: true },
  retrieve_email_progress: { title: 'How far the sending of an email is', ...reads, foreign: true },
  retrieve_email_analytics: { title: 'Figures of an email', ...reads },
  list_email_analytics_links: { title: 'Links followed in an email', ...ofList, only: page },
  list_email_analytics_refusals: {
    title: 'Why recipients did not get an email',
    ...ofList,
    only: page,
    foreign: true,
  },
  retrieve_growth: { title: 'Who joined and left', reads: true },
  retrieve_reputation: { title: 'The reputation at receiving domains', reads: true, foreign: true },
  list_tags: { title: 'Tags', ...ofList, only: page },
  list_segments: { title: 'Segments', ...ofList, only: page },
  list_snippets: { title: 'Snippets', ...ofList, only: page },
  list_templates: { title: 'Templates of emails', ...ofList, only: page },
  retrieve_emails_variables: { title: 'What templates can name', ...reads },
  list_automations: { title: 'Automations', ...ofList, only: page, foreign: true },
  list_automation_items: { title: 'Items of a feed', ...ofList, only: [...page, 'status'], foreign: true },
  list_surveys: { title: 'Surveys', ...ofList, only: page },
  retrieve_survey_results: { title: 'Answers of a survey', reads: true, foreign: true },
  list_comments: {
    title: 'Comments of readers',
    ...ofList,
    only: [...page, 'status', 'email_id'],
    foreign: true,
  },
  search_subscribers: {
    title: 'People who match a filter',
    ...ofList,
    only: [...page, 'filters'],
    foreign: true,
  },
  retrieve_subscriber: { title: 'One subscriber', ...reads, foreign: true },

  create_email: {
    title: 'Write a draft',
    ...writes,
    only: [...texts, ...audience],
    fixed: { status: 'draft' },
  },
  update_email: { title: 'Revise an email', ...writes, only: [...texts, ...audience] },
  publish_email: {
    title: 'Send or schedule an email, or ask for its approval',
    ...writes,
    only: ['publish_date'],
    mails: true,
  },
  pause_email: { title: 'Pause an email that is going out', ...writes },
  create_segment: { title: 'Save a filter', ...writes },
  create_snippet: { title: 'Write a snippet', ...writes },
  update_snippet: { title: 'Revise a snippet', ...writes },
};
