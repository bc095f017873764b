import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { tagsQuery } from './accounts/tags.ts';
import { readSubscribersSearch, segmentsQuery, subscriberPageQuery } from './audience/queries.ts';
import { personQuery, timelineQuery } from './audience/subscriber/queries.ts';
import { personSearch } from './audience/subscriber/search.ts';
import { importQuery, importsQuery } from './moving/queries.ts';
import { frame } from './newsletter-route.tsx';
import { oneOf, reading } from './platform/address.ts';
import { queryClient } from './platform/api.ts';

const subscribers = createRoute({
  getParentRoute: () => frame,
  path: '/subscribers',
  validateSearch: readSubscribersSearch,
  loaderDeps: ({ search: { add: _, ...wanted } }) => wanted,
  loader: ({ context, deps }) => {
    void queryClient.prefetchQuery(subscriberPageQuery(context, deps, 1));
    void queryClient.prefetchQuery(segmentsQuery(context));
  },
  component: lazyRouteComponent(() => import('./audience/list/subscribers-screen.tsx'), 'SubscribersScreen'),
});

/** The former address of the list of subscribers. */
const readers = createRoute({
  getParentRoute: () => frame,
  path: '/readers',
  validateSearch: readSubscribersSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/$newsletter/subscribers', params, search, replace: true });
  },
});

const person = createRoute({
  getParentRoute: () => frame,
  path: '/subscribers/$person',
  validateSearch: personSearch,
  loaderDeps: ({ search: { show = 'all' } }) => ({ show }),
  loader: ({ context, params, deps }) => {
    void queryClient.prefetchQuery(personQuery(context, params.person));
    void queryClient.prefetchQuery(tagsQuery(context));
    void queryClient.prefetchInfiniteQuery(timelineQuery(context, params.person, deps.show));
  },
  component: lazyRouteComponent(() => import('./audience/subscriber/subscriber-screen.tsx'), 'PersonScreen'),
});

const actions = createRoute({
  getParentRoute: () => frame,
  path: '/subscribers/actions',
  component: lazyRouteComponent(() => import('./audience/bulk-actions/actions-screen.tsx'), 'ActionsScreen'),
});

const action = createRoute({
  getParentRoute: () => frame,
  path: '/subscribers/actions/$action',
  validateSearch: reading({ show: oneOf(['done', 'skipped', 'failed'] as const) }),
  component: lazyRouteComponent(() => import('./audience/bulk-actions/action-screen.tsx'), 'ActionScreen'),
});

const imports = createRoute({
  getParentRoute: () => frame,
  path: '/imports',
  loader: ({ context }) => {
    void queryClient.prefetchQuery(importsQuery(context));
  },
  component: lazyRouteComponent(() => import('./moving/imports-screen.tsx'), 'ImportsScreen'),
});

const oneImport = createRoute({
  getParentRoute: () => frame,
  path: '/imports/$import',
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(importQuery(context, params.import));
  },
  component: lazyRouteComponent(() => import('./moving/import-screen.tsx'), 'ImportScreen'),
});

/** The routes about the people of a newsletter, and the files that bring them. */
export const audienceRoutes = [subscribers, readers, person, actions, action, imports, oneImport] as const;
