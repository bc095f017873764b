import { type Command, defineCommand } from '../command.ts';
import { key, url } from './options.ts';

const send = {
  type: 'boolean',
  about: 'Also apply a status that lets mail go out, such as scheduled',
} as const;
const force = {
  type: 'boolean',
  about: 'Overwrite what has changed on the service since the last pull',
} as const;

/** Emails as Markdown files in a folder, through a service here or elsewhere. */
export const folders: readonly Command[] = [
  defineCommand({
    name: 'pull',
    operands: 'FOLDER',
    summary: 'Write the emails of a newsletter into a folder, as Markdown files with front matter',
    details:
      'A file that has changed here and on the service stays as it is; the version of the service is put beside it, and the\nexit code is 1. docs/folders.md describes the files.',
    options: {
      status: {
        type: 'string',
        value: 'STATUS',
        multiple: true,
        about: 'Only emails with this status (default: all but deleted)',
      },
      url,
      key,
    },
    installation: 'none',
    examples: ['pull emails', 'pull emails --status draft'],
    async run({ values, operands }, context) {
      const { pull } = await import('../folder/folder.ts');
      return pull(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'push',
    operands: 'FOLDER',
    summary: 'Create and change emails from the Markdown files of a folder',
    details:
      'A new file becomes a draft, and gets its id. Images that it shows by their paths are uploaded. Mail goes out only with\n--send, and if the file says so. What has changed on the service since the last pull is not overwritten.',
    options: { send, force, url, key },
    installation: 'none',
    examples: ['push emails', 'push emails --send'],
    async run({ values, operands }, context) {
      const { push } = await import('../folder/folder.ts');
      return push(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'diff',
    operands: 'FOLDER',
    summary: 'Show what a push of the folder would change',
    options: { url, key },
    installation: 'none',
    examples: ['diff emails'],
    async run({ values, operands }, context) {
      const { diff } = await import('../folder/folder.ts');
      return diff(context.config(), operands[0]!, values);
    },
  }),
  defineCommand({
    name: 'watch',
    operands: 'FOLDER',
    summary: 'Push the files of a folder whenever they are saved',
    options: { send, force, url, key },
    installation: 'none',
    examples: ['watch emails'],
    async run({ values, operands }, context) {
      const { watchFolder } = await import('../folder/folder.ts');
      await watchFolder(context.config(), operands[0]!, values);
    },
  }),
];
