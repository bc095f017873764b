import { type Command, defineCommand } from '../command.ts';
import { dryRun, newsletter } from './options.ts';

/** Commands that explain what came in, and check what is recorded. */
export const checks: readonly Command[] = [
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
    installation: 'none',
    examples: [
      'feed explain https://example.org/feed.xml',
      'feed explain feed.xml --url https://example.org/feed.xml',
    ],
    async run({ values, operands }, context) {
      const { explainFeed } = await import('../feed.ts');
      return explainFeed(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'bounce explain',
    operands: 'FILE…',
    summary: 'Show what returned messages mean, one line of JSON each',
    details: 'FILE is one message as it arrived; - is standard input.',
    installation: 'none',
    examples: ['bounce explain returned.eml'],
    async run({ operands }) {
      const { explainBounces } = await import('../bounce.ts');
      await explainBounces(operands);
    },
  }),
  defineCommand({
    name: 'domain check',
    summary: "Show the DNS records that the newsletter's domain needs (DKIM, SPF, DMARC)",
    details: 'The exit code is 1 if any is missing.',
    options: { newsletter },
    installation: 'current',
    examples: ['domain check --newsletter weekly'],
    async run({ values }, context) {
      const { showDomain } = await import('../domain.ts');
      return context.onDatabase(db => showDomain(context.config(), db, values.newsletter));
    },
  }),
  defineCommand({
    name: 'domain rotate',
    summary: "Make the next DKIM keys of the newsletter's domain, and show the records to publish",
    details:
      'The current keys sign until DNS has the new records. The exit code is 1 if any record is missing.',
    options: { newsletter },
    installation: 'current',
    examples: ['domain rotate --newsletter weekly'],
    async run({ values }, context) {
      const { rotateKeys } = await import('../domain.ts');
      return context.onDatabase(db => rotateKeys(context.config(), db, values.newsletter));
    },
  }),
  defineCommand({
    name: 'domain zone',
    summary: 'Print the TXT records of DKIM keys that belong in DKIM_ZONE, as a zone file has them',
    installation: 'current',
    examples: ['domain zone'],
    async run(_, context) {
      const { printZone } = await import('../domain.ts');
      return context.onDatabase(db => printZone(context.config(), db));
    },
  }),
  defineCommand({
    name: 'ledger verify',
    summary: "Compare the stored counts with the ledger's rows",
    details: 'The exit code is 1 if any differ.',
    installation: 'current',
    examples: ['ledger verify'],
    async run(_, context) {
      const { verifyLedger } = await import('../ledger.ts');
      const { openReplicasAsSet } = await import('../../program/open-replicas.ts');
      return context.onDatabase(async db => {
        const replicas = openReplicasAsSet(context.config(), db, context.log());
        try {
          return await verifyLedger(replicas);
        } finally {
          await replicas.close();
        }
      });
    },
  }),
  defineCommand({
    name: 'ledger recount',
    summary: "Correct the stored counts from the ledger's rows",
    installation: 'current',
    examples: ['ledger recount'],
    async run(_, context) {
      const { recountLedger } = await import('../ledger.ts');
      await context.onDatabase(recountLedger);
    },
  }),
  defineCommand({
    name: 'payments verify',
    summary: 'Compare all paid subscriptions with what Stripe has',
    details: 'The exit code is 1 if any differ, or if Stripe does not answer.',
    installation: 'current',
    examples: ['payments verify'],
    async run(_, context) {
      const { verifyPayments } = await import('../payments.ts');
      return context.onDatabase(db => verifyPayments(context.config(), db));
    },
  }),
  defineCommand({
    name: 'payments recount',
    summary: 'Compute every figure about money again from what Stripe has said',
    details: 'It does not ask Stripe. The exit code is 1 if a figure differs from the one that is shown.',
    installation: 'current',
    examples: ['payments recount'],
    async run(_, context) {
      const { recountPayments } = await import('../payments.ts');
      return context.onDatabase(recountPayments);
    },
  }),
  defineCommand({
    name: 'reclassify',
    summary: "Apply this version's rules to all recorded opens and clicks",
    options: { 'dry-run': dryRun },
    installation: 'current',
    examples: ['reclassify --dry-run', 'reclassify'],
    async run({ values }, context) {
      const { reclassify } = await import('../reclassify.ts');
      await context.onDatabase(db => reclassify(db, { dry_run: values['dry-run'] ?? false }));
    },
  }),
  defineCommand({
    name: 'clean-images',
    summary: 'Remove place, date and device from images that earlier versions stored',
    details:
      'New images lose this metadata when they are uploaded. Addresses stay the same, so mails and pages keep their\nimages. You can run it at any time, even while the service is running. The exit code is 1 if an image could not be read.',
    installation: 'current',
    examples: ['clean-images'],
    async run(_, context) {
      const { cleanStoredImages } = await import('../clean-images.ts');
      const config = context.config();
      return (await context.onDatabase(db => cleanStoredImages(config, db))) ? 0 : 1;
    },
  }),
];
