import { sentence } from '../../../platform/sentences/sentence.ts';
import type { PersonStatus, Source } from '../columns/line.ts';
import { type PeopleLayout, readPeople, sheetsWith } from './people.ts';

/** The statuses that cmd/subscribers.go of listmonk writes. It writes times as Go prints them, and attributes as JSON. */
const statuses: Record<string, PersonStatus> = {
  enabled: 'active',
  disabled: 'paused',
  blocklisted: 'suppressed',
};

const layout: PeopleLayout = {
  service: 'listmonk',
  columns: {
    uuid: '',
    email: 'email_address',
    name: 'metadata.name',
    attributes: 'metadata',
    status: '',
    created_at: 'creation_date',
    updated_at: '',
    lists: 'tags',
  },
  finish(person, cell) {
    const word = cell('status') || 'enabled';
    person.status = statuses[word.toLowerCase()];
    return person.status ? undefined : sentence('lines.listmonk_status', { status: word.slice(0, 50) });
  },
};

export const listmonk: Source = {
  name: 'listmonk',
  async recognise(files) {
    return (await sheetsWith(files, has => has('uuid', 'email', 'attributes', 'status'))).length > 0;
  },
  async *read(files, options) {
    for (const name of await sheetsWith(files, has => has('uuid', 'email', 'status')))
      yield* readPeople(files, name, layout, options);
  },
};
