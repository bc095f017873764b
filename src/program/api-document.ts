import { describedWebhooks } from '../webhooks/described.ts';
import { readExamples } from './examples.ts';
import { operationNames } from './operation-names.ts';

/** The head of the OpenAPI document, and everything else in it that does not follow from the routes. */
export const apiDocument = {
  title: 'Postrider',
  version: '1',
  license: { name: 'MIT', identifier: 'MIT' },
  description:
    'An API for newsletters: their subscribers, tags and emails, and feeds that become emails. Every error has the body {code, detail}.',
  sections: [
    {
      name: 'Emails',
      description:
        'Write, check, approve, schedule and send emails; see how far they are and what became of each copy.',
    },
    {
      name: 'Automations',
      description: 'Mail the news of feeds, and start sequences of emails when something happens.',
    },
    { name: 'Subscribers', description: 'The people who get the newsletter, and what is known about them.' },
    { name: 'Forms', description: 'Sign-up forms with their own questions, tags and texts.' },
    { name: 'Tags', description: 'Group subscribers by names, and let readers choose topics.' },
    { name: 'Segments', description: 'Saved filters that always name the subscribers who match now.' },
    { name: 'Bulk actions', description: 'Change many subscribers, emails or tags with one request.' },
    { name: 'Snippets', description: 'Texts that several emails share.' },
    { name: 'Surveys', description: 'Ask readers a question in an email, and read the answers.' },
    { name: 'Comments', description: 'Read, approve and delete what readers write below emails.' },
    { name: 'Replies', description: 'What readers write back to an email, and the answers to it.' },
    { name: 'Templates', description: 'Emails to begin new emails with.' },
    { name: 'Files', description: 'Images and attachments in one list.' },
    { name: 'Events', description: 'The journal of everything that has happened.' },
    { name: 'Webhooks', description: 'Have events posted to an address of yours, and see each attempt.' },
    {
      name: 'Feedback',
      description: 'Bounces, complaints and automatic replies, and the addresses that get no more mail.',
    },
    { name: 'Payments', description: 'Paid subscriptions through Stripe: prices, coupons and figures.' },
    { name: 'Newsletters', description: 'The newsletters of the installation: settings, look, and domains.' },
    {
      name: 'Relays',
      description:
        'The mail servers that emails are handed to, and the newsletters and domains that each serves.',
    },
    { name: 'People', description: 'The people who work on the newsletter, their roles and sessions.' },
    { name: 'API keys', description: 'Keys for programs, with permissions and bounds.' },
    { name: 'Moving', description: 'Import from other services, and export everything.' },
    { name: 'Audit log', description: 'Who has changed what, and when.' },
    {
      name: 'Service',
      description: 'The state of the installation, for the people and programs that run it.',
    },
  ],
  names: operationNames,
  readExamples,
  webhooks: describedWebhooks,
};
