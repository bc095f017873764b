import { z } from 'zod';
import type { App } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import { refuseOtherSites } from '../people/cookie.ts';
import { type StateContext, stateAfter, stateSchema } from '../people/session-state.ts';
import { intents } from './begun.ts';
import { openProvider } from './provider.ts';
import { beginSignOn, finishSignOn, signInByHeader } from './sign-in.ts';

const path = '/dashboard/session';
const hide = true;
const state = { hide, response: { 200: stateSchema } };

const api = {
  begin: {
    schema: {
      hide,
      body: z.object({ intent: z.enum(intents) }),
      response: { 200: z.object({ url: z.string() }) },
    },
  },
  finish: { schema: { ...state, body: z.object({ search: z.string().max(8000) }) } },
  header: { schema: state },
};

/**
 * How a browser signs in with an account elsewhere. Like the other ways, these routes are for our own pages: the provider sends the
 * browser to a page of the dashboard, which passes on what it was given. So no request of another site changes anything.
 */
export function signOnRoutes(app: App, equipment: StateContext & { log: Log }): void {
  const { sign_on, base_url, log } = equipment;
  const { rules } = sign_on;
  const provider = sign_on.provider && openProvider(sign_on.provider, { base_url, rules, log });
  const context = { ...equipment, provider };
  app.register(async given => {
    const scope = given as App;
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      refuseOtherSites(request, context);
    });

    scope.post(`${path}/sign-on`, api.begin, async (request, reply) => ({
      url: await beginSignOn(context, request, reply, request.body.intent),
    }));

    scope.post(`${path}/sign-on/finish`, api.finish, async (request, reply) =>
      stateAfter(context, await finishSignOn(context, request, reply, request.body.search)),
    );

    scope.post(`${path}/header`, api.header, async (request, reply) =>
      stateAfter(context, await signInByHeader(context, request, reply)),
    );
  });
}
