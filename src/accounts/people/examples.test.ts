import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { listOf } from '../../platform/http/pages.ts';
import {
  invitationCreateExample,
  invitationExample,
  invitationLinkExample,
  listWith,
  meExample,
  meUpdateExample,
  passkeyExample,
  personExample,
  recoveryExample,
  registrationExample,
  sessionExample,
  totpExample,
} from './examples.ts';
import { invitationCreate, invitationSchema } from './invitations.ts';
import { meUpdate } from './me.ts';
import { codesSchema, sessionSchema, totpSchema } from './me-routes.ts';
import { personSchema } from './members.ts';
import { passkeyCreate } from './passkey-routes.ts';
import { invitationLinkSchema } from './people-routes.ts';
import { meSchema, passkeySchema } from './person.ts';

const examples: [name: string, schema: z.ZodObject, example: object][] = [
  ['me', meSchema, meExample],
  ['a change of me', meUpdate, meUpdateExample],
  ['recovery codes', codesSchema, recoveryExample],
  ['an authenticator app', totpSchema, totpExample],
  ['a session', sessionSchema, sessionExample],
  ['a passkey', passkeySchema, passkeyExample],
  ['a new passkey', passkeyCreate, registrationExample],
  ['a person', personSchema, personExample],
  ['people', listOf(personSchema), listWith(personExample)],
  ['an invitation', invitationSchema, invitationExample],
  ['a new invitation', invitationCreate, { ...invitationCreateExample, send_mail: true }],
  ['an invitation with its link', invitationLinkSchema, invitationLinkExample],
];
for (const [name, schema, example] of examples)
  test(`the example of ${name} fits its schema`, () => {
    assert.deepEqual(schema.strict().parse(example), example);
  });
