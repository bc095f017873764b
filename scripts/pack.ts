// npm run pack [FOLDER]: writes postrider-VERSION.tgz, a package for npm: `npx ./postrider-VERSION.tgz` starts it in any
// folder, and unpacked it starts with npm start.
import { pack } from './packing/pack.ts';

const { file, size, files } = await pack(process.argv[2] ?? '.');
console.log(`${file}\n${(size / 1e6).toFixed(1)} MB, ${files} files`);
