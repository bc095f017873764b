import { type Command, defineCommand } from './command.ts';

const newsletter = {
  type: 'string',
  value: 'USERNAME',
  about: 'The newsletter (default: the first one)',
} as const;
const url = {
  type: 'string',
  value: 'URL',
  about: 'Address of the service (default: BASE_URL)',
} as const;
const key = { type: 'string', value: 'KEY', about: 'The API key to use (default: API_KEY)' } as const;
const dryRun = { type: 'boolean', about: 'Only show what would happen' } as const;

/** All commands. The code of each is loaded when it runs. */
export const commands: readonly Command[] = [
  defineCommand({
    name: 'serve',
    operands: '',
    summary: 'Start the service',
    details: 'It runs until Ctrl-C or SIGTERM. Its settings are in docs/operations.md.',
    options: {},
    examples: ['serve'],
    async run(_, context) {
      const { serve } = await import('./serve.ts');
      await serve(context.config(), context.log());
    },
  }),
  defineCommand({
    name: 'migrate',
    operands: '',
    summary: 'Upgrade the database to this version',
    details: '`serve` does the same at every start.',
    options: {},
    examples: ['migrate'],
    async run(_, context) {
      const { migrate } = await import('./migrate.ts');
      await context.onDatabase(migrate, { may_be_older: true });
    },
  }),
  defineCommand({
    name: 'key create',
    operands: '',
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
    examples: [
      'key create --name "website" --permissions subscribers:write --expires 2027-12-31',
      'key create --name "owner" --installation write',
      'key create --name "agent" --permissions emails:write,sending:write --most-recipients 500',
    ],
    async run({ values }, context) {
      const { createKeyAsAsked } = await import('./key.ts');
      await createKeyAsAsked(values, context);
    },
  }),
  defineCommand({
    name: 'key list',
    operands: '',
    summary: 'List the API keys, without their secrets',
    options: {},
    examples: ['key list'],
    async run(_, context) {
      const { printKeys } = await import('./key.ts');
      await context.onDatabase(printKeys);
    },
  }),
  defineCommand({
    name: 'key revoke',
    operands: 'ID',
    summary: 'Revoke an API key',
    options: {},
    examples: ['key revoke 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ operands }, context) {
      const { revokeKey } = await import('./key.ts');
      await revokeKey(operands[0]!, context);
    },
  }),
  defineCommand({
    name: 'sign-in',
    operands: '[ADDRESS]',
    summary: 'Print a link that signs somebody in to the dashboard',
    details:
      'Without ADDRESS it signs in the owner of the installation. The link works once, within 24 hours.\nNo password or code is needed, so it also helps people who have lost theirs.',
    options: {},
    examples: ['sign-in', 'sign-in ada@example.org'],
    async run({ operands }, context) {
      const { printLink } = await import('./sign-in.ts');
      await printLink(context, operands[0]);
    },
  }),
  defineCommand({
    name: 'inbox',
    operands: '',
    summary: 'Print the link that opens the inbox',
    details: '`serve` prints it at every start. Anybody with the link can read all mail in the inbox.',
    options: {},
    examples: ['inbox'],
    async run(_, context) {
      const { printInboxLink } = await import('./inbox.ts');
      await printInboxLink(context);
    },
  }),
  defineCommand({
    name: 'secret rotate',
    operands: '',
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
    examples: ['secret rotate', 'secret rotate --links'],
    async run({ values }, context) {
      const { rotateSecrets } = await import('./secret.ts');
      const links = values['end-old-links'] ? 'end' : values.links ? 'add' : 'keep';
      await context.onDatabase(db => rotateSecrets(context.config(), db, links));
    },
  }),
  defineCommand({
    name: 'secret reset',
    operands: '',
    summary: 'Replace secrets whose key is lost',
    details:
      'Without --yes, only shows what would no longer work. Stop the service first.\nSecrets that the key here can decrypt are kept.',
    options: { yes: { type: 'boolean', about: 'Do it' } },
    examples: ['secret reset', 'secret reset --yes'],
    async run({ values }, context) {
      const { resetSecrets } = await import('./secret.ts');
      return context.onDatabase(db => resetSecrets(context.config(), db, values.yes ?? false));
    },
  }),
  defineCommand({
    name: 'ledger verify',
    operands: '',
    summary: "Compare the stored counts with the ledger's rows",
    details: 'The exit code is 1 if any differ.',
    options: {},
    examples: ['ledger verify'],
    async run(_, context) {
      const { verifyLedger } = await import('./ledger.ts');
      return context.onDatabase(verifyLedger);
    },
  }),
  defineCommand({
    name: 'ledger recount',
    operands: '',
    summary: "Correct the stored counts from the ledger's rows",
    options: {},
    examples: ['ledger recount'],
    async run(_, context) {
      const { recountLedger } = await import('./ledger.ts');
      await context.onDatabase(recountLedger);
    },
  }),
  defineCommand({
    name: 'reclassify',
    operands: '',
    summary: "Apply this version's rules to all recorded opens and clicks",
    options: { 'dry-run': dryRun },
    examples: ['reclassify --dry-run', 'reclassify'],
    async run({ values }, context) {
      const { reclassify } = await import('./reclassify.ts');
      await context.onDatabase(db => reclassify(db, { dry_run: values['dry-run'] ?? false }));
    },
  }),
  defineCommand({
    name: 'feed explain',
    operands: 'SOURCE',
    summary: 'Show how a feed is read, as JSON',
    details:
      'SOURCE is an address, a file, or - for standard input. The exit code is 1 if it cannot be read as a feed.',
    options: {
      url: { type: 'string', value: 'URL', about: 'The address of the file' },
      'content-type': { type: 'string', value: 'TYPE', about: 'The content type of the file' },
    },
    examples: [
      'feed explain https://example.org/feed.xml',
      'feed explain feed.xml --url https://example.org/feed.xml',
    ],
    async run({ values, operands }, context) {
      const { explainFeed } = await import('./feed.ts');
      return explainFeed(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'domain check',
    operands: '',
    summary: "Show the DNS records that the newsletter's domain needs (DKIM, SPF, DMARC)",
    details: 'The exit code is 1 if any is missing.',
    options: { newsletter },
    examples: ['domain check --newsletter weekly'],
    async run({ values }, context) {
      const { showDomain } = await import('./domain.ts');
      return context.onDatabase(db => showDomain(context.config(), db, values.newsletter));
    },
  }),
  defineCommand({
    name: 'bulk',
    operands: 'TYPE',
    summary: 'Perform one operation on many objects, through the running service',
    details: 'The types and their options are listed in docs/bulk-actions.md.',
    options: {
      all: { type: 'boolean', about: 'Act on everything' },
      ids: { type: 'string', value: 'A,B', multiple: true, about: 'Act on these' },
      except: { type: 'string', value: 'A,B', multiple: true, about: 'Act on all but these' },
      parameters: {
        type: 'string',
        value: 'type=regular',
        multiple: true,
        about: 'Act on everything that matches these list filters',
      },
      tag: { type: 'string', value: 'TAG', multiple: true, about: 'The tag to apply or remove' },
      action: { type: 'string', value: 'ACTION', about: 'add or remove' },
      metadata: { type: 'string', value: 'JSON', about: 'The metadata to apply' },
      'email-id': { type: 'string', value: 'ID', about: 'The email to send' },
      'email-type': { type: 'string', value: 'TYPE', about: 'The new type of emails' },
      'dry-run': dryRun,
      url,
      key,
    },
    examples: [
      'bulk apply_tags --tag weekly --all --parameters type=regular --dry-run',
      'bulk unsubscribe_subscribers --all --parameters tag=moved',
    ],
    async run({ values, operands }, context) {
      const { bulk } = await import('./bulk.ts');
      return (await bulk(context.config(), operands[0]!, values)) ? 0 : 1;
    },
  }),
  defineCommand({
    name: 'export',
    operands: '[FILE|-]',
    summary: 'Write everything of a newsletter into one zip file, through the running service',
    details:
      'The key says which newsletter, and needs write access to every area.\nFILE is USERNAME-DATE.zip by default; - is standard output. docs/moving.md describes the file.',
    options: { url, key },
    examples: ['export', 'export backup.zip', 'export -'],
    async run({ values, operands }, context) {
      const { exportToFile } = await import('./moving.ts');
      await exportToFile(context.config(), operands[0], values);
    },
  }),
  defineCommand({
    name: 'import',
    operands: 'FILE',
    summary: 'Import a file into a newsletter, through the running service',
    details:
      'FILE is an export of another service, CSV or JSON lines. The service checks it first and shows what would happen;\nthen you decide. Nobody is mailed unless you say --confirm. docs/moving.md lists the services.\nA file written by `postrider export` is imported into an empty newsletter immediately, completely or not at all.\nThe key says which newsletter. It needs write access to subscribers, emails and settings; for a bundle, to every area.',
    options: {
      format: { type: 'string', value: 'FORMAT', about: 'What the file is (default: recognised)' },
      existing: {
        type: 'string',
        value: 'update|skip',
        about: 'What becomes of people who are subscribers already (default: update)',
      },
      tag: { type: 'string', value: 'TAG', multiple: true, about: 'Give everybody this tag' },
      column: {
        type: 'string',
        value: 'HEADER=FIELD',
        multiple: true,
        about: 'What a CSV column becomes, such as Plan=metadata.plan; Plan= ignores it',
      },
      confirm: { type: 'boolean', about: 'Ask new people to confirm by mail' },
      revive: {
        type: 'string',
        value: 'TYPE',
        multiple: true,
        about: 'Bring back unsubscribed or undeliverable people with newer consent',
      },
      'fetch-images': { type: 'boolean', about: 'Copy the images of past issues' },
      'site-url': { type: 'string', value: 'URL', about: 'Where past issues were, for their relative links' },
      'dry-run': dryRun,
      yes: { type: 'boolean', about: 'Import without asking' },
      url,
      key,
    },
    examples: [
      'import audience_export.zip',
      'import people.csv --tag "moved 2026" --column "Mail=email_address" --yes',
      'import lowwater-2026-11-20.zip',
    ],
    async run({ values, operands }, context) {
      const { importFile } = await import('./import.ts');
      await importFile(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'undo import',
    operands: 'ID',
    summary: 'Undo an import, within 30 days',
    details:
      'Deletes the people whom the import created and nobody has touched since, and gives those whom it changed their former\nvalues. The report says who stays as they are.',
    options: { url, key },
    examples: ['undo import 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ values, operands }, context) {
      const { undoImport } = await import('./import.ts');
      await undoImport(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'bounce explain',
    operands: 'FILE…',
    summary: 'Show what returned messages mean, one line of JSON each',
    details: 'FILE is one message as it arrived; - is standard input.',
    options: {},
    examples: ['bounce explain returned.eml'],
    async run({ operands }) {
      const { explainBounces } = await import('./bounce.ts');
      await explainBounces(operands);
    },
  }),
  defineCommand({
    name: 'demo',
    operands: '',
    summary: 'Fill the running service with a sample newsletter',
    options: {
      url,
      key: { ...key, about: 'The API key to use (default: API_KEY, or a temporary key)' },
      'real-mail': {
        type: 'boolean',
        about: 'Run even if the service sends through a mail server (the readers are invented)',
      },
    },
    examples: ['demo'],
    async run({ values }, context) {
      const { demo } = await import('./demo.ts');
      await demo(context, values);
    },
  }),
];
