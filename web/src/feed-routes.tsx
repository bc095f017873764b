import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readStatus } from './automations/item-status.ts';
import { feedQuery, feedsQuery } from './automations/queries.ts';
import { frame, newsletter } from './newsletter-route.tsx';
import { queryClient } from './platform/api.ts';

/** The route with the tabs of feeds and sequences. */
export const automations = createRoute({
  getParentRoute: () => frame,
  id: 'automations',
  component: lazyRouteComponent(() => import('./automations/frame.tsx'), 'AutomationsFrame'),
});

/** The list of feeds. */
export const feeds = createRoute({
  getParentRoute: () => automations,
  path: '/feeds',
  loader: ({ context }) => {
    void queryClient.prefetchQuery(feedsQuery(context));
  },
  component: lazyRouteComponent(() => import('./automations/feeds-screen.tsx'), 'FeedsScreen'),
});

/** One feed, with the tabs above it. */
export const feed = createRoute({
  getParentRoute: () => frame,
  path: '/feeds/$feed',
  validateSearch: readStatus,
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(feedQuery(context, params.feed));
  },
  component: lazyRouteComponent(() => import('./automations/feed-screen.tsx'), 'FeedScreen'),
});

const newFeed = createRoute({
  getParentRoute: () => newsletter,
  path: '/feeds/new',
  validateSearch: ({ url }: Record<string, unknown>): { url?: string } =>
    typeof url === 'string' && url !== '' ? { url } : {},
  component: lazyRouteComponent(() => import('./automations/new-feed-screen.tsx'), 'NewFeedScreen'),
});

const editFeed = createRoute({
  getParentRoute: () => newsletter,
  path: '/feeds/$feed/edit',
  loader: ({ context, params }) => {
    void queryClient.prefetchQuery(feedQuery(context, params.feed));
  },
  component: lazyRouteComponent(() => import('./automations/edit-feed-screen.tsx'), 'EditFeedScreen'),
});

/** The routes that fill the window. */
export const feedSettingsRoutes = [newFeed, editFeed] as const;
