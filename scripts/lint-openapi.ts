// Part of npm run check: lints docs/openapi.json with the rules that Redocly recommends. A warning counts as an error.
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openapiFile } from './openapi.ts';

/** Monitors request these two, which refuse nothing. */
const neverRefused = ['#/paths/~1healthz/get/responses', '#/paths/~1readyz/get/responses'];

const problems = await lintFromString({
  source: await readFile(openapiFile, 'utf8'),
  absoluteRef: openapiFile,
  config: await createConfig({ extends: ['recommended'] }),
});
for (const { ruleId, message, location } of problems) {
  const pointer = location[0]?.pointer;
  if (ruleId === 'operation-4xx-response' && neverRefused.includes(String(pointer))) continue;
  console.error(`${pointer}\n  ${message} (${ruleId})`);
  process.exitCode = 1;
}
