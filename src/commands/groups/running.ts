import { type Command, defineCommand } from '../command.ts';

/** Commands that start the service, and keep it in order. */
export const running: readonly Command[] = [
  defineCommand({
    name: 'serve',
    summary: 'Start the service',
    details: 'It runs until Ctrl-C or SIGTERM. Its settings are in docs/operations.md.',
    installation: 'created',
    examples: ['serve'],
    async run(_, context) {
      const { serve } = await import('../serve.ts');
      await serve(context.config(), context.log());
    },
  }),
  defineCommand({
    name: 'doctor',
    summary: 'Check settings, machine, database, mail servers and DNS, and say what to do',
    details:
      'It changes nothing, and works whether or not the service is running. Run it as the user that runs the service.\nThe exit code is 1 if something is wrong.',
    options: {
      json: { type: 'boolean', about: 'Print the findings as JSON' },
      'time-from': {
        type: 'string',
        value: 'URL',
        about: 'Also compare the clock with that of this web server',
      },
    },
    installation: 'older',
    examples: ['doctor', 'doctor --json', 'doctor --time-from https://example.org'],
    async run({ values }, context) {
      const { examine } = await import('../doctor/doctor.ts');
      return examine(context, values);
    },
  }),
  defineCommand({
    name: 'migrate',
    summary: 'Upgrade the database to this version',
    details: '`serve` also upgrades it at every start.',
    installation: 'older',
    examples: ['migrate'],
    async run(_, context) {
      const { migrate } = await import('../migrate.ts');
      await context.onDatabase(db => migrate(context.config(), db));
    },
  }),
  defineCommand({
    name: 'upgrade-database',
    summary: 'Upgrade the embedded database to the PostgreSQL that is included here',
    details:
      "Stop the service first. The old server's programs are needed once: those of the system (package postgresql-17, for\nexample), of an earlier Postrider, or in the folder that you name. The old folder is kept as DATA_DIR/postgres-17.",
    options: {
      programs: {
        type: 'string',
        value: 'FOLDER',
        about: 'The folder of the old programs (postgres and others)',
      },
    },
    installation: 'older',
    examples: ['upgrade-database', 'upgrade-database --programs /usr/lib/postgresql/17/bin'],
    async run({ values }, context) {
      const { upgradeCluster } = await import('../upgrade-database.ts');
      await upgradeCluster(context.config(), values.programs);
    },
  }),
  defineCommand({
    name: 'resume',
    summary: 'Show what waits while the installation is on hold, and resume',
    details:
      'Without --rest, only shows what would go out. The service may keep running.\nsend: nothing has gone out since the backup, so everything continues. uncertain: it may have, so nothing is repeated:\nrecipients become uncertain, bulk actions stop, waiting webhook events are dropped, and new posts of feeds are held.',
    options: {
      recipients: {
        type: 'boolean',
        about: 'List the recipients whose outcomes the database lacks or lacked, and change nothing',
      },
      rest: {
        type: 'string',
        value: 'send|uncertain',
        about: 'What to do with everything that is not named below',
      },
      send: { type: 'string', value: 'ID', multiple: true, about: 'Send the rest of this email' },
      uncertain: {
        type: 'string',
        value: 'ID',
        multiple: true,
        about: 'Mark the rest of this email uncertain',
      },
      'bulk-actions': { type: 'string', value: 'continue|stop', about: 'Bulk actions in progress' },
      webhooks: { type: 'string', value: 'tell|drop', about: 'Events that wait for webhooks' },
      posts: {
        type: 'string',
        value: 'mail|hold',
        about: 'Waiting posts of feeds, and those of the next fetch',
      },
    },
    installation: 'current',
    examples: ['resume', 'resume --rest uncertain --send 0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60'],
    async run({ values }, context) {
      const { resumeByHand } = await import('../resume.ts');
      await context.onDatabase(db => resumeByHand(context.config(), context.log(), db, values));
    },
  }),
];
