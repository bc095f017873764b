import { group, text } from './form.ts';
import { demand, list, type Operation } from './operation.ts';
import { keep, nextId } from './world.ts';

/** The operations on events, and on the endpoints that get them. */
export const notices: readonly Operation[] = [
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    right: 'event_read',
    answer: ({ world }, fields) => list('/v1/events', world.events, fields),
  },
  {
    method: 'POST',
    path: /^\/v1\/webhook_endpoints$/,
    right: 'webhook_endpoint_write',
    answer({ world, now }, fields) {
      const id = nextId(world, 'we_');
      return keep(
        world,
        {
          id,
          object: 'webhook_endpoint',
          api_version: null,
          application: null,
          created: now,
          description: null,
          enabled_events: Object.values(group(fields.enabled_events)).map(String),
          livemode: false,
          metadata: {},
          secret: `whsec_${world.seed}${id}`,
          status: 'enabled',
          url: text(fields.url) ?? '',
        },
        null,
        now,
      );
    },
  },
  {
    method: 'DELETE',
    path: /^\/v1\/webhook_endpoints\/(\w+)$/,
    right: 'webhook_endpoint_write',
    answer(here, _, id) {
      demand(here, 'webhook_endpoint', id);
      delete here.world.objects[id];
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
];
