import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadThemes } from './accounts/themes.ts';
import { audienceRoutes } from './audience-routes.tsx';
import { deliveryRoutes } from './delivery-routes.tsx';
import { readMonth } from './emails/calendar/month.ts';
import { emailPageQuery, readWanted } from './emails/list/wanted.ts';
import { emailQuery, progressQuery } from './emails/queries.ts';
import { recipientPageQuery, recipientSearch } from './emails/reports/recipient-queries.ts';
import { overviewQuery } from './emails/usual.ts';
import type { Panel } from './emails/write/sheets.tsx';
import { automations, feed, feedSettingsRoutes, feeds } from './feed-routes.tsx';
import { formsRoutes, lookRoutes } from './forms-routes.tsx';
import { FailurePage, MissingPage, WaitingPage } from './frame/root.tsx';
import { frame, newsletter } from './newsletter-route.tsx';
import { periodOf } from './overview/period.ts';
import { growthQuery } from './overview/queries.ts';
import { ownRoutes } from './own-routes.tsx';
import { oneOf, reading } from './platform/address.ts';
import { queryClient } from './platform/api.ts';
import { root } from './platform/root.ts';
import { rootRoute } from './root-route.tsx';
import { sequence, sequenceEditorRoutes, sequences } from './sequence-routes.tsx';
import { settingsRoutes } from './settings-routes.tsx';

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  validateSearch: ({ days }: Record<string, unknown>): { days?: number } =>
    typeof days === 'number' && periodOf(days) === days ? { days } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void queryClient.prefetchQuery(overviewQuery(context));
    void queryClient.prefetchQuery(growthQuery(context, periodOf(deps.days)));
  },
  component: lazyRouteComponent(() => import('./overview/overview-screen.tsx'), 'HomeScreen'),
});

const emails = createRoute({
  getParentRoute: () => frame,
  path: '/emails',
  validateSearch: readWanted,
  loaderDeps: ({ search }) => readWanted(search),
  loader: ({ context, deps }) => {
    void queryClient.prefetchQuery(emailPageQuery(context, deps, 1));
  },
  component: lazyRouteComponent(() => import('./emails/list/list-screen.tsx'), 'EmailsScreen'),
});

const emailCalendar = createRoute({
  getParentRoute: () => frame,
  path: '/emails/calendar',
  validateSearch: readMonth,
  component: lazyRouteComponent(() => import('./emails/calendar/calendar-screen.tsx'), 'CalendarScreen'),
});

const write = createRoute({
  getParentRoute: () => newsletter,
  path: '/emails/$email',
  validateSearch: reading({ panel: oneOf<Panel>(['settings', 'revisions', 'delete', 'review', 'template']) }),
  loader: ({ context, params }) => {
    void import('./emails/editor/editor.tsx');
    if (params.email !== 'new') void queryClient.prefetchQuery(emailQuery(context, params.email));
    return loadThemes(context);
  },
  component: lazyRouteComponent(() => import('./emails/write/write-screen.tsx'), 'WriteScreen'),
});

const sending = createRoute({
  getParentRoute: () => frame,
  path: '/emails/$email/sending',
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(emailQuery(context, params.email));
    void queryClient.prefetchQuery(progressQuery(context, params.email));
  },
  component: lazyRouteComponent(() => import('./emails/sending/sending-screen.tsx'), 'SendingScreen'),
});

const recipients = createRoute({
  getParentRoute: () => frame,
  path: '/emails/$email/recipients',
  validateSearch: recipientSearch,
  loaderDeps: ({ search: { person: _, ...wanted } }) => wanted,
  loader: ({ context, params, deps }) => {
    void queryClient.prefetchQuery(recipientPageQuery(context, params.email, deps, 1));
  },
  component: lazyRouteComponent(() => import('./emails/reports/recipients-screen.tsx'), 'RecipientsScreen'),
});

const hold = createRoute({
  getParentRoute: () => frame,
  path: '/hold',
  component: lazyRouteComponent(() => import('./holds/hold-screen.tsx'), 'HoldScreen'),
});

// The screen of all parts in every state, for developers.
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
    frame.addChildren([
      home,
      emails,
      emailCalendar,
      sending,
      recipients,
      automations.addChildren([feeds, sequences]),
      feed,
      sequence,
      ...audienceRoutes,
      formsRoutes,
      deliveryRoutes,
      hold,
      settingsRoutes,
    ]),
    write,
    ...lookRoutes,
    ...feedSettingsRoutes,
    ...sequenceEditorRoutes,
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
