import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { enterNewsletter } from './accounts/newsletters.ts';
import { invitationsQuery, keysQuery, teamQuery } from './accounts/queries.ts';
import { readerPageQuery } from './audience/queries.ts';
import type { Panel } from './emails/desk.tsx';
import { emailPageQuery, emailQuery, sendingQuery } from './emails/queries.ts';
import { Frame } from './frame/frame.tsx';
import { FailurePage, MissingPage, WaitingPage } from './frame/root.tsx';
import { ownRoutes } from './own-routes.tsx';
import { queryClient } from './platform/api.ts';
import { root } from './platform/root.ts';
import { rootRoute } from './root-route.tsx';

const newsletter = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$newsletter',
  beforeLoad: async ({ params }) => {
    const here = await enterNewsletter(params.newsletter);
    if (!here) throw notFound();
    return here;
  },
  component: Outlet,
});

const newsletterHome = createRoute({
  getParentRoute: () => newsletter,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$newsletter/emails', params, replace: true });
  },
});

const frame = createRoute({ getParentRoute: () => newsletter, id: 'frame', component: Frame });

const emails = createRoute({
  getParentRoute: () => frame,
  path: '/emails',
  validateSearch: ({ status, search }: Record<string, unknown>): { status?: string; search?: string } => ({
    ...(typeof status === 'string' && { status }),
    ...(typeof search === 'string' && search !== '' && { search }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void queryClient.prefetchQuery(emailPageQuery(context, deps, 1));
  },
  component: lazyRouteComponent(() => import('./emails/list-screen.tsx'), 'EmailsScreen'),
});

const write = createRoute({
  getParentRoute: () => newsletter,
  path: '/emails/$email',
  validateSearch: ({ panel }: Record<string, unknown>): { panel?: Panel } =>
    panel === 'settings' || panel === 'revisions' || panel === 'delete' ? { panel } : {},
  loader: ({ context, params }) => {
    if (params.email !== 'new') void queryClient.prefetchQuery(emailQuery(context, params.email));
  },
  component: lazyRouteComponent(() => import('./emails/write-screen.tsx'), 'WriteScreen'),
});

const sending = createRoute({
  getParentRoute: () => frame,
  path: '/emails/$email/sending',
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(sendingQuery(context, params.email));
  },
  component: lazyRouteComponent(() => import('./emails/sending-screen.tsx'), 'SendingScreen'),
});

type ReadersSearch = { search?: string; add?: boolean; email?: string; rule?: number };

const readers = createRoute({
  getParentRoute: () => frame,
  path: '/readers',
  validateSearch: ({ search, add, email, rule }: Record<string, unknown>): ReadersSearch => ({
    ...(typeof search === 'string' && search !== '' && { search }),
    ...(add === true && { add }),
    ...(typeof email === 'string' && { email }),
    ...(typeof email === 'string' && typeof rule === 'number' && { rule }),
  }),
  loaderDeps: ({ search: { add: _, ...wanted } }) => wanted,
  loader: ({ context, deps }) => {
    void queryClient.prefetchQuery(readerPageQuery(context, deps, 1));
  },
  component: lazyRouteComponent(() => import('./audience/readers-screen.tsx'), 'ReadersScreen'),
});

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/frame.tsx'), 'SettingsFrame'),
});

const newsletterSettings = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/newsletter-screen.tsx'), 'NewsletterScreen'),
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  validateSearch: ({ make }: Record<string, unknown>): { make?: true } => (make === true ? { make } : {}),
  loader: ({ context }) => {
    void queryClient.prefetchQuery(keysQuery(context));
  },
  component: lazyRouteComponent(() => import('./accounts/keys-screen.tsx'), 'KeysScreen'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: '/team',
  validateSearch: ({ invite }: Record<string, unknown>): { invite?: true } =>
    invite === true ? { invite } : {},
  loader: ({ context }) => {
    void queryClient.prefetchQuery(teamQuery(context));
    void queryClient.prefetchQuery(invitationsQuery(context));
  },
  component: lazyRouteComponent(() => import('./accounts/team-screen.tsx'), 'TeamScreen'),
});

// Every part in every state, for developers.
const parts = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/parts',
        component: lazyRouteComponent(() => import('./ui/parts-screen.tsx'), 'PartsScreen'),
      }),
    ]
  : [];

const routeTree = rootRoute.addChildren([
  ...ownRoutes,
  ...parts,
  newsletter.addChildren([
    newsletterHome,
    frame.addChildren([emails, sending, readers, settings.addChildren([newsletterSettings, team, keys])]),
    write,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: `${root}/dashboard`,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  scrollRestoration: true,
  defaultPendingComponent: WaitingPage,
  defaultErrorComponent: FailurePage,
  defaultNotFoundComponent: MissingPage,
});
export type AppRouter = typeof router;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
