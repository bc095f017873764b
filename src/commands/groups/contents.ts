import { type Command, defineCommand } from '../command.ts';
import { dryRun, key, url } from './options.ts';

/** The content of a newsletter, through the running service. */
export const contents: readonly Command[] = [
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
      fields: { type: 'string', value: 'JSON', about: 'Other fields of the type, as an object' },
      'dry-run': dryRun,
      url,
      key,
    },
    installation: 'none',
    examples: [
      'bulk apply_tags --tag weekly --all --parameters type=regular --dry-run',
      `bulk gift_subscribers --all --parameters tag=helpers --fields '{"end_date":"2027-05-03T00:00:00Z"}'`,
      'bulk unsubscribe_subscribers --all --parameters tag=moved',
    ],
    async run({ values, operands }, context) {
      const { bulk } = await import('../bulk.ts');
      return (await bulk(context.config(), operands[0]!, values)) ? 0 : 1;
    },
  }),
  defineCommand({
    name: 'export',
    operands: '[FILE|-]',
    summary: 'Export a whole newsletter as one zip file, through the running service',
    details:
      'The key decides which newsletter is exported, and needs write access to every area.\nFILE is USERNAME-DATE.zip by default; - is standard output. docs/moving.md describes the file.',
    options: { url, key },
    installation: 'none',
    examples: ['export', 'export backup.zip', 'export -'],
    async run({ values, operands }, context) {
      const { exportToFile } = await import('../moving.ts');
      await exportToFile(context.config(), operands[0], values);
    },
  }),
  defineCommand({
    name: 'import',
    operands: 'FILE',
    summary: 'Import a file into a newsletter, through the running service',
    details:
      'FILE is an export of another service, CSV or JSON lines. The service checks it first and shows what would happen;\nthen you decide. Nobody is mailed unless you use --confirm. docs/moving.md lists the services.\nA file written by `postrider export` is imported into an empty newsletter immediately, completely or not at all.\nThe key decides which newsletter gets it. It needs write access to subscribers, emails and settings;\nfor a bundle, to every area.',
    options: {
      format: { type: 'string', value: 'FORMAT', about: 'What the file is (default: recognised)' },
      existing: {
        type: 'string',
        value: 'update|skip',
        about: 'What to do with people who are already subscribers (default: update)',
      },
      tag: { type: 'string', value: 'TAG', multiple: true, about: 'Give everybody this tag' },
      column: {
        type: 'string',
        value: 'HEADER=FIELD',
        multiple: true,
        about: 'The field for a column, such as Plan=metadata.plan; Plan= ignores it',
      },
      'date-order': {
        type: 'string',
        value: 'HEADER=ORDER',
        multiple: true,
        about: 'The order in its dates: day_first or month_first',
      },
      confirm: { type: 'boolean', about: 'Ask new people to confirm by mail' },
      revive: {
        type: 'string',
        value: 'TYPE',
        multiple: true,
        about: 'Bring back unsubscribed or undeliverable people with newer consent',
      },
      'fetch-images': { type: 'boolean', about: 'Copy the images of past issues' },
      'site-url': {
        type: 'string',
        value: 'URL',
        about: 'The former address of past issues, to complete their relative links',
      },
      'dry-run': dryRun,
      yes: { type: 'boolean', about: 'Import without asking' },
      url,
      key,
    },
    installation: 'none',
    examples: [
      'import audience_export.zip',
      'import people.csv --tag "moved 2026" --column "Mail=email_address" --yes',
      'import lowwater-2026-11-20.zip',
    ],
    async run({ values, operands }, context) {
      const { importFile } = await import('../import.ts');
      await importFile(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'duplicate newsletter',
    operands: 'USERNAME',
    summary: 'Create a copy of a newsletter in this installation, through the running service',
    details:
      'The key decides which newsletter is copied, and needs write access to every area and to the installation.\nSettings, tags, segments, snippets, files and templates are always copied. Nothing is sent; API keys, webhooks, the\nteam and DKIM keys are not copied.',
    options: {
      name: { type: 'string', value: 'NAME', about: 'The name of the copy (default: that of the original)' },
      include: {
        type: 'string',
        value: 'KIND',
        multiple: true,
        about: 'Also copy drafts, emails (past ones), automations (inactive) or people',
      },
      url,
      key,
    },
    installation: 'none',
    examples: ['duplicate newsletter second --name "Second" --include drafts --include automations'],
    async run({ values, operands }, context) {
      const { duplicateNewsletter } = await import('../duplicate.ts');
      await duplicateNewsletter(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'undo import',
    operands: 'ID',
    summary: 'Undo an import, within 30 days',
    details:
      'Deletes people whom the import created and who have not changed since, and restores the former values of those\nwhom it changed. The report lists who is kept.',
    options: { url, key },
    installation: 'none',
    examples: ['undo import 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ values, operands }, context) {
      const { undoImport } = await import('../import.ts');
      await undoImport(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'undo bulk',
    operands: 'ID',
    summary: 'Undo a bulk action on subscribers, within 30 days',
    details:
      'Restores the former values of those whom the action changed. Subscribers who have changed or left since are\nskipped. With --dry-run, nothing changes.',
    options: { url, key, 'dry-run': dryRun },
    installation: 'none',
    examples: ['undo bulk 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60 --dry-run'],
    async run({ values, operands }, context) {
      const { undoBulk } = await import('../bulk.ts');
      return (await undoBulk(context.config(), operands[0]!, values)) ? 0 : 1;
    },
  }),
  defineCommand({
    name: 'demo',
    summary: 'Fill the running service with a year of a sample newsletter',
    details: 'The newsletter must be empty. Its people are invented; only scheduled emails are mailed.',
    options: {
      url,
      key: { ...key, about: 'The API key to use (default: API_KEY, or a temporary key)' },
      'real-mail': {
        type: 'boolean',
        about: 'Run even if the service sends through a mail server (the readers are invented)',
      },
    },
    installation: 'current',
    examples: ['demo'],
    async run({ values }, context) {
      const { demo } = await import('../demo.ts');
      await demo(context, values);
    },
  }),
];
