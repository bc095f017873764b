import { type Command, defineCommand } from '../command.ts';
import { key, url } from './options.ts';

/** Commands for emails that reach their audience in parts, through the running service. */
export const emails: readonly Command[] = [
  defineCommand({
    name: 'email waves',
    operands: 'ID',
    summary: 'Show or set the local time at which readers get an email',
    details:
      'Shows how many people get it, and when. With --at, the email is changed first; it must not have been sent.',
    options: {
      at: {
        type: 'string',
        value: '09:00',
        about: 'The time of day in each reader’s time zone; none: all at once',
      },
      'if-passed': {
        type: 'string',
        value: 'next_day|with_newsletter',
        about: 'When people whose time has already passed get it (default: next_day)',
      },
      url,
      key,
    },
    installation: 'none',
    examples: [
      'email waves 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60 --at 09:00',
      'email waves 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
    ],
    async run({ values, operands }, context) {
      const { emailWaves } = await import('../email-waves.ts');
      await emailWaves(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'email test',
    operands: 'ID',
    summary: 'Show or set the A/B test of an email',
    details:
      'Shows what the test can show, or has shown. With --variant, the email gets a test first; it must not have been sent.\ndocs/sending.md explains the figures.',
    options: {
      variant: {
        type: 'string',
        value: 'JSON',
        multiple: true,
        about: 'What differs in a variant: subject, from_name, body; none: no test',
      },
      share: {
        type: 'string',
        value: 'PERCENT',
        about: 'The share of the audience that takes part (default: 20)',
      },
      measure: { type: 'string', value: 'clicks|opens', about: 'What counts (default: clicks)' },
      'decide-after': { type: 'string', value: 'HOURS', about: 'When it is decided (default: 4)' },
      'if-undecided': {
        type: 'string',
        value: 'first|split',
        about: 'What the rest gets without a winner (default: first)',
      },
      url,
      key,
    },
    installation: 'none',
    examples: [
      `email test 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60 --variant '{"subject":"Purses"}' --share 30`,
      'email test 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
    ],
    async run({ values, operands }, context) {
      const { emailTest } = await import('../email-test.ts');
      await emailTest(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'email decide',
    operands: 'ID',
    summary: 'Decide the A/B test of an email by hand',
    details: 'The rest of the audience gets this variant at once. That can be done only once.',
    options: {
      variant: {
        type: 'string',
        value: 'NUMBER|split',
        about: 'The number of the variant (1 is the email itself); split: each goes to a part of the rest',
      },
      url,
      key,
    },
    installation: 'none',
    examples: ['email decide 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60 --variant 2'],
    async run({ values, operands }, context) {
      const { decideTest } = await import('../email-test.ts');
      await decideTest(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'email second-try',
    operands: 'ID',
    summary: 'Show whom a second try of an email would reach, or create it as a draft',
    details: 'It goes to people who got the email and missed it, once. docs/sending.md says who they are.',
    options: {
      to: {
        type: 'string',
        value: 'WHOM',
        about: 'Create it for unopened, unopened_or_unknown or unclicked',
      },
      subject: { type: 'string', value: 'TEXT', about: 'Another subject (default: that of the email)' },
      url,
      key,
    },
    installation: 'none',
    examples: [
      'email second-try 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60 --to unopened --subject "In case you missed it"',
      'email second-try 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60',
    ],
    async run({ values, operands }, context) {
      const { secondTry } = await import('../email-second-try.ts');
      await secondTry(context.config(), operands[0]!, values);
    },
  }),
];
