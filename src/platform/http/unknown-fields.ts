import { unknownFields } from './body-fields.ts';
import type { App } from './server.ts';

const mostNames = 20;

/** Lists the ignored fields of a body, which have no meaning here, in the header `Postrider-Ignored` of the response. */
export function tellUnknownFields(app: App): void {
  app.addHook('preValidation', async ({ body, routeOptions }, reply) => {
    const names = unknownFields(routeOptions.schema?.body, body).filter(name => /^[\w.-]{1,60}$/.test(name));
    if (names.length > 0) reply.header('Postrider-Ignored', names.slice(0, mostNames).join(', '));
  });
}
