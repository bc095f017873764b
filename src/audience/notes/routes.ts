import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findMember } from '../../accounts/people/member-queries.ts';
import { type User, userOf } from '../../accounts/people/user.ts';
import { reaches } from '../../accounts/permissions.ts';
import { found } from '../../platform/errors.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { hasEmptyFilter, listParameter, pageParameters, showParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { eitherOf } from '../../platform/sentences/choices.ts';
import { models, type Note, noteCreate, noteSchema } from './note.ts';
import { listNotes } from './queries.ts';
import { deleteNote, writeNote } from './write.ts';

const api = operations('Subscribers', {
  list: {
    summary: 'List notes',
    description: 'What the team has noted about people, latest first. Readers never see notes.',
    access: { subscribers: 'read' },
    query: z.object({
      ...pageParameters,
      model_type: listParameter.pipe(z.array(z.enum(models, eitherOf(...models))).optional()),
      model_id: listParameter.describe('Ids of subscribers'),
      expand: showParameter.describe('user'),
    }),
    answers: listOf(noteSchema),
  },
  create: {
    summary: 'Note something about a subscriber',
    description:
      'A note cannot be changed, only deleted. For one text that describes the person, use notes of the subscriber.',
    access: { subscribers: 'write' },
    body: noteCreate,
    answers: { 201: noteSchema },
    fails: [404, 409],
  },
  delete: {
    summary: 'Delete a note',
    access: { subscribers: 'write' },
    params: z.object({ id: z.string() }),
  },
});

export function noteRoutes(app: App): void {
  app.get('/v1/notes', api.list, async (request, reply) => {
    const { page, page_size, model_type, model_id, expand = [] } = request.query;
    if (hasEmptyFilter({ model_type, model_id })) return sendPage(reply, { results: [], count: 0 });
    const { results, count } = await listNotes(
      request.db,
      request.newsletter.key,
      { model_id },
      { page, page_size },
    );
    return sendPage(reply, { results: await show(request, results, expand), count });
  });

  app.post('/v1/notes', api.create, async request => {
    const { db, newsletter, caller, body } = request;
    const id = await writeNote(db, caller, body);
    const { results } = await listNotes(db, newsletter.key, { id }, { page: 1, page_size: 1 });
    const [shown] = await show(request, results, []);
    return found(shown, 'note');
  });

  app.delete('/v1/notes/:id', api.delete, async ({ db, newsletter, params }) =>
    deleteNote(db, newsletter.key, params.id),
  );
}

async function show({ db, newsletter, caller }: FastifyRequest, notes: Note[], expand: string[]) {
  const users = new Map<string | null, User>();
  if (expand.includes('user') && reaches(caller.permissions, 'settings', 'read'))
    for (const id of new Set(notes.flatMap(({ user_id }) => user_id ?? []))) {
      const member = await findMember(db, newsletter.key, id);
      if (member) users.set(id, userOf(member));
    }
  return notes.map(({ subscriber_id, metadata, ...note }) => ({
    ...note,
    metadata: metadata as Record<string, unknown>,
    model_type: 'subscriber' as const,
    model_id: subscriber_id,
    source: 'user' as const,
    user: users.get(note.user_id) ?? null,
  }));
}
