import { createRoute, notFound, Outlet } from '@tanstack/react-router';
import { enterNewsletter } from './accounts/newsletters.ts';
import { Frame } from './frame/frame.tsx';
import { rootRoute } from './root-route.tsx';

/** The parent route of everything in one newsletter. */
export const newsletter = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$newsletter',
  beforeLoad: async ({ params }) => {
    const here = await enterNewsletter(params.newsletter);
    if (!here) throw notFound();
    return here;
  },
  component: Outlet,
});

/** The parent route of those screens that have the frame around them. */
export const frame = createRoute({ getParentRoute: () => newsletter, id: 'frame', component: Frame });
