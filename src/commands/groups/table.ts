import type { Command } from '../command.ts';
import { access } from './access.ts';
import { backups } from './backups.ts';
import { checks } from './checks.ts';
import { contents } from './contents.ts';
import { emails } from './emails.ts';
import { folders } from './folders.ts';
import { relays } from './relays.ts';
import { running } from './running.ts';

/** All commands, in the order of the help. The code of each is loaded when it runs. */
export const commands: readonly Command[] = [
  ...running,
  ...backups,
  ...access,
  ...contents,
  ...emails,
  ...folders,
  ...relays,
  ...checks,
];
