#!/usr/bin/env node
// The command line from any folder, on the pinned Node. A release contains the built program, and no sources to build it of.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [launch, built] = ['../scripts/launch.ts', '../dist/postrider.js'].map(path =>
  fileURLToPath(new URL(path, import.meta.url)),
);
process.argv.splice(2, 0, existsSync(launch) ? launch : built);
await import('../scripts/bootstrap.mjs');
