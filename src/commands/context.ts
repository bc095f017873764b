import { type Config, readConfig } from '../platform/config/config.ts';
import { createLog } from '../platform/log.ts';
import { CommandError, type Context, type Need } from './command.ts';

/** Returns the context of a command that needs the installation in this way. */
export function openContext(need: Need, config: () => Config = readConfig): Context {
  const log = () => {
    const { LOG_LEVEL, LOG_FORMAT } = config();
    return createLog(LOG_LEVEL, LOG_FORMAT);
  };
  return {
    config,
    log,
    async onDatabase(work) {
      if (config().POSTRIDER_URL)
        throw new CommandError(
          'This command works on the database, so it cannot reach the service at POSTRIDER_URL. Run it where Postrider runs, without POSTRIDER_URL',
        );
      if (need === 'none') throw new Error('a command opens the database and does not say so');
      // Loaded only by commands that need it, because the database is most of the program.
      const { openDatabase } = await import('../program/open-database.ts');
      const { refuseOlderDatabase } = await import('../platform/database/serves.ts');
      const absent = need === 'created' ? 'create' : 'refuse';
      const { db, close } = await openDatabase(config(), log(), { claim: false, absent });
      try {
        if (need === 'current') await refuseOlderDatabase(db);
        return await work(db);
      } finally {
        await close();
      }
    },
  };
}
