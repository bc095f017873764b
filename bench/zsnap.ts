import { writeHeapSnapshot } from 'node:v8';
await import('../src/main.ts');
writeHeapSnapshot('/tmp/snap.json');
