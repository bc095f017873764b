#!/usr/bin/env node
// The command line from any folder: bin/postrider.ts on the pinned Node.
import { fileURLToPath } from 'node:url';

process.argv.splice(2, 0, fileURLToPath(new URL('postrider.ts', import.meta.url)));
await import('../scripts/bootstrap.mjs');
