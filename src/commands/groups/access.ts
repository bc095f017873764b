import { type Command, defineCommand } from '../command.ts';
import { newsletter } from './options.ts';

/** Keys and sign-in links, and the secrets that are encrypted. */
export const access: readonly Command[] = [
  defineCommand({
    name: 'key create',
    summary: 'Create an API key and print it',
    options: {
      name: { type: 'string', value: 'NAME', about: 'Name of the key in lists' },
      newsletter,
      permissions: {
        type: 'string',
        value: 'LIST',
        about: 'What it may do, such as emails:write,subscribers:read (default: everything)',
      },
      installation: {
        type: 'string',
        value: 'LEVEL',
        about: 'read or write: access to metrics and other newsletters (default: none)',
      },
      expires: {
        type: 'string',
        value: 'DATE',
        about: 'Expiry date, such as 2027-12-31 (default: never)',
      },
      'most-recipients': { type: 'string', value: 'N', about: 'Maximum recipients of one email' },
      'most-recipients-a-day': { type: 'string', value: 'N', about: 'Maximum recipients in 24 hours' },
      tags: {
        type: 'string',
        value: 'LIST',
        about: 'Tag ids or names: every recipient must have at least one of them',
      },
      'drafts-only': { type: 'boolean', about: 'The key can write drafts but never send' },
    },
    installation: 'current',
    examples: [
      'key create --name "website" --permissions subscribers:write --expires 2027-12-31',
      'key create --name "owner" --installation write',
      'key create --name "agent" --permissions emails:write,sending:write --most-recipients 500',
    ],
    async run({ values }, context) {
      const { createKeyAsAsked } = await import('../key.ts');
      await createKeyAsAsked(values, context);
    },
  }),
  defineCommand({
    name: 'key list',
    summary: 'List the API keys, without their secrets',
    installation: 'current',
    examples: ['key list'],
    async run(_, context) {
      const { printKeys } = await import('../key.ts');
      await context.onDatabase(printKeys);
    },
  }),
  defineCommand({
    name: 'key revoke',
    operands: 'ID',
    summary: 'Revoke an API key',
    installation: 'current',
    examples: ['key revoke 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { revokeKey } = await import('../key.ts');
      await revokeKey(operands[0]!, context);
    },
  }),
  defineCommand({
    name: 'sign-in',
    operands: '[ADDRESS]',
    summary: 'Print a link that signs somebody in to the dashboard',
    details:
      'Without ADDRESS it signs in the owner of the installation. The link works once, within 24 hours.\nNo password or code is needed, so it also helps people who have lost theirs.',
    installation: 'current',
    examples: ['sign-in', 'sign-in ada@example.org'],
    async run({ operands }, context) {
      const { printLink } = await import('../sign-in.ts');
      await printLink(context, operands[0]);
    },
  }),
  defineCommand({
    name: 'inbox',
    summary: 'Print the link that opens the inbox',
    details: '`serve` prints it at every start. Anybody with the link can read all mail in the inbox.',
    installation: 'current',
    examples: ['inbox'],
    async run(_, context) {
      const { printInboxLink } = await import('../inbox.ts');
      await printInboxLink(context);
    },
  }),
  defineCommand({
    name: 'secret rotate',
    summary: 'Encrypt the secrets in the database with a new key',
    details:
      'The new key replaces the one in secret.key in DATA_DIR. If SECRET_KEY is set, its first key is used.\nThe service may keep running.',
    options: {
      links: {
        type: 'boolean',
        about:
          'Also sign links with a new secret after the next start; links in mails already sent stay valid',
      },
      'end-old-links': {
        type: 'boolean',
        about: 'Also sign links with a new secret, and refuse all earlier links after the next start',
      },
    },
    installation: 'current',
    examples: ['secret rotate', 'secret rotate --links'],
    async run({ values }, context) {
      const { rotateSecrets } = await import('../secret.ts');
      const links = values['end-old-links'] ? 'end' : values.links ? 'add' : 'keep';
      await context.onDatabase(db => rotateSecrets(context.config(), db, links));
    },
  }),
  defineCommand({
    name: 'secret reset',
    summary: 'Replace secrets whose key is lost',
    details:
      'Without --yes, only shows what would no longer work. Stop the service first.\nSecrets that the key here can decrypt are kept.',
    options: { yes: { type: 'boolean', about: 'Replace them' } },
    installation: 'current',
    examples: ['secret reset', 'secret reset --yes'],
    async run({ values }, context) {
      const { resetSecrets } = await import('../secret.ts');
      return context.onDatabase(db => resetSecrets(context.config(), db, values.yes ?? false));
    },
  }),
];
