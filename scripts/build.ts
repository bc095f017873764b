// node scripts/build.ts FOLDER [FILE]: builds the program, or another one that begins in FILE, into FOLDER.
import { bundleProgram } from './building/bundle.ts';

const [folder, file] = process.argv.slice(2);
if (!folder) throw new Error('usage: node scripts/build.ts FOLDER [FILE]');
process.umask(0o022); // root may build what another user runs
await bundleProgram(folder, file);
