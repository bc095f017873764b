import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependsOnServer } from './scope.ts';

test('another PostgreSQL may affect a file that takes a database, directly or not, and no browser', () => {
  const files = {
    'src/platform/database/migrate.test.ts': true,
    'src/emails/update.test.ts': true,
    'test/scenarios/permissions.test.ts': true,
    'src/engines/rendering/limits.test.ts': false,
    'test/scenarios/screens-emails.test.ts': false,
    'src/audience/sign-ups/embed.test.ts': false,
    'scripts/generators.test.ts': false, // it writes a program that imports others
  };
  for (const [file, expected] of Object.entries(files)) assert.equal(dependsOnServer(file), expected, file);
});
