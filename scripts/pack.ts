// npm run pack [FOLDER]: writes three packages. postrider-VERSION.tgz is for npm (`npx ./postrider-VERSION.tgz` starts it in any folder;
// unpacked, it starts with npm start). postrider-client-VERSION.tgz is the client of its API, and n8n-nodes-postrider-VERSION.tgz has the
// nodes for n8n (docs/client.md, docs/integrations.md).
import { packClient } from './packing/client.ts';
import { packN8n } from './packing/n8n.ts';
import { pack } from './packing/pack.ts';

const folder = process.argv[2] ?? '.';
for (const { file, size, files } of [await pack(folder), await packClient(folder), await packN8n(folder)])
  console.log(`${file}\n${(size / 1e6).toFixed(1)} MB, ${files} files`);
