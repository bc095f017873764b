import { createRootRoute } from '@tanstack/react-router';
import { Root } from './frame/root.tsx';

/** The parent route of all others. */
export const rootRoute = createRootRoute({ component: Root });
