import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { newslettersQuery } from './accounts/newsletters.ts';
import { sessionQuery } from './accounts/session.ts';
import { queryClient } from './platform/api.ts';
import { rootRoute } from './root-route.tsx';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const [first] = await queryClient.fetchQuery(newslettersQuery);
    if (first) throw redirect({ to: '/$newsletter', params: { newsletter: first.username }, replace: true });
  },
  component: lazyRouteComponent(() => import('./accounts/no-newsletter-screen.tsx'), 'NoNewsletterScreen'),
});

const link = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  component: lazyRouteComponent(() => import('./accounts/link-screen.tsx'), 'LinkScreen'),
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./accounts/sign-on-screen.tsx'), 'SignOnScreen'),
});

/** Waits until somebody is signed in. */
async function untilEntered() {
  await queryClient.ensureQueryData(newslettersQuery);
  return queryClient.ensureQueryData(sessionQuery);
}

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: async () => ({ session: await untilEntered() }),
  loader: async ({ context: { session } }) => {
    if (session.newsletters.length === 0) return;
    await (await import('./accounts/load-profile.ts')).loadProfile();
  },
  component: lazyRouteComponent(() => import('./accounts/profile-screen.tsx'), 'ProfileScreen'),
});

const newNewsletter = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account/new-newsletter',
  beforeLoad: async () => void (await untilEntered()),
  component: lazyRouteComponent(() => import('./accounts/new-newsletter-screen.tsx'), 'NewNewsletterScreen'),
});

const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./accounts/setup-screen.tsx'), 'SetupScreen'),
});

const system = createRoute({
  getParentRoute: () => rootRoute,
  path: '/system',
  beforeLoad: async () => void (await untilEntered()),
  component: lazyRouteComponent(() => import('./system/system-screen.tsx'), 'SystemScreen'),
});

const inbox = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox',
  validateSearch: ({ query, page }: Record<string, unknown>): { query?: string; page?: number } => ({
    ...(typeof query === 'string' && query && { query }),
    ...(typeof page === 'number' && page > 1 && { page: Math.floor(page) }),
  }),
  beforeLoad: async () => void (await untilEntered()),
  component: lazyRouteComponent(() => import('./inbox/inbox-screen.tsx'), 'InboxScreen'),
});

const message = createRoute({
  getParentRoute: () => rootRoute,
  path: '/inbox/$message',
  beforeLoad: async () => void (await untilEntered()),
  component: lazyRouteComponent(() => import('./inbox/message-screen.tsx'), 'MessageScreen'),
});

/** The routes that belong to a person and to no newsletter. */
export const ownRoutes = [home, account, newNewsletter, link, signIn, setup, system, inbox, message] as const;
