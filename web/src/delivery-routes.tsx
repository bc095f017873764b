import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readBounceView } from './delivery/bounce-view.ts';
import { readPeriod } from './delivery/period.ts';
import { readSuppressionView } from './delivery/suppression-view.ts';
import { frame } from './newsletter-route.tsx';

const delivery = createRoute({
  getParentRoute: () => frame,
  path: '/delivery',
  component: lazyRouteComponent(() => import('./delivery/frame.tsx'), 'DeliveryFrame'),
});

const domain = createRoute({
  getParentRoute: () => delivery,
  path: '/',
  component: lazyRouteComponent(() => import('./delivery/domain-screen.tsx'), 'DomainScreen'),
});

const relay = createRoute({
  getParentRoute: () => delivery,
  path: '/relay',
  component: lazyRouteComponent(() => import('./delivery/relay-screen.tsx'), 'RelayScreen'),
});

const suppressed = createRoute({
  getParentRoute: () => delivery,
  path: '/suppressed',
  validateSearch: readSuppressionView,
  component: lazyRouteComponent(() => import('./delivery/suppressed-screen.tsx'), 'SuppressedScreen'),
});

const bounces = createRoute({
  getParentRoute: () => delivery,
  path: '/bounces',
  validateSearch: readBounceView,
  component: lazyRouteComponent(() => import('./delivery/bounces-screen.tsx'), 'BouncesScreen'),
});

const reputation = createRoute({
  getParentRoute: () => delivery,
  path: '/reputation',
  validateSearch: readPeriod,
  component: lazyRouteComponent(() => import('./delivery/reputation-screen.tsx'), 'ReputationScreen'),
});

const warmUp = createRoute({
  getParentRoute: () => delivery,
  path: '/warm-up',
  component: lazyRouteComponent(() => import('./delivery/warm-up-screen.tsx'), 'WarmUpScreen'),
});

/** The routes about sending mail, its arrival and its reputation. */
export const deliveryRoutes = delivery.addChildren([domain, relay, suppressed, bounces, reputation, warmUp]);
