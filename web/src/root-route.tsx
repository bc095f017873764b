import { createRootRoute } from '@tanstack/react-router';
import { Root } from './frame/root.tsx';

/** The route above all others. */
export const rootRoute = createRootRoute({ component: Root });
