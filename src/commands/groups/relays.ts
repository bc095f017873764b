import { type Command, defineCommand } from '../command.ts';

const settings = {
  name: { type: 'string', value: 'NAME', about: 'The name that you give it' },
  host: { type: 'string', value: 'HOST', about: 'Its host name or address' },
  port: { type: 'string', value: 'N', about: 'Its port (default: 587)' },
  tls: {
    type: 'string',
    value: 'MODE',
    about: 'implicit, require, opportunistic or none (default: require)',
  },
  user: { type: 'string', value: 'USER', about: 'The user for the login' },
  'password-file': { type: 'string', value: 'FILE', about: 'Read the password from this file' },
  newsletter: {
    type: 'string',
    value: 'USERNAME',
    multiple: true,
    about: 'A newsletter whose mail it takes; none: --newsletter ""',
  },
  'from-domain': {
    type: 'string',
    value: 'DOMAIN',
    multiple: true,
    about: 'A domain that it takes mail from; none: --from-domain ""',
  },
  default: {
    type: 'string',
    value: 'yes|no',
    about: 'Whether it takes the mail that no other relay takes (default: no)',
  },
  reserve: {
    type: 'string',
    value: 'yes|no',
    about: 'Whether it is used only while no other relay works (default: no)',
  },
  weight: { type: 'string', value: 'N', about: 'Its share of the messages (default: 1)' },
  rate: {
    type: 'string',
    value: 'N',
    about: 'The maximum number of copies per second (default: 0, no limit)',
  },
  reports: { type: 'string', value: 'SERVICE', about: 'The mail service that reports bounces; none: ""' },
  'report-secret-file': {
    type: 'string',
    value: 'FILE',
    about: 'Read the secret of its reports from this file',
  },
} as const;

/** The relays that people add, and the topics of Amazon SNS that report. */
export const relays: readonly Command[] = [
  defineCommand({
    name: 'relay list',
    summary: 'List the relays, what they take and what is wrong with them',
    installation: 'current',
    examples: ['relay list'],
    async run(_, context) {
      const { printRelays } = await import('../relay.ts');
      await context.onDatabase(db => printRelays(context.config(), db));
    },
  }),
  defineCommand({
    name: 'relay add',
    summary: 'Add a relay',
    details:
      'Workers use it within seconds. Passwords are read from files, because others on the machine can see command lines.',
    options: settings,
    installation: 'current',
    examples: [
      'relay add --name Brand --host smtp.example.org --user ada --password-file password.txt',
      'relay add --name Spare --host mail.example.org --newsletter brand --reserve yes',
    ],
    async run({ values }, context) {
      const { addRelay } = await import('../relay-change.ts');
      await context.onDatabase(db => addRelay(context.config(), db, values));
    },
  }),
  defineCommand({
    name: 'relay change',
    operands: 'ID',
    summary: 'Change a relay',
    details:
      'Everything that is not named stays. If you change the host or the user, give the password again.',
    options: settings,
    installation: 'current',
    examples: ['relay change 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60 --rate 14'],
    async run({ values, operands }, context) {
      const { changeRelayAsAsked } = await import('../relay-change.ts');
      await context.onDatabase(db => changeRelayAsAsked(context.config(), db, operands[0]!, values));
    },
  }),
  defineCommand({
    name: 'relay test',
    operands: 'ID',
    summary: 'Connect to a relay as if to send mail, without sending any',
    details: 'The exit code is 1 if it would not take mail.',
    installation: 'current',
    examples: ['relay test 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { testRelay } = await import('../relay.ts');
      return context.onDatabase(db => testRelay(context.config(), db, operands[0]!));
    },
  }),
  defineCommand({
    name: 'relay pause',
    operands: 'ID',
    summary: 'Stop giving mail to a relay until it is resumed',
    details: 'Its mail goes through the other relays for it, or waits if there are none.',
    installation: 'current',
    examples: ['relay pause 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { pauseRelay } = await import('../relay-change.ts');
      await context.onDatabase(db => pauseRelay(context.config(), db, operands[0]!, true));
    },
  }),
  defineCommand({
    name: 'relay resume',
    operands: 'ID',
    summary: 'Give mail to a paused relay again',
    installation: 'current',
    examples: ['relay resume 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { pauseRelay } = await import('../relay-change.ts');
      await context.onDatabase(db => pauseRelay(context.config(), db, operands[0]!, false));
    },
  }),
  defineCommand({
    name: 'relay remove',
    operands: 'ID',
    summary: 'Remove a relay',
    details: 'Its mail goes through the relays that then take it. Mail that it is receiving is completed.',
    installation: 'current',
    examples: ['relay remove 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { removeRelayAsAsked } = await import('../relay-change.ts');
      await context.onDatabase(db => removeRelayAsAsked(db, operands[0]!));
    },
  }),
  defineCommand({
    name: 'relay topics',
    summary: 'List the topics of Amazon SNS that report or ask to',
    installation: 'current',
    examples: ['relay topics'],
    async run(_, context) {
      const { printTopics } = await import('../relay-topics.ts');
      await context.onDatabase(printTopics);
    },
  }),
  defineCommand({
    name: 'relay confirm',
    operands: 'ID',
    summary: 'Let a topic of your own Amazon account report',
    details: 'Anybody can make Amazon ask about their own topic: compare the account number first.',
    installation: 'current',
    examples: ['relay confirm 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { confirmTopicAsAsked } = await import('../relay-topics.ts');
      await context.onDatabase(db => confirmTopicAsAsked(context.config(), db, operands[0]!));
    },
  }),
];
