import type { Command } from './command.ts';
import { access } from './groups/access.ts';
import { backups } from './groups/backups.ts';
import { checks } from './groups/checks.ts';
import { contents } from './groups/contents.ts';
import { running } from './groups/running.ts';

/** All commands, in the order of the help. The code of each is loaded when it runs. */
export const commands: readonly Command[] = [...running, ...backups, ...access, ...contents, ...checks];
