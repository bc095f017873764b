// Runs the test files named in its arguments one after another in this process, each as a suite of that name. Loading the program takes
// longer than most files, so files share it.
import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2))
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href);
  });
