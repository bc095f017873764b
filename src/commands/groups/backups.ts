import { type Command, defineCommand } from '../command.ts';

const passphraseFile = {
  type: 'string',
  value: 'FILE',
  about: 'Read the passphrase from this file (default: BACKUP_PASSPHRASE)',
} as const;

/** The whole installation as one file. */
export const backups: readonly Command[] = [
  defineCommand({
    name: 'backup',
    operands: '[FILE|-|s3://…]',
    summary: 'Back up the whole installation into one file, even while it is running',
    details:
      'FILE is postrider-DATE.tar.zst by default; - is standard output. docs/backup.md describes the file.\nWith a passphrase it is encrypted and contains the key that encrypts the secrets in the database. Without that key, a\nrestore loses those secrets. The file is read back to its end before the command reports success.',
    options: {
      'passphrase-file': passphraseFile,
      'without-files': { type: 'boolean', about: 'Leave out attachments and images' },
    },
    installation: 'older',
    examples: ['backup', 'backup --passphrase-file phrase.txt s3://bucket/postrider.tar.zst', 'backup -'],
    async run({ values, operands }, context) {
      const { backup } = await import('../backup.ts');
      const config = context.config();
      await context.onDatabase(db => backup(config, db, operands[0], values));
    },
  }),
  defineCommand({
    name: 'restore',
    operands: 'FILE',
    summary: 'Restore a backup into an empty data folder or database',
    details:
      'FILE may also be s3://…, or - for standard input. The target is DATABASE_URL, or the embedded database in DATA_DIR.\nIt must be empty. A backup of either kind of database can be restored to the other: this is the way to move.\nThe exit code is 1 if the encryption key of its secrets is missing here, because the service does not start without it.',
    options: { 'passphrase-file': passphraseFile },
    installation: 'created',
    examples: ['restore postrider-2026-11-22.tar.zst'],
    async run({ values, operands }, context) {
      const { restore } = await import('../restore.ts');
      return restore(context.config(), context.log(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'verify-backup',
    operands: 'FILE',
    summary: 'Read a backup to its end, and show what is in it',
    details: 'FILE may also be s3://…, or - for standard input. The exit code is 1 if it is damaged.',
    options: { 'passphrase-file': passphraseFile },
    installation: 'none',
    examples: ['verify-backup postrider-2026-11-22.tar.zst'],
    async run({ values, operands }, context) {
      const { verify } = await import('../backup.ts');
      await verify(context.config(), operands[0]!, values);
    },
  }),
];
